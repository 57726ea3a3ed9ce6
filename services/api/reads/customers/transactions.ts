// The lines of a bettor's account as admins see them: with who caused them, and why.
import { sql } from 'slonik'
import { z } from 'zod'
import type { Transaction, TransactionQuery, Transactions } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { readStatement } from '../own/statement.ts'
import { partName } from '../trail/parts.ts'
import { erasedName } from './erased-name.ts'

const MOST = 500

/**
 * `by`: an account, or a part of the product. `name`: null if erased. `reason`: null if erased, or if there is none.
 */
const Circumstance = z.object({
  number: z.number(),
  by: z.string(),
  name: z.string().nullable(),
  isSystem: z.boolean(),
  reason: z.string().nullable(),
})

/** Received money is attributed to its sender. */
const circumstancesOf = (db: Queries, numbers: readonly number[]) =>
  db.any(sql.type(Circumstance)`
    select a.number, w.actor_id as by, i.username as name, w.actor_role = 'system' as "isSystem", r.text as reason
    from app.audit a
    left join app.audit s on a.type = 'TransferReceived' and s.stream = split_part(a.causation, '@', 1)
      and s.version = split_part(a.causation, '@', 2)::integer
    cross join lateral (select coalesce(s.actor_id, a.actor_id) as actor_id,
      coalesce(s.actor_role, a.actor_role) as actor_role, coalesce(s.reason_text, a.reason_text) as reason_text) w
    left join app.identity i on i.account_id = w.actor_id
    left join app.reason_text r on r.commitment = w.reason_text
    where a.number = any(${sql.array([...numbers], 'int8')})`)

export async function readTransactions(db: Queries, account: string, query: TransactionQuery): Promise<Transactions> {
  const { lines, next } = await readStatement(db, account, query)
  const known = new Map(
    (await circumstancesOf(db, [...new Set(lines.map(({ number }) => number))])).map((one) => [one.number, one]),
  )
  return {
    lines: lines.map((line): Transaction => {
      const one = known.get(line.number)
      const by = one === undefined ? null : one.isSystem ? partName(one.by) : (one.name ?? erasedName(one.by))
      return { ...line, by, reason: one?.reason ?? null }
    }),
    next,
  }
}

/** All lines that match the query, page by page. */
export async function* allTransactions(
  db: Queries,
  account: string,
  query: TransactionQuery,
): AsyncGenerator<Transaction> {
  for (let before = query.before; ; ) {
    const page: Transactions = await readTransactions(db, account, { ...query, before, limit: MOST })
    yield* page.lines
    if (page.next === null) return
    before = page.next
  }
}
