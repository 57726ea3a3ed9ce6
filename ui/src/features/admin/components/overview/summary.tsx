import type { Dashboard } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { Tile, Tiles } from '../desk/tiles.tsx'

/** The figures of the house; skeletons while undefined. */
export function Summary({ dashboard }: { dashboard: Dashboard | undefined }) {
  return (
    <Tiles label="Summary">
      <Tile label="Total Users">{dashboard?.totalUsers.toLocaleString('en-IE')}</Tile>
      <Tile label="Total Bets">{dashboard?.totalBets.toLocaleString('en-IE')}</Tile>
      <Tile label="House Profit" hint="On settled bets">
        {dashboard && <Money amount={dashboard.houseProfit} signed toned="from-zero" />}
      </Tile>
      <Tile label="Open stakes" hint="Held for open bets">
        {dashboard && <Money amount={dashboard.openStakes} />}
      </Tile>
    </Tiles>
  )
}

/** The admin's own balance, and the sum of all wallets. */
export function Balances({ dashboard }: { dashboard: Dashboard | undefined }) {
  return (
    <Tiles label="Balances">
      <Tile label="Admin Balance" hint="Your float: funds users">
        {dashboard && <Money amount={dashboard.currentAdminBalance} />}
      </Tile>
      <Tile label="User Balance" hint="In all wallets">
        {dashboard && <Money amount={dashboard.userBalance} />}
      </Tile>
    </Tiles>
  )
}
