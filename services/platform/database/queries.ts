// Typed queries of the read models: slonik, with every row parsed by the zod schema of its query.
import pg from 'pg'
import { createPool, type DatabasePool, type Interceptor, SchemaValidationError } from 'slonik'

export type Queries = DatabasePool

export type QueriesOptions = {
  /** Connections at most; 10 by default. */
  readonly max?: number
  /** Shown in pg_stat_activity. */
  readonly name?: string
}

const parseRows: Interceptor = {
  name: 'parse rows',
  transformRow({ resultParser }, query, row) {
    if (!resultParser) return row
    const parsed = resultParser['~standard'].validate(row)
    if (parsed instanceof Promise) throw new TypeError('rows are parsed by synchronous schemas only')
    if (parsed.issues) throw new SchemaValidationError(query, row, parsed.issues)
    return parsed.value as typeof row
  },
}

/**
 * A pool that survives a restart of Postgres, as `openPool` does. int8 comes as number (amounts in cents stay below
 * 2^53), timestamptz as Date. What Postgres says of a failed query may stand in the `cause` of the error.
 */
export function openQueries(url: string, options: QueriesOptions = {}): Promise<Queries> {
  const { dsn, ssl } = asPgReads(url, options.name ?? 'fairbook queries')
  return createPool(dsn, {
    ...(ssl && { ssl }),
    maxPoolSize: options.max ?? 10,
    connectionTimeout: 10_000,
    // whoever asked is told, and asks again
    connectionRetryLimit: 1,
    idleTimeout: 30_000,
    captureStackTrace: false,
    interceptors: [parseRows],
    // every query here is plain SQL that leaves no state in its session: the default costs a round trip for each
    resetConnection: async () => undefined,
    typeParsers: [
      { name: 'int8', parse: Number },
      { name: 'timestamptz', parse: (text: string) => new Date(text) },
    ],
  })
}

/** slonik knows fewer forms of `sslmode` than `pg`, whose reading of the URL holds for all other connections. */
function asPgReads(url: string, name: string) {
  const { ssl } = new pg.Client(url) as { ssl: unknown }
  const dsn = new URL(url)
  for (const parameter of ['sslmode', 'sslcert', 'sslkey', 'sslrootcert']) dsn.searchParams.delete(parameter)
  dsn.searchParams.set('application_name', name)
  return { dsn: dsn.href, ssl: typeof ssl === 'object' && ssl !== null ? ssl : ssl ? {} : null }
}
