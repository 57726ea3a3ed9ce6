// An admin's float set by hand to another amount; the treasury gives or takes the difference.
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import { isTransferAmount } from '../transfer/transfer-amount.ts'
import type { SetAdminBalance } from './commands.ts'
import type { AccountEvent } from './events.ts'
import { hasAdminRights, hasSuperAdminRights } from './permissions.ts'
import type { AccountState } from './state.ts'

export function decideSetAdminBalance(
  { floatCents }: SetAdminBalance,
  meta: CommandMeta,
  state: AccountState,
): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  if (state.opened.role === 'user' || !hasAdminRights(meta)) return refuse('not_an_admin')
  const needsSuperAdmin = meta.actor.id === state.id || state.opened.role === 'super-admin'
  if (needsSuperAdmin && !hasSuperAdminRights(meta)) return refuse('super_admin_required')
  if (!isTransferAmount(floatCents, 0)) return refuse('amount_invalid')
  if (floatCents === state.floatCents) return ALREADY_DONE
  const data = { beforeCents: state.floatCents, afterCents: floatCents }
  return accept({ type: 'FloatSet', schema: 1, data })
}
