// What a stream's state remembers of the commands it accepted, so that the same command is never carried out twice.
import type { CommandMeta } from './commands.ts'

export type RememberedCommand = {
  /** SHA-256 of the parsed command. */
  readonly hash: string
  /** Version of its first event, and how many it appended. */
  readonly version: number
  count: number
  /** The account's wallet, or an admin's float, after the command. */
  balanceCents: number
  /** Business time. */
  readonly at: string
}

const DAY_MS = 86_400_000
const COMMANDS_KEPT_MS = 7 * DAY_MS
const COMMANDS_KEPT_MIN = 1_000

/** How long a settled bet is kept for a correction of its result. */
export const RESETTLEMENT_WINDOW_MS = 3 * DAY_MS

/**
 * Maps in order of time drop their oldest entries only when they have grown by a quarter since the last look: removing
 * from the front of a Map walks over what was removed before, so entry by entry it would be quadratic.
 */
export const PRUNE_STEP = 256
const nextPrune = (size: number): number => Math.ceil(size * 1.25) + PRUNE_STEP

/** Drops entries from before `keptMs` ago, but never below the `keptMin` newest; answers the size to look again at. */
export function prune<Entry>(
  entries: Map<string, Entry>,
  now: string,
  keptMs: number,
  keptMin: number,
  timeOf: (entry: Entry) => string,
): number {
  const cutoff = new Date(Date.parse(now) - keptMs).toISOString()
  for (const [id, entry] of entries) {
    if (entries.size <= keptMin || timeOf(entry) >= cutoff) break
    entries.delete(id)
  }
  return nextPrune(entries.size)
}

/** The part of a state that remembers commands. */
export type CommandMemory = { readonly commands: Map<string, RememberedCommand>; pruneCommandsAt: number }

export const noCommands = (): CommandMemory => ({ commands: new Map(), pruneCommandsAt: PRUNE_STEP })

const timeOfCommand = (command: RememberedCommand): string => command.at

/** Notes the command behind an event that has just been folded. Kept 7 days, and at least the last 1,000. */
export function remember(
  state: CommandMemory,
  event: { readonly meta: CommandMeta; readonly version: number },
  balanceCents: number,
): void {
  const { command, at } = event.meta
  const known = state.commands.get(command.id)
  if (known !== undefined) {
    known.count = event.version - known.version + 1
    known.balanceCents = balanceCents
    return
  }
  state.commands.set(command.id, { hash: command.hash, version: event.version, count: 1, balanceCents, at })
  if (state.commands.size >= state.pruneCommandsAt) {
    state.pruneCommandsAt = prune(state.commands, at, COMMANDS_KEPT_MS, COMMANDS_KEPT_MIN, timeOfCommand)
  }
}
