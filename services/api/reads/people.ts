// Accounts with their names: the read model knows standing and balances, identity knows who it is.
import type pg from 'pg'
import type { z } from 'zod'
import { eurosOf } from '../../../domain/money.ts'
import type { Role } from '../../../domain/values.ts'
import type { AdminUser, User, UserStatistics } from '../contract.ts'
import { userOf } from '../users.ts'

type AccountRow = {
  account_id: string
  username: string
  email: string | null
  role: Role
  blocked: boolean
  wallet_cents: string
  float_cents: string
  owed_cents: string
}
type ListedRow = AccountRow & { creator: string | null; opened_at: Date }
type StatisticsRow = {
  account_id: string
  total_bets: string
  total_stake_cents: string
  total_winnings_cents: string
  profit_cents: string
}

const COLUMNS = `a.account_id, i.username, i.email, a.role, a.blocked, a.wallet_cents, a.float_cents, a.owed_cents`

const shown = (row: AccountRow): User =>
  userOf({
    id: row.account_id,
    username: row.username,
    role: row.role,
    blocked: row.blocked,
    // a debt is kept as a balance of its own, at most 0: what a bettor can spend is the wallet
    balanceCents: Number(row.role === 'user' ? row.wallet_cents : row.float_cents),
    email: row.email,
  })

export type PeopleReads = {
  users(accounts: readonly string[]): Promise<Map<string, User>>
  namesOf(accounts: readonly string[]): Promise<Map<string, string>>
  emailOf(account: string): Promise<string | null>
  /** Bettors, the newest first. */
  page(offset: number, limit: number): Promise<z.infer<typeof AdminUser>[]>
  statisticsOf(users: readonly { id: string; username: string }[]): Promise<z.infer<typeof UserStatistics>[]>
}

export function createPeopleReads(pool: pg.Pool): PeopleReads {
  return {
    async users(accounts) {
      const { rows } = await pool.query<AccountRow>({
        name: 'users',
        text: `select ${COLUMNS} from app.account a join app.identity i using (account_id) where account_id = any($1)`,
        values: [accounts],
      })
      return new Map(rows.map((row) => [row.account_id, shown(row)]))
    },
    async namesOf(accounts) {
      const { rows } = await pool.query<{ account_id: string; username: string }>(
        'select account_id, username from app.identity where account_id = any($1)',
        [accounts],
      )
      return new Map(rows.map((row) => [row.account_id, row.username]))
    },
    async emailOf(account) {
      const { rows } = await pool.query<{ email: string | null }>(
        'select email from app.identity where account_id = $1',
        [account],
      )
      return rows[0]?.email ?? null
    },
    async page(offset, limit) {
      const { rows } = await pool.query<ListedRow>(
        `select ${COLUMNS}, c.username as creator, a.opened_at
           from app.account a
           join app.identity i using (account_id)
           left join app.identity c on c.account_id = a.opened_by
          where a.role = 'user' and not a.closed
          order by a.opened_at desc, account_id
         offset $1 limit $2`,
        [offset, limit],
      )
      return rows.map((row) => ({
        ...shown(row),
        email: row.email,
        admin_creator: row.creator,
        created_at: row.opened_at.toISOString(),
      }))
    },
    async statisticsOf(users) {
      const { rows } = await pool.query<StatisticsRow>(
        `select account_id, total_bets, total_stake_cents, total_winnings_cents, profit_cents
           from app.user_statistics where account_id = any($1)`,
        [users.map((user) => user.id)],
      )
      const byAccount = new Map(rows.map((row) => [row.account_id, row]))
      return users.map(({ id, username }) => statistics(username, byAccount.get(id)))
    },
  }
}

function statistics(username: string, row: StatisticsRow | undefined): z.infer<typeof UserStatistics> {
  const bets = Number(row?.total_bets ?? 0)
  const stakes = Number(row?.total_stake_cents ?? 0)
  return {
    username,
    totalStake: eurosOf(stakes),
    totalWinnings: eurosOf(Number(row?.total_winnings_cents ?? 0)),
    pnl: eurosOf(Number(row?.profit_cents ?? 0)),
    totalBets: bets,
    avgBet: bets === 0 ? 0 : eurosOf(Math.round(stakes / bets)),
  }
}
