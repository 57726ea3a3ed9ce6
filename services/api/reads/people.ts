// Accounts with their names: the read model knows standing and balances, identity knows who it is.
import { sql } from 'slonik'
import { z } from 'zod'
import { eurosOf } from '#domain/money.ts'
import { type AccountRow, accountsById, bettorsPage } from '#projections/accounts/queries.ts'
import { type StatisticsRow, statisticsOf } from '#projections/statistics/queries.ts'
import type { AdminUser, Statistics, User, UserStatistics } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { userOf } from '../auth/users.ts'

const Name = z.object({ account: z.string(), username: z.string(), email: z.string().nullable() })
type Name = z.infer<typeof Name>

export type PeopleReads = {
  users(accounts: readonly string[]): Promise<Map<string, User>>
  namesOf(accounts: readonly string[]): Promise<Map<string, string>>
  emailOf(account: string): Promise<string | null>
  /** Bettors, the newest first. */
  page(offset: number, limit: number): Promise<z.infer<typeof AdminUser>[]>
  statisticsOf(users: readonly { id: string; username: string }[]): Promise<z.infer<typeof UserStatistics>[]>
  ownStatistics(account: string): Promise<Statistics>
}

export function createPeopleReads(db: Queries): PeopleReads {
  /** By account. Parts of the product that act in their own name have none. */
  async function identities(accounts: readonly string[]): Promise<Map<string, Name>> {
    const rows = await db.any(sql.prepared('identities', Name)`
      select account_id as account, username, email from app.identity
      where account_id = any(${sql.array(accounts, 'text')})`)
    return new Map(rows.map((row) => [row.account, row]))
  }

  return {
    async users(accounts) {
      const [rows, names] = await Promise.all([accountsById(db, accounts), identities(accounts)])
      return new Map(named(rows, names).map(([row, name]) => [row.account, shown(row, name)]))
    },
    async namesOf(accounts) {
      return new Map([...(await identities(accounts))].map(([account, { username }]) => [account, username]))
    },
    async emailOf(account) {
      return (await identities([account])).get(account)?.email ?? null
    },
    async page(offset, limit) {
      const rows = await bettorsPage(db, offset, limit)
      const names = await identities(rows.flatMap(({ account, openedBy }) => [account, openedBy]))
      return named(rows, names).map(([row, name]) => ({
        ...shown(row, name),
        email: name.email,
        admin_creator: names.get(row.openedBy)?.username ?? null,
        created_at: row.openedAt.toISOString(),
      }))
    },
    async statisticsOf(users) {
      const rows = await statisticsOf(
        db,
        users.map((user) => user.id),
      )
      const byAccount = new Map(rows.map((row) => [row.account, row]))
      return users.map(({ id, username }) => ({ username, ...statistics(byAccount.get(id)) }))
    },
    async ownStatistics(account) {
      const [row] = await statisticsOf(db, [account])
      return { ...statistics(row), openBets: row?.openBets ?? 0 }
    },
  }
}

/** Each account with its name. */
const named = (rows: readonly AccountRow[], names: ReadonlyMap<string, Name>): [AccountRow, Name][] =>
  rows.flatMap((row) => {
    const name = names.get(row.account)
    return name === undefined ? [] : [[row, name]]
  })

const shown = ({ account, role, blocked, walletCents, floatCents }: AccountRow, { username, email }: Name): User =>
  userOf({
    id: account,
    username,
    role,
    blocked,
    // a debt is kept as a balance of its own, at most 0: what a bettor can spend is the wallet
    balanceCents: role === 'user' ? walletCents : floatCents,
    email,
  })

function statistics(row: StatisticsRow | undefined): Omit<z.infer<typeof UserStatistics>, 'username'> {
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
