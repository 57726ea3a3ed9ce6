// The state of an account's sessions and its fold. Which sessions exist is not asked of the ledger, so the state knows
// only what keeps an event from being recorded twice.
import type { Recorded } from '../aggregate.ts'
import { type CommandMemory, emptyCommandMemory, rememberCommand } from '../command-memory.ts'
import type { SessionEvent } from './events.ts'

export type RecordedSessionEvent = Recorded<SessionEvent>

/**
 * `id`: of the account. `failedHour`: the last hour whose failed sign-ins were counted. `viewed`: the last business day
 * on which somebody was shown something, by `viewedBy`.
 */
export type SessionState = CommandMemory & {
  readonly id: string
  failedHour: string | null
  readonly viewed: Map<string, string>
}

export const initialSessions = (id: string): SessionState => ({
  id,
  failedHour: null,
  viewed: new Map(),
  ...emptyCommandMemory(),
})

export const viewedBy = (actor: string, what: string): string => `${actor} ${what}`

/** Rough size of the state in bytes. */
export const sessionBytes = ({ commands, viewed }: SessionState): number =>
  500 + 300 * commands.size + 200 * viewed.size

/** Folds one event of the sessions' stream. Throws on a type that it does not know. */
export function evolveSessions(state: SessionState, event: RecordedSessionEvent): void {
  switch (event.type) {
    case 'SignedIn':
    case 'SignedOut':
      break
    case 'SignInsFailed':
      state.failedHour = event.data.hour
      break
    case 'PersonalDataViewed':
      state.viewed.set(viewedBy(event.meta.actor.id, event.data.what), event.data.day)
      break
    default:
      throw new Error(`unknown event of sessions: ${JSON.stringify(event satisfies never)}`)
  }
  rememberCommand(state, event, 0)
}
