// What is read of the accounts. Names are not here: they are identity's.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { Role } from '../../domain/values.ts'

/** `owedCents`: a debt, at most 0. `version`: of the account's stream. */
export const AccountRow = z.object({
  account: z.string(),
  role: Role,
  openedBy: z.string(),
  openedAt: z.date(),
  blocked: z.boolean(),
  closed: z.boolean(),
  walletCents: z.number(),
  floatCents: z.number(),
  owedCents: z.number(),
  version: z.number(),
})
export type AccountRow = z.infer<typeof AccountRow>

const columns = sql.fragment`
  account_id as account, role, opened_by as "openedBy", opened_at as "openedAt", blocked, closed,
  wallet_cents as "walletCents", float_cents as "floatCents", owed_cents as "owedCents", version`

export const accountsById = (db: CommonQueryMethods, accounts: readonly string[]): Promise<readonly AccountRow[]> =>
  db.any(
    sql.type(AccountRow)`select ${columns} from app.account where account_id = any(${sql.array(accounts, 'text')})`,
  )

/** Open accounts of bettors, the newest first. */
export const bettorsPage = (db: CommonQueryMethods, offset: number, limit: number): Promise<readonly AccountRow[]> =>
  db.any(sql.type(AccountRow)`
    select ${columns} from app.account where role = 'user' and not closed
    order by opened_at desc, account_id offset ${offset} limit ${limit}`)

export const BettorTotals = z.object({ bettors: z.number(), walletCents: z.number() })
export type BettorTotals = z.infer<typeof BettorTotals>

export const bettorTotals = (db: CommonQueryMethods): Promise<BettorTotals> =>
  db.one(sql.type(BettorTotals)`
    select count(*) as bettors, coalesce(sum(wallet_cents), 0)::bigint as "walletCents"
    from app.account where role = 'user' and not closed`)
