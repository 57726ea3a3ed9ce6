// Goodwill: the house pays a bettor because an admin decided so. Plain admins have a bound per business day, super
// admins have none.
import { debtPaidBy } from '../account/debt.ts'
import type { AccountEvent } from '../account/events.ts'
import { hasAdminRights, holdsFloat } from '../account/permissions.ts'
import type { AccountState } from '../account/state.ts'
import { leftOn } from '../calendar/business-day.ts'
import { refusalOfReceiver } from '../closing/closing.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import { isTransferAmount } from '../transfer/transfer-amount.ts'
import type { PayGoodwill, PromiseGoodwill } from './goodwill-commands.ts'
import { promisedOf } from './goodwill-state.ts'

export function decidePromiseGoodwill(
  { goodwill, to, amountCents, perDayCents, receiver }: PromiseGoodwill,
  { actor, at }: CommandMeta,
  state: AccountState,
): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  if (state.closed) return refuse('account_closed')
  if (state.blocked) return refuse('account_blocked')
  if (!holdsFloat(state.opened) || !hasAdminRights({ actor })) return refuse('not_an_admin')
  if (actor.id !== state.id) return refuse('not_the_owner')
  if (state.goodwill?.known.has(goodwill)) return ALREADY_DONE
  const ending = refusalOfReceiver(receiver)
  if (ending !== null) return ending
  if (!isTransferAmount(amountCents, 1)) return refuse('amount_invalid')
  const leftCents = goodwillLeftCents(state, perDayCents, at)
  if (leftCents !== null && amountCents > leftCents) return refuse('goodwill_bound_reached', { leftCents })
  return accept({ type: 'GoodwillPromised', schema: 1, data: { goodwill, to, amountCents } })
}

/** What an admin may still promise on the business day of `at`, in cents; null without a bound, as for super admins. */
export function goodwillLeftCents(
  { opened, goodwill }: Pick<AccountState, 'opened' | 'goodwill'>,
  perDayCents: number,
  at: string,
): number | null {
  if (opened?.role !== 'admin') return null
  return leftOn(goodwill && promisedOf(goodwill), perDayCents, at)
}

/** Accepted by every bettor's account, blocked and closed ones too. */
export function decidePayGoodwill(
  { goodwill, by, amountCents }: PayGoodwill,
  { actor }: CommandMeta,
  state: AccountState,
): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  if (!hasAdminRights({ actor })) return refuse('not_an_admin')
  if (state.opened.role !== 'user') return refuse('not_a_bettor')
  if (state.goodwill?.known.has(goodwill)) return ALREADY_DONE
  if (!isTransferAmount(amountCents, 1)) return refuse('amount_invalid')
  const owedPaidCents = debtPaidBy(state, amountCents)
  return accept({ type: 'GoodwillPaid', schema: 1, data: { goodwill, by, amountCents, owedPaidCents } })
}
