// The sessions of an account as an aggregate.
import type { Aggregate } from '../aggregate.ts'
import type { SessionCommand } from './commands.ts'
import { decideSessions } from './decide.ts'
import { type SessionEvent, sessionStream } from './events.ts'
import { evolveSessions, initialSessions, type SessionState, sessionBytes } from './state.ts'

export const sessionAggregate: Aggregate<SessionState, SessionCommand, SessionEvent> = {
  stream: sessionStream,
  initial: initialSessions,
  evolve: evolveSessions,
  decide: decideSessions,
  balanceCents: () => 0,
  bytes: sessionBytes,
}
