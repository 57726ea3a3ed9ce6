// The figures of the house. Folds maintain each of them, so reading them costs the same however many bets and bettors
// there are.
import { sql } from 'slonik'
import { z } from 'zod'
import { businessDay } from '#domain/calendar/business-day.ts'
import { eurosOf } from '#domain/money.ts'
import { liabilityRows, sumsBy } from '#projections/book/queries.ts'
import type { Overview } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { shownOutcome } from './liability.ts'

const House = z.object({
  profitCents: z.number(),
  settledBets: z.number(),
  openBets: z.number(),
  openStakesCents: z.number(),
  bettors: z.number(),
  walletsCents: z.number(),
  floatCents: z.number(),
})

/** `admin`: whose float is shown. */
export async function readOverview(db: Queries, admin: string, now: Date): Promise<Overview> {
  const day = businessDay(now.toISOString())
  const [house, [today], [worst]] = await Promise.all([
    db.one(sql.prepared('house figures', House)`
      select profit_cents as "profitCents", settled_bets as "settledBets", open_bets as "openBets",
        open_stakes_cents as "openStakesCents", bettors, wallets_cents as "walletsCents",
        coalesce((select float_cents from app.account where account_id = ${admin}), 0) as "floatCents"
      from app.house`),
    sumsBy(db, 'day', { from: day, to: day }),
    liabilityRows(db, {}, null, 1),
  ])
  return {
    currentAdminBalance: eurosOf(house.floatCents),
    userBalance: eurosOf(house.walletsCents),
    totalUsers: house.bettors,
    totalBets: house.settledBets + house.openBets,
    betsToday: today?.placed ?? 0,
    houseProfit: eurosOf(house.profitCents),
    profitToday: today === undefined ? 0 : eurosOf(today.stakesCents - today.returnsCents),
    openBets: house.openBets,
    openStakes: eurosOf(house.openStakesCents),
    worst: worst === undefined ? null : shownOutcome(worst),
  }
}
