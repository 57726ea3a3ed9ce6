// What Postgres did for a query: as it ran, with the rows that each step read.
import { type QuerySqlToken, sql } from 'slonik'
import type { Queries } from '#services/platform/database/queries.ts'

/** Runs the query. The plan is JSON of one line. */
export const planOf = async (queries: Queries, query: QuerySqlToken): Promise<string> =>
  JSON.stringify(await queries.oneFirst(sql.unsafe`explain (analyze, format json) ${query}`))
