// Closing a bettor's account: requested by the bettor and carried out by the product once nothing is left, or done by a
// super admin who says why. No account with money in it is closed, so no money is lost; what arrives later waits there
// to be paid out.

import { refusalOfBettor } from '../account/by-bettor.ts'
import type { AccountEvent } from '../account/events.ts'
import { hasSuperAdminRights } from '../account/permissions.ts'
import type { AccountState } from '../account/state.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'

type Decided = Decision<AccountEvent>

/** Whether nothing keeps the account from being closed. A debt does not: it stays in the books. */
export const isEmpty = ({ walletCents, bets }: Pick<AccountState, 'walletCents' | 'bets'>): boolean =>
  walletCents === 0 && bets.size === 0

/** Why no more money is sent to an account; undefined for any other. */
export type Ending = 'closing' | 'closed'
export const endingOf = ({
  closed,
  closingSince,
}: Pick<AccountState, 'closed' | 'closingSince'>): Ending | undefined =>
  closed ? 'closed' : closingSince === undefined ? undefined : 'closing'

export const refusalOfReceiver = (receiver: Ending | undefined) =>
  receiver === undefined ? null : refuse(receiver === 'closed' ? 'account_closed' : 'account_closing')

export function decideRequestClosing(meta: CommandMeta, state: AccountState): Decided {
  const refused = refusalOfBettor(meta, state)
  if (refused !== null) return refused
  return state.closingSince === undefined ? accept({ type: 'ClosingRequested', schema: 1, data: {} }) : ALREADY_DONE
}

export function decideCancelClosing(meta: CommandMeta, state: AccountState): Decided {
  const refused = refusalOfBettor(meta, state)
  if (refused !== null) return refused
  return state.closingSince === undefined ? ALREADY_DONE : accept({ type: 'ClosingCancelled', schema: 1, data: {} })
}

export function decideCloseAccount(meta: CommandMeta, state: AccountState): Decided {
  if (state.opened === null) return refuse('account_missing')
  if (state.opened.role !== 'user') return refuse('not_a_bettor')
  if (!hasSuperAdminRights(meta)) return refuse('super_admin_required')
  if (state.closed) return ALREADY_DONE
  const isOfProduct = meta.actor.role === 'system'
  if (!isOfProduct && (meta.reason?.text ?? null) === null) return refuse('reason_missing')
  if (isOfProduct && state.closingSince === undefined) return refuse('closing_not_requested')
  return isEmpty(state) ? accept({ type: 'AccountClosed', schema: 1, data: {} }) : refuse('account_not_empty')
}
