// Settles bets again whose settlement named a result of the fixture that is no longer in force.
import { resettlementsDue } from '#projections/settlement/queries.ts'
import { windowStart } from '#projections/settlement/resettlement-window.ts'
import { type SettleReport, type SettlerDeps, settleBets } from './settle-bets.ts'

/** As settleFixture; `settled` counts the bets that were settled again. */
export const resettleFixture = (fixture: string, deps: SettlerDeps): Promise<SettleReport> =>
  settleBets(
    {
      fixture,
      type: 'ResettleBet',
      read: (page) => resettlementsDue(deps.queries, fixture, windowStart(deps.businessNow().toISOString()), page),
    },
    deps,
  )
