// The state of the log's key (every change so far) and its fold.
import type { Recorded } from '../aggregate.ts'
import { type CommandMemory, emptyCommandMemory, rememberCommand } from '../command-memory.ts'
import type { LogKeyChanged, LogKeyEvent } from './events.ts'

export type RecordedLogKeyEvent = Recorded<LogKeyEvent>

export type LogKeyState = CommandMemory & {
  /** Oldest first; the key of the last one is in force. Before the first change the ledger names no key. */
  changes: readonly LogKeyChanged[]
}

export const initialLogKey = (): LogKeyState => ({ changes: [], ...emptyCommandMemory() })

/** Rough size of the state in bytes. */
export const logKeyBytes = (state: LogKeyState): number => 500 + 2_000 * state.changes.length

/** Folds one event of the notary's stream. Throws on a type that it does not know. */
export function evolveLogKey(state: LogKeyState, event: RecordedLogKeyEvent): void {
  if (event.type !== 'LogKeyChanged') throw new Error(`unknown event of the notary: ${event.type satisfies never}`)
  state.changes = [...state.changes, event.data]
  rememberCommand(state, event, 0)
}
