// Accounts. Their names are not here, but in the identity tables.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { Role } from '#domain/values.ts'

export const AccountRow = z.object({
  account: z.string(),
  role: Role,
  blocked: z.boolean(),
  walletCents: z.number(),
  floatCents: z.number(),
  /** A ledger account of its own, below 0 if something is owed. */
  owedCents: z.number(),
})
export type AccountRow = z.infer<typeof AccountRow>

const columns = sql.fragment`
  account_id as account, role, blocked, wallet_cents as "walletCents", float_cents as "floatCents",
  owed_cents as "owedCents"`

export const accountsById = (db: CommonQueryMethods, accounts: readonly string[]): Promise<readonly AccountRow[]> =>
  db.any(sql.prepared('accounts by id', AccountRow)`
    select ${columns} from app.account where account_id = any(${sql.array(accounts, 'text')})`)

const Account = z.object({ account: z.string() })

/** Accounts whose bettors asked to close them, and which have nothing left. */
export const closingsDue = async (db: CommonQueryMethods, limit: number): Promise<string[]> => {
  const rows = await db.any(sql.prepared('closings due', Account)`
    select a.account_id as account from app.account a left join app.user_statistics s on s.account_id = a.account_id
    where a.role = 'user' and not a.closed and (a.blocked or a.closing or a.owed_cents < 0)
      and a.closing and a.wallet_cents = 0 and coalesce(s.open_bets, 0) = 0
    order by a.account_id limit ${limit}`)
  return rows.map(({ account }) => account)
}
