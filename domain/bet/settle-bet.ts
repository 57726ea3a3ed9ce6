// Settling a bet of an account by the outcomes of its fixtures.
import { debtPaidBy } from '../account/debt.ts'
import type { AccountEvent } from '../account/events.ts'
import { hasAdminRights } from '../account/permissions.ts'
import type { AccountState, SettledBet } from '../account/state.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import { settleBet } from '../settlement/bet-settlement.ts'
import type { SettleBet } from './bet-commands.ts'

/** Blocked or not: every open bet settles. A bet already settled by the same outcomes has nothing left to do. */
export function decideSettleBet(command: SettleBet, meta: CommandMeta, state: AccountState): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  if (!hasAdminRights(meta)) return refuse('not_an_admin')
  const { bet, outcomes } = command
  const settled = state.settled.get(bet)
  if (settled !== undefined) return isSettledBy(settled, outcomes) ? ALREADY_DONE : refuse('bet_not_open')
  const open = state.bets.get(bet)
  if (open === undefined) return refuse('bet_missing')
  const settlement = settleBet(open, outcomes)
  if (settlement === null) return refuse('bet_undecided')
  const data = {
    bet,
    rule: settlement.rule,
    outcome: settlement.outcome,
    stakeCents: open.stakeCents,
    returnCents: settlement.returnCents,
    owedPaidCents: debtPaidBy(state, settlement.returnCents),
    legs: [...settlement.legs],
  }
  return accept({ type: 'BetSettled', schema: 1, data })
}

/** Whether every outcome that the settlement names is still in force. */
const isSettledBy = ({ settlement }: SettledBet, outcomes: readonly FixtureOutcome[]): boolean =>
  settlement?.results.every(({ fixture, result }) =>
    outcomes.some((outcome) => outcome.fixture === fixture && outcome.version === result),
  ) ?? false
