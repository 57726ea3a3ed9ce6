// The figures of the back office's overview.
import type pg from 'pg'
import { eurosOf } from '../../../domain/money.ts'
import type { Dashboard } from '../contract.ts'

export type Overview = Pick<
  Dashboard,
  'houseProfit' | 'openStakes' | 'currentAdminBalance' | 'userBalance' | 'totalUsers' | 'totalBets'
>

type Row = {
  profit_cents: string
  open_stakes_cents: string
  float_cents: string | null
  wallets_cents: string
  users: string
  bets: string
}

/** As seen by `admin`, whose own float is among them. */
export async function readOverview(pool: pg.Pool, admin: string): Promise<Overview> {
  const { rows } = await pool.query<Row>(
    `select h.profit_cents, h.open_stakes_cents, h.settled_bets + h.open_bets as bets,
            (select float_cents from app.account where account_id = $1) as float_cents,
            coalesce(w.wallets_cents, 0) as wallets_cents, w.users
       from app.house h,
            (select sum(wallet_cents) as wallets_cents, count(*) as users
               from app.account where role = 'user' and not closed) w`,
    [admin],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('the house has no row')
  return {
    houseProfit: eurosOf(Number(row.profit_cents)),
    openStakes: eurosOf(Number(row.open_stakes_cents)),
    currentAdminBalance: eurosOf(Number(row.float_cents ?? 0)),
    userBalance: eurosOf(Number(row.wallets_cents)),
    totalUsers: Number(row.users),
    totalBets: Number(row.bets),
  }
}
