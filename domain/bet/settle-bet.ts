// Settling an account's bet by the outcomes of its fixtures.
import { debtPaidBy } from '../account/debt.ts'
import type { AccountEvent } from '../account/events.ts'
import { hasAdminRights } from '../account/permissions.ts'
import type { AccountState, SettledBet } from '../account/state.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import { type FixtureOutcome, isInForce, newestVersion } from '../fixture/fixture-outcome.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import { settleBet } from '../settlement/bet-settlement.ts'
import { gradeLeg } from '../settlement/grade-leg.ts'
import type { SettleBet } from './bet-commands.ts'

/** Open bets of blocked bettors settle too. A bet already settled by the same outcomes is ALREADY_DONE. */
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
  return accept({ type: 'BetSettled', schema: 2, data })
}

type SettledByResults = Pick<SettledBet, 'legs' | 'placedAt' | 'settlement'>

/** Whether every outcome that the settlement names still decides its leg. */
export const isSettledBy = (settled: SettledByResults, outcomes: readonly FixtureOutcome[]): boolean =>
  settled.settlement?.results.every(({ fixture, result }) => {
    const outcome = outcomes.find((one) => one.fixture === fixture)
    return outcome !== undefined && isDecidedBy(settled, outcome, result)
  }) ?? false

/**
 * Whether the settlement names a newer version than one of these outcomes: they were read before it, by a worker that
 * was overtaken.
 */
export const isAheadOf = ({ settlement }: SettledByResults, outcomes: readonly FixtureOutcome[]): boolean =>
  settlement?.results.some(({ fixture, result }) => {
    const outcome = outcomes.find((one) => one.fixture === fixture)
    return outcome !== undefined && newestVersion(outcome) < result
  }) ?? false

/**
 * A market decided by hand takes precedence over the score. A bet has one leg per fixture; placing it made sure of
 * that.
 */
function isDecidedBy({ legs, placedAt }: SettledByResults, outcome: FixtureOutcome, result: number): boolean {
  if (!isInForce(outcome, result)) return false
  const leg = legs.find(({ fixture }) => fixture === outcome.fixture)
  // a leg that today's rules leave undecided stays as it was settled
  return leg === undefined || (gradeLeg(leg, placedAt, outcome)?.version ?? result) === result
}
