// The lines of one account.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { LINE_KINDS } from '#domain/ledger/line-kinds.ts'
import { allOf } from '#services/platform/database/conditions.ts'

export const StatementRow = z.object({
  number: z.number(),
  line: z.number(),
  at: z.date(),
  kind: z.enum(LINE_KINDS),
  amountCents: z.number(),
  balanceCents: z.number(),
  bet: z.string().nullable(),
})
export type StatementRow = z.infer<typeof StatementRow>

/** Null: all. `before`: a line of the account, after which the page begins. */
export type StatementRange = {
  readonly before: { readonly number: number; readonly line: number } | null
  readonly kind: string | null
  readonly since: string | null
  readonly until: string | null
  readonly limit: number
}

/** The newest first. What the filter leaves out is skipped in the index alone. */
export function statementOf(
  db: CommonQueryMethods,
  account: string,
  { before, kind, since, until, limit }: StatementRange,
): Promise<readonly StatementRow[]> {
  const isIn = allOf([
    before !== null && sql.fragment`(number, line) < (${before.number}, ${before.line})`,
    kind !== null && sql.fragment`kind = ${kind}`,
    since !== null && sql.fragment`at >= ${since}::timestamptz`,
    until !== null && sql.fragment`at < ${until}::timestamptz`,
  ])
  return db.any(sql.type(StatementRow)`
    select number, line, at, kind, amount_cents as "amountCents", balance_cents as "balanceCents", bet_id as bet
    from (
      select account_id, number, line from app.statement_line
      where account_id = ${account} and ${isIn}
      order by number desc, line desc limit ${limit}
    ) page join app.statement_line using (account_id, number, line)
    order by number desc, line desc`)
}
