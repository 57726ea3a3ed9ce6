// Writes a line for each command, with what is needed to find its events. How to read them: docs/runbooks/logs.md.
import type { CommandMeta } from '#domain/meta.ts'
import { observed } from '#services/platform/metrics/outcome.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** Names, ids and positions as in the ledger; nothing of the request itself. */
export type CommandLine = {
  readonly command: string
  /** Id of the command: 32 hex digits, as in the metadata of its events. */
  readonly id: string
  readonly correlation: string
  readonly stream: string
  /**
   * `accepted`, `repeated`, the code of a refusal, `superseded` (decided again by newer rules), or the name of a
   * failure.
   */
  readonly outcome: string
  /** Of its last event, if it has one. */
  readonly version?: number
  readonly position?: string
}
export type CommandLog = (line: CommandLine) => void

type Logger = {
  isLevelEnabled(level: 'info'): boolean
  info(line: CommandLine, message: string): void
}

/** Writes at level info; undefined if that level is off, so that it costs nothing. */
export const createCommandLog = (logger: Logger): CommandLog | undefined =>
  logger.isLevelEnabled('info') ? (line) => logger.info(line, 'a command came to its outcome') : undefined

/** Settles as `executed` does, and writes the line of the command. */
export function logged<Event>(
  log: CommandLog,
  { command, stream, meta }: { readonly command: string; readonly stream: string; readonly meta: CommandMeta },
  executed: Promise<Outcome<Event>>,
): Promise<Outcome<Event>> {
  let last: Pick<CommandLine, 'version' | 'position'> = {}
  const outcomeWithPlace = (outcome: Outcome<Event>) => {
    const event = outcome.accepted ? outcome.events.at(-1) : undefined
    if (outcome.accepted && outcome.position !== null && event !== undefined)
      last = { version: event.version, position: outcome.position }
    return outcomeOf(outcome)
  }
  return observed(executed, outcomeWithPlace, (outcome) => {
    const { id } = meta.command
    log({ command, id, correlation: meta.correlation ?? id, stream, outcome, ...last })
  })
}
