// Blocking and unblocking accounts. A blocked user places no bets; open ones still settle.
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { AccountEvent } from './events.ts'
import { hasAdminRights, hasSuperAdminRights } from './permissions.ts'
import type { AccountState } from './state.ts'

export function decideBlockUser(meta: CommandMeta, state: AccountState): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  if (state.closed) return refuse('account_closed')
  if (!hasAdminRights(meta)) return refuse('not_an_admin')
  if (state.opened.role === 'auditor' && !hasSuperAdminRights(meta)) return refuse('super_admin_required')
  if (state.opened.role === 'super-admin') return refuse('super_admin_protected')
  if (meta.actor.id === state.id) return refuse('own_account')
  return state.blocked ? ALREADY_DONE : accept({ type: 'AccountBlocked', schema: 1, data: {} })
}

export function decideUnblockUser(meta: CommandMeta, state: AccountState): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  if (state.closed) return refuse('account_closed')
  if (!hasAdminRights(meta)) return refuse('not_an_admin')
  if (meta.actor.id === state.id) return refuse('own_account')
  // otherwise an admin whom a super admin blocked could be let in again by an admin whom the blocked one had added
  if (state.opened.role !== 'user' && !hasSuperAdminRights(meta)) return refuse('super_admin_required')
  return state.blocked ? accept({ type: 'AccountUnblocked', schema: 1, data: {} }) : ALREADY_DONE
}
