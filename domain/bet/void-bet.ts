// Voiding a bet by hand: the stake goes back.
import { debtPaidBy } from '../account/debt.ts'
import type { AccountEvent } from '../account/events.ts'
import { hasAdminRights, hasSuperAdminRights } from '../account/permissions.ts'
import type { AccountState, SettledBet } from '../account/state.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import { CURRENT_RULES } from '../settlement/grade-leg.ts'
import type { VoidBet } from './bet-commands.ts'
import { isPastWindow, resettled } from './resettle-bet.ts'

export function decideVoidBet(command: VoidBet, meta: CommandMeta, state: AccountState): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  if (!hasAdminRights(meta)) return refuse('not_an_admin')
  const { bet, outcomes } = command
  const open = state.bets.get(bet)
  const hasEnded =
    open?.legs.some((leg) => outcomes.some(({ fixture, kind }) => fixture === leg.fixture && kind !== 'running')) ??
    false
  if (hasEnded && !hasSuperAdminRights(meta)) return refuse('super_admin_required')
  const settled = state.settled.get(bet)
  if (settled !== undefined) return voidSettled(bet, settled, meta, state)
  if (open === undefined) return refuse('bet_missing')
  const { stakeCents } = open
  const data = { bet, stakeCents, owedPaidCents: debtPaidBy(state, stakeCents) }
  return accept({ type: 'BetVoided', schema: 1, data })
}

/** A settled bet is voided by a super admin alone: the settlement is taken back and the stake returned. */
function voidSettled(bet: string, settled: SettledBet, meta: CommandMeta, state: AccountState): Decision<AccountEvent> {
  if (settled.settlement === null) return ALREADY_DONE
  if (!hasSuperAdminRights(meta)) return refuse('super_admin_required')
  if (isPastWindow(settled, meta.at)) return refuse('resettlement_closed')
  const refund = { rule: CURRENT_RULES, outcome: 'refunded', returnCents: settled.stakeCents } as const
  return accept(resettled(bet, settled, refund, state))
}
