// The state of an account's sessions and its fold: which are there is not asked of the ledger, so that all it knows is what was
// done already.
import type { Recorded } from '../aggregate.ts'
import { type CommandMemory, emptyCommandMemory, rememberCommand } from '../command-memory.ts'
import type { SessionEvent } from './events.ts'

export type RecordedSessionEvent = Recorded<SessionEvent>

/** `id`: of the account. `failedHour`: the last hour whose failed sign-ins were counted. */
export type SessionState = CommandMemory & { readonly id: string; failedHour: string | null }

export const initialSessions = (id: string): SessionState => ({ id, failedHour: null, ...emptyCommandMemory() })

/** Rough memory of the state in bytes. */
export const sessionBytes = (state: SessionState): number => 500 + 300 * state.commands.size

export function evolveSessions(state: SessionState, event: RecordedSessionEvent): void {
  if (event.type === 'SignInsFailed') state.failedHour = event.data.hour
  rememberCommand(state, event, 0)
}
