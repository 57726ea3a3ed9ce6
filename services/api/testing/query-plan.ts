// What Postgres did for a read: its actual plan, with the rows that each step read.
import pg from 'pg'
import { type QuerySqlToken, sql } from 'slonik'
import type { Queries } from '#services/platform/database/queries.ts'

/**
 * Leaves a table as it would be after some time: with statistics, and with rows marked visible, without which there are
 * no index-only scans.
 */
export async function vacuum(ownerUrl: string, table: string): Promise<void> {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  try {
    // tests commit without waiting for the disk, and rows of such a commit are not marked until it has been flushed
    await owner.query('checkpoint')
    await owner.query(`vacuum analyze ${table}`)
  } finally {
    await owner.end()
  }
}

/** Runs a read that makes one query, and returns the plan as JSON on one line. */
export async function planOf(queries: Queries, read: (db: Queries) => Promise<unknown>): Promise<string> {
  let plan = ''
  const explained =
    (method: 'any' | 'one') =>
    async (query: QuerySqlToken): Promise<unknown> => {
      plan = JSON.stringify(await queries.oneFirst(sql.unsafe`explain (analyze, format json) ${query}`))
      return queries[method](query)
    }
  await read({ any: explained('any'), one: explained('one') } as Queries)
  return plan
}
