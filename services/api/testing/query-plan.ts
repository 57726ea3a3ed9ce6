// What Postgres did for a read: as it ran, with the rows that each step read.
import pg from 'pg'
import { type QuerySqlToken, sql } from 'slonik'
import type { Queries } from '#services/platform/database/queries.ts'

/** Leaves a table as time does: statistics made, and rows known to be visible, without which no index is read alone. */
export async function vacuum(ownerUrl: string, table: string): Promise<void> {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  try {
    // tests commit without waiting for the disk, and no row of such a commit is marked until it is there
    await owner.query('checkpoint')
    await owner.query(`vacuum analyze ${table}`)
  } finally {
    await owner.end()
  }
}

/** Runs the read, which is of one query. The plan is JSON of one line. */
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
