// Settles the open bets of a fixture that has ended. Safe to repeat and to run concurrently: a bet's stream accepts one
// settlement, which names the result versions that it counted.
import type { AccountCommand } from '#domain/account/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { openBetsOn } from '#projections/settlement/queries.ts'
import type { Outcome } from '#services/commands/outcome.ts'
import { type SettleReport, type SettlerDeps, settleBets } from './settle-bets.ts'

export type SettleDeps = SettlerDeps & {
  readonly accounts: {
    execute(id: string, command: AccountCommand, meta: CommandMeta): Promise<Outcome<{ type: string }>>
  }
}

/** Settles what is decided. Throws the first failure once the other bets are settled. */
export const settleFixture = (fixture: string, deps: SettleDeps): Promise<SettleReport> =>
  settleBets(
    {
      fixture,
      type: 'SettleBet',
      read: (page) => openBetsOn(deps.queries, fixture, page),
      command: ({ account, bet }, outcomes, meta) =>
        deps.accounts.execute(account, { type: 'SettleBet', bet, outcomes }, meta),
    },
    deps,
  )
