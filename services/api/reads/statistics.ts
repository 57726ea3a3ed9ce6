// A bettor's statistics, as the API shows them.

import type { z } from 'zod'
import { eurosOf } from '#domain/money.ts'
import type { StatisticsRow } from '#projections/statistics/queries.ts'
import type { UserStatistics } from '#services/contract/contract.ts'

/** Null: the account has never placed a bet. */
export function statisticsFrom(
  row: Omit<StatisticsRow, 'account' | 'openBets'> | null,
): Omit<z.infer<typeof UserStatistics>, 'username'> {
  const bets = row?.totalBets ?? 0
  const stakes = row?.totalStakeCents ?? 0
  return {
    totalStake: eurosOf(stakes),
    totalWinnings: eurosOf(row?.totalWinningsCents ?? 0),
    pnl: eurosOf(row?.profitCents ?? 0),
    totalBets: bets,
    avgBet: bets === 0 ? 0 : eurosOf(Math.round(stakes / bets)),
  }
}
