// The password of an account as the ledger knows it: a commitment to its hash.
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { ChangePassword } from './commands.ts'
import type { AccountEvent } from './events.ts'
import type { AccountState } from './state.ts'
import { passwordOf } from './state.ts'

/** True for the owner, the admin who created the account, and super admins; never for a part of the product. */
export function mayChangePassword(
  actor: CommandMeta['actor'],
  { id, opened }: Pick<AccountState, 'id' | 'opened'>,
): boolean {
  if (actor.role === 'system') return false
  if (actor.id === id || actor.role === 'super-admin') return true
  return actor.role === 'admin' && actor.id === opened?.openedBy
}

export function decideChangePassword(
  { password, replaces }: ChangePassword,
  meta: CommandMeta,
  state: AccountState,
): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  if (state.closed) return refuse('account_closed')
  // an admin may set a blocked user's password; blocked users, whose sessions are about to end, may not set their own
  if (state.blocked && meta.actor.id === state.id) return refuse('account_blocked')
  if (!mayChangePassword(meta.actor, state)) return refuse('not_the_creator')
  const current = passwordOf(state)
  if (current === password) return ALREADY_DONE
  // two people may know the old password: the first to change it wins, the second is refused
  if (replaces !== null && replaces !== current) return refuse('password_replaced')
  return accept({ type: 'PasswordChanged', schema: meta.actor.role === 'auditor' ? 2 : 1, data: { password } })
}
