// Settles bets again whose settlement named a result of the fixture that is no longer in force.
import { resettlementsDue } from '#projections/settlement/queries.ts'
import { windowStart } from '#projections/settlement/settlement-rows.ts'
import { type BetCommand, type SettleReport, type SettlerDeps, settleBets } from './settle-bets.ts'

/** `resettle`: the command that replaces a bet's settlement, to be accepted as often as it comes with the same outcomes. */
export type ResettleDeps = SettlerDeps & { readonly resettle: BetCommand }

/** As settleFixture does; `settled` counts the bets that were settled again. */
export const resettleFixture = (fixture: string, deps: ResettleDeps): Promise<SettleReport> =>
  settleBets(
    {
      fixture,
      type: 'ResettleBet',
      read: (page) => resettlementsDue(deps.queries, fixture, windowStart(deps.businessNow().toISOString()), page),
      command: deps.resettle,
    },
    deps,
  )
