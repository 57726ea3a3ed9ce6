// The figures of the back office's overview.
import { eurosOf } from '#domain/money.ts'
import { houseFigures } from '#projections/house/queries.ts'
import type { Dashboard } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'

export type Overview = Pick<
  Dashboard,
  'houseProfit' | 'openStakes' | 'currentAdminBalance' | 'userBalance' | 'totalUsers' | 'totalBets'
>

/** As seen by `admin`, whose own float is among them. */
export async function readOverview(db: Queries, admin: string): Promise<Overview> {
  const figures = await houseFigures(db, admin)
  return {
    houseProfit: eurosOf(figures.profitCents),
    openStakes: eurosOf(figures.openStakesCents),
    currentAdminBalance: eurosOf(figures.floatCents),
    userBalance: eurosOf(figures.walletsCents),
    totalUsers: figures.bettors,
    totalBets: figures.bets,
  }
}
