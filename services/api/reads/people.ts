// Accounts with their names: the read model has roles and balances, identity has the names.
import { sql } from 'slonik'
import { z } from 'zod'
import { type AccountRow, accountsById } from '#projections/accounts/queries.ts'
import { statisticsOf } from '#projections/statistics/queries.ts'
import type { Statistics, User } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { userOf } from '../auth/users.ts'
import { statisticsFrom } from './statistics.ts'

const Identity = z.object({ account: z.string(), username: z.string(), email: z.string().nullable() })
type Identity = z.infer<typeof Identity>

export type PeopleReads = {
  /** By account. */
  users(accounts: readonly string[]): Promise<Map<string, User>>
  emailOf(account: string): Promise<string | null>
  ownStatistics(account: string): Promise<Statistics>
}

export function createPeopleReads(db: Queries): PeopleReads {
  const identities = (accounts: readonly string[]): Promise<readonly Identity[]> =>
    db.any(sql.prepared('identities', Identity)`
      select account_id as account, username, email from app.identity
      where account_id = any(${sql.array(accounts, 'text')})`)

  return {
    async users(accounts) {
      const [rows, names] = await Promise.all([accountsById(db, accounts), identities(accounts)])
      const byAccount = new Map(rows.map((row) => [row.account, row]))
      return new Map(
        names.flatMap((identity) => {
          const row = byAccount.get(identity.account)
          return row === undefined ? [] : [[identity.account, shown(row, identity)]]
        }),
      )
    },
    async emailOf(account) {
      return (await identities([account]))[0]?.email ?? null
    },
    async ownStatistics(account) {
      const [row] = await statisticsOf(db, [account])
      return { ...statisticsFrom(row ?? null), openBets: row?.openBets ?? 0 }
    },
  }
}

const shown = (row: AccountRow, { username, email }: Identity): User => {
  const { account, role, blocked, walletCents, floatCents, owedCents } = row
  return userOf({
    id: account,
    username,
    role,
    blocked,
    // a debt is a separate balance of at most 0; what a bettor can spend is the wallet
    balanceCents: role === 'user' ? walletCents : floatCents,
    email,
    owedCents: -owedCents,
  })
}
