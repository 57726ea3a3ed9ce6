// Who may cap bettors and add notes about them: admins, but no part of the product.
import { isAdmin } from '../account/permissions.ts'
import type { AccountState } from '../account/state.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'

/** The refusal of an actor who is not an admin, or of an account that is not a bettor's; null if neither. */
export function refusalOfDesk(meta: CommandMeta, { opened }: AccountState) {
  if (opened === null) return refuse('account_missing')
  if (opened.role !== 'user') return refuse('not_a_bettor')
  return isAdmin(meta) ? null : refuse('not_an_admin')
}
