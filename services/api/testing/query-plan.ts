// What Postgres did for a read: as it ran, with the rows that each step read.
import { type QuerySqlToken, sql } from 'slonik'
import type { Queries } from '#services/platform/database/queries.ts'

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
