// Statistics of bettors' bets.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

/**
 * Refunded bets are in none of these. `profitCents`: returns less stakes, over settled bets. `openBets`: included in
 * `totalBets`.
 */
export const StatisticsRow = z.object({
  account: z.string(),
  totalBets: z.number(),
  totalStakeCents: z.number(),
  totalWinningsCents: z.number(),
  profitCents: z.number(),
  openBets: z.number(),
})
export type StatisticsRow = z.infer<typeof StatisticsRow>

/** Accounts without bets have no row. */
export const statisticsOf = (db: CommonQueryMethods, accounts: readonly string[]): Promise<readonly StatisticsRow[]> =>
  db.any(sql.type(StatisticsRow)`
    select account_id as account, total_bets as "totalBets", total_stake_cents as "totalStakeCents",
      total_winnings_cents as "totalWinningsCents", profit_cents as "profitCents",
      open_bets as "openBets"
    from app.user_statistics where account_id = any(${sql.array(accounts, 'text')})`)
