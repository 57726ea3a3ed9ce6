// Who caps bettors and notes something about them: admins, and no part of the product.
import { isAdmin } from '../account/permissions.ts'
import type { AccountState } from '../account/state.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'

/** Why this actor may not do so on this account; null where he may. */
export function refusalOfDesk(meta: CommandMeta, { opened }: AccountState) {
  if (opened === null) return refuse('account_missing')
  if (opened.role !== 'user') return refuse('not_a_bettor')
  return isAdmin(meta) ? null : refuse('not_an_admin')
}
