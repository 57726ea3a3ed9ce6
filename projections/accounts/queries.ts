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
})
export type AccountRow = z.infer<typeof AccountRow>

const columns = sql.fragment`
  account_id as account, role, blocked, wallet_cents as "walletCents", float_cents as "floatCents"`

export const accountsById = (db: CommonQueryMethods, accounts: readonly string[]): Promise<readonly AccountRow[]> =>
  db.any(sql.prepared('accounts by id', AccountRow)`
    select ${columns} from app.account where account_id = any(${sql.array(accounts, 'text')})`)
