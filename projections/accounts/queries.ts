// What is read of the accounts. Names are not here: they are identity's.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { Role } from '#domain/values.ts'

/** `openedBy`: an account, or a part of the product such as 'sign-up'. */
export const AccountRow = z.object({
  account: z.string(),
  role: Role,
  openedBy: z.string(),
  openedAt: z.date(),
  blocked: z.boolean(),
  walletCents: z.number(),
  floatCents: z.number(),
})
export type AccountRow = z.infer<typeof AccountRow>

const columns = sql.fragment`
  account_id as account, role, opened_by as "openedBy", opened_at as "openedAt", blocked,
  wallet_cents as "walletCents", float_cents as "floatCents"`

export const accountsById = (db: CommonQueryMethods, accounts: readonly string[]): Promise<readonly AccountRow[]> =>
  db.any(sql.prepared('accounts by id', AccountRow)`
    select ${columns} from app.account where account_id = any(${sql.array(accounts, 'text')})`)

/** Open accounts of bettors, the newest first. */
export const bettorsPage = (db: CommonQueryMethods, offset: number, limit: number): Promise<readonly AccountRow[]> =>
  db.any(sql.type(AccountRow)`
    select ${columns} from app.account where role = 'user' and not closed
    order by opened_at desc, account_id offset ${offset} limit ${limit}`)
