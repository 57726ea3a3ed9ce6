// Balances as of any moment: each is one step back in an index, however long the ledger.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

const TotalsRow = z.object({
  treasury: z.number(),
  floats: z.number(),
  wallets: z.number(),
  owed: z.number(),
  transit: z.number(),
  stakes: z.number(),
  profit: z.number(),
  grants: z.number(),
  goodwill: z.number(),
})
/** In cents. */
type TotalsRow = z.infer<typeof TotalsRow>

const NOTHING: TotalsRow = {
  treasury: 0,
  floats: 0,
  wallets: 0,
  owed: 0,
  transit: 0,
  stakes: 0,
  profit: 0,
  grants: 0,
  goodwill: 0,
}

/** After the event of this ledger number. */
export const totalsAt = async (db: CommonQueryMethods, number: number): Promise<TotalsRow> =>
  (await db.maybeOne(sql.type(TotalsRow)`
    select treasury_cents as treasury, floats_cents as floats, wallets_cents as wallets, owed_cents as owed,
      transit_cents as transit, stakes_cents as stakes, profit_cents as profit, grants_cents as grants,
      goodwill_cents as goodwill
    from app.balance_total where number <= ${number} order by number desc limit 1`)) ?? NOTHING

export const BalanceRow = z.object({
  account: z.string(),
  name: z.string().nullable(),
  sortedBy: z.string(),
  role: z.enum(['user', 'admin', 'super-admin']),
  balanceCents: z.number(),
  owedCents: z.number(),
  number: z.number().nullable(),
})
/** `name`: null if it was erased. `number`: the last event until then that moved the balance; null if none did. */
export type BalanceRow = z.infer<typeof BalanceRow>

type Page = {
  readonly prefix: string
  readonly after: string
  readonly limit: number
  /** The text that stands for an erased name: this prefix and the account's id. */
  readonly erased: string
}

/**
 * The balances of accounts that were open at that event and may hold money, by name: those whose normalised name begins
 * with `prefix` and sorts after `after`. Erased people had money like others: they are looked up among all closed
 * accounts, unless the page is full of names that sort before theirs.
 */
export const balancesAt = (
  db: CommonQueryMethods,
  number: number,
  { prefix, after, limit, erased }: Page,
): Promise<readonly BalanceRow[]> =>
  db.any(sql.type(BalanceRow)`
    with named as (
      select i.account_id, i.username as name, i.username_normal as sorted_by, a.role
      from app.identity i join app.account a using (account_id)
      where a.role <> 'auditor' and starts_with(i.username_normal, ${prefix}) and i.username_normal > ${after}
        and exists (select from app.audit o where o.stream = 'account-' || i.account_id and o.version = 0
          and o.number <= ${number})
      order by i.username_normal limit ${limit}
    ), nameless as (
      select a.account_id, null, ${erased} || a.account_id, a.role
      from app.account a
      where a.role = 'user' and a.closed and not exists (select from app.identity i where i.account_id = a.account_id)
        and starts_with(${erased} || a.account_id, ${prefix}) and ${erased} || a.account_id > ${after}
        and exists (select from app.audit o where o.stream = 'account-' || a.account_id and o.version = 0
          and o.number <= ${number})
        and (select count(*) < ${limit} or max(sorted_by) >= ${erased} from named)
      order by a.account_id limit ${limit}
    ), page as (select * from named union all select * from nameless order by sorted_by limit ${limit})
    select p.account_id as account, p.name, p.sorted_by as "sortedBy", p.role,
      coalesce(s.balance_cents, 0) as "balanceCents", s.number,
      -coalesce((select sum(d.amount_cents)::bigint from app.statement_line d
        where d.account_id = p.account_id and d.kind = 'debt' and d.number <= ${number}), 0) as "owedCents"
    from page p
    left join lateral (select l.balance_cents, l.number from app.statement_line l
      where l.account_id = p.account_id and l.number <= ${number}
      order by l.number desc, l.line desc limit 1) s on true
    order by p.sorted_by`)
