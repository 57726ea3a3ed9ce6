// Every command on the sessions of an account.
import { accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { SessionCommand } from './commands.ts'
import type { SessionEvent } from './events.ts'
import type { SessionState } from './state.ts'

/** Whether the account may sign in is decided before, where its password is checked. */
export function decideSessions(
  command: SessionCommand,
  { actor }: CommandMeta,
  { id }: SessionState,
): Decision<SessionEvent> {
  if (actor.role !== 'system' && actor.id !== id) return refuse('not_the_owner')
  const { session } = command
  if (command.type === 'SignIn') {
    const data = { session, ...(command.secondFactor && { secondFactor: true as const }) }
    return accept({ type: 'SignedIn', schema: 1, data })
  }
  const data = { session, ...(command.others && { others: true as const }) }
  return accept({ type: 'SignedOut', schema: 1, data })
}
