// What the state of a stream remembers of the commands it accepted, so that none is carried out twice.
import type { Recorded } from './aggregate.ts'
import { COMMAND_RETENTION_MIN, COMMAND_RETENTION_MS } from './limits.ts'
import { PRUNE_STEP, prune } from './prune.ts'

export type RememberedCommand = {
  /** SHA-256 of the parsed command. */
  readonly hash: string
  /** Version of its first event, and how many events it appended. */
  readonly version: number
  count: number
  /** The account's wallet or float after the command, in cents. */
  balanceCents: number
  /** Business time. */
  readonly at: string
}

/** The part of a state that remembers commands. */
export type CommandMemory = { readonly commands: Map<string, RememberedCommand>; pruneCommandsAt: number }

export const emptyCommandMemory = (): CommandMemory => ({ commands: new Map(), pruneCommandsAt: PRUNE_STEP })

const timeOfCommand = (command: RememberedCommand): string => command.at

/** Remembers the command of an event that has just been folded. */
export function rememberCommand(state: CommandMemory, event: Recorded<unknown>, balanceCents: number): void {
  const { command, at } = event.meta
  const known = state.commands.get(command.id)
  if (known !== undefined) {
    known.count = event.version - known.version + 1
    known.balanceCents = balanceCents
    return
  }
  state.commands.set(command.id, { hash: command.hash, version: event.version, count: 1, balanceCents, at })
  if (state.commands.size >= state.pruneCommandsAt) {
    state.pruneCommandsAt = prune(state.commands, at, COMMAND_RETENTION_MS, COMMAND_RETENTION_MIN, timeOfCommand)
  }
}
