// Taking a settlement back: after a correction, or by hand.
import { debtPaidBy } from '../account/debt.ts'
import type { AccountEvent } from '../account/events.ts'
import { hasAdminRights, hasSuperAdminRights } from '../account/permissions.ts'
import type { AccountState, SettledBet } from '../account/state.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import { RESETTLEMENT_WINDOW_MS } from '../limits.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import { type Settlement, settleBet } from '../settlement/bet-settlement.ts'
import type { ResettleBet } from './bet-commands.ts'
import type { BetResettled } from './bet-events.ts'
import { isAheadOf, isSettledBy } from './settle-bet.ts'

/**
 * Settles a settled bet again by the outcomes in force. A correction that changes nothing for the bet is recorded too,
 * so that its settlement names the result in force. Outcomes that were read before those of the settlement take nothing
 * back. Bets are settled again within the resettlement window; those voided by hand only by a super admin.
 */
export function decideResettleBet(
  command: ResettleBet,
  meta: CommandMeta,
  state: AccountState,
): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  if (!hasAdminRights(meta)) return refuse('not_an_admin')
  if (!hasSuperAdminRights(meta)) return refuse('super_admin_required')
  const { bet, outcomes } = command
  const settled = state.settled.get(bet)
  if (settled === undefined) return refuse(state.bets.has(bet) ? 'bet_not_settled' : 'bet_missing')
  if (isSettledBy(settled, outcomes) || isAheadOf(settled, outcomes)) return ALREADY_DONE
  // the settler leaves alone what somebody voided by hand
  const byHandAlone = settled.settlement === null && meta.actor.role === 'system'
  if (byHandAlone || isPastWindow(settled, meta.at)) return refuse('resettlement_closed')
  return accept(resettled(bet, settled, settleBet(settled, outcomes), state))
}

export const isPastWindow = ({ settledAt }: SettledBet, at: string): boolean =>
  Date.parse(at) - Date.parse(settledAt) > RESETTLEMENT_WINDOW_MS

/** The event that takes back the settlement in force and puts `next` in its place; null opens the bet again. */
export function resettled(
  bet: string,
  settled: SettledBet,
  next: (Omit<Settlement, 'legs'> & Partial<Pick<Settlement, 'legs'>>) | null,
  { id, walletCents, owedCents }: AccountState,
): AccountEvent {
  const { stakeCents, paidCents, owedPaidCents } = settled
  const shortfallCents = Math.max(0, paidCents - owedPaidCents - walletCents)
  const reversed = {
    id,
    walletCents: walletCents + shortfallCents + owedPaidCents - paidCents,
    owedCents: owedCents + owedPaidCents + shortfallCents,
  }
  const data: BetResettled = {
    bet,
    replaces: settled.version,
    stakeCents,
    reversedReturnCents: paidCents,
    reversedOwedPaidCents: owedPaidCents,
    shortfallCents,
    settlement: next && {
      rule: next.rule,
      outcome: next.outcome,
      returnCents: next.returnCents,
      owedPaidCents: debtPaidBy(reversed, next.returnCents),
      legs: [...(next.legs ?? [])],
    },
  }
  return { type: 'BetResettled', schema: 1, data }
}
