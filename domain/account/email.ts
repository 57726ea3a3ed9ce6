// The email address of an account as the ledger knows it: a commitment, or none.
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { ChangeEmail } from './commands.ts'
import type { AccountEvent } from './events.ts'
import type { AccountState } from './state.ts'

/** Only the owner changes the address. */
export function decideChangeEmail(
  { email, replaces }: ChangeEmail,
  { actor }: CommandMeta,
  state: AccountState,
): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  if (state.closed) return refuse('account_closed')
  if (state.blocked) return refuse('account_blocked')
  if (actor.role === 'system' || actor.id !== state.id) return refuse('not_the_owner')
  const current = state.email ?? null
  if (current === email) return ALREADY_DONE
  // a request that was interrupted and is finished late must not undo a later one
  if (replaces !== current) return refuse('email_replaced')
  return accept({ type: 'EmailChanged', schema: 1, data: email === null ? {} : { email } })
}
