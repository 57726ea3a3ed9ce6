// An admin's float: set by hand to another amount, raised by a draw on the treasury, given back when the admin is
// removed. The other side of each change is the treasury.
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import { isTransferAmount } from '../transfer/transfer-amount.ts'
import type { RaiseFloat, SetAdminBalance } from './commands.ts'
import type { AccountEvent } from './events.ts'
import { hasAdminRights, hasSuperAdminRights, holdsFloat } from './permissions.ts'
import type { AccountState } from './state.ts'

type AccountDecision = Decision<AccountEvent>

const floatSet = (beforeCents: number, afterCents: number, draw: { draw?: string } = {}): AccountEvent => ({
  type: 'FloatSet',
  schema: 2,
  data: { beforeCents, afterCents, ...draw },
})

/**
 * Plain admins can only lower floats this way: to raise one, they draw on the treasury, where the budget of the day is
 * counted.
 */
export function decideSetAdminBalance(
  { floatCents }: SetAdminBalance,
  meta: CommandMeta,
  state: AccountState,
): AccountDecision {
  if (state.opened === null) return refuse('account_missing')
  if (state.closed) return refuse('account_closed')
  if (!holdsFloat(state.opened) || !hasAdminRights(meta)) return refuse('not_an_admin')
  const needsSuperAdmin = meta.actor.id === state.id || state.opened.role === 'super-admin'
  if (needsSuperAdmin && !hasSuperAdminRights(meta)) return refuse('super_admin_required')
  if (!isTransferAmount(floatCents, 0)) return refuse('amount_invalid')
  if (floatCents === state.floatCents) return ALREADY_DONE
  if (floatCents > state.floatCents && !hasSuperAdminRights(meta)) return refuse('draw_missing')
  return accept(floatSet(state.floatCents, floatCents))
}

/**
 * Sent by the product once the draw is granted. An existing admin's float is always raised, even a blocked one's; a
 * removed admin gets nothing of it.
 */
export function decideRaiseFloat(
  { draw, amountCents }: RaiseFloat,
  meta: CommandMeta,
  state: AccountState,
): AccountDecision {
  if (state.opened === null) return refuse('account_missing')
  if (!holdsFloat(state.opened) || meta.actor.role !== 'system') return refuse('not_an_admin')
  if (state.closed || state.draws.has(draw)) return ALREADY_DONE
  return accept(floatSet(state.floatCents, state.floatCents + amountCents, { draw }))
}

/** Auditors are removed this way too, but, as they are created, by super admins alone. */
export function decideRemoveAdmin(meta: CommandMeta, state: AccountState): AccountDecision {
  if (state.opened === null || state.opened.role === 'user') return refuse('account_missing')
  if (!hasAdminRights(meta)) return refuse('not_an_admin')
  if (state.opened.role === 'auditor' && !hasSuperAdminRights(meta)) return refuse('super_admin_required')
  if (state.opened.role === 'super-admin') return refuse('super_admin_irremovable')
  if (meta.actor.id === state.id) return refuse('own_account')
  if (state.closed) return ALREADY_DONE
  return accept({ type: 'AdminRemoved', schema: 1, data: { floatCents: state.floatCents } })
}
