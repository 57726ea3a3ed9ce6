// Settles the open bets of a fixture that has ended. Safe to repeat and to run concurrently: a bet's stream accepts one
// settlement, which names the result versions that it counted.
import { openBetsOn } from '#projections/settlement/queries.ts'
import { type SettleReport, type SettlerDeps, settleBets } from './settle-bets.ts'

/** Settles all bets that are decided. Throws the first failure once the other bets are settled. */
export const settleFixture = (fixture: string, deps: SettlerDeps): Promise<SettleReport> =>
  settleBets({ fixture, type: 'SettleBet', read: (page) => openBetsOn(deps.queries, fixture, page) }, deps)
