// Typed queries of the read models: slonik, with every row parsed by the zod schema of its query.
import pg from 'pg'
import { createPool, type DatabasePool, type Interceptor, SchemaValidationError } from 'slonik'

export type Queries = DatabasePool

export type QueriesOptions = {
  /** Maximum number of connections; 10 by default. */
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
 * A pool that survives a restart of Postgres, as `openPool` does. int8 is read as number (amounts in cents stay below
 * 2^53), timestamptz as Date. The error of a failed query may have that of Postgres as its `cause`.
 */
export function openQueries(url: string, options: QueriesOptions = {}): Promise<Queries> {
  const { dsn, ssl } = asPgReads(url, options.name ?? 'fairbook queries')
  return createPool(dsn, {
    ...(ssl && { ssl }),
    maxPoolSize: options.max ?? 10,
    connectionTimeout: 10_000,
    // the caller decides whether to retry
    connectionRetryLimit: 1,
    idleTimeout: 30_000,
    captureStackTrace: false,
    interceptors: [parseRows],
    // no query here leaves state in its session, and the default costs a round trip for each
    resetConnection: async () => undefined,
    typeParsers: [
      { name: 'int8', parse: Number },
      { name: 'timestamptz', parse: (text: string) => new Date(text) },
    ],
  })
}

/** slonik supports fewer forms of `sslmode` than `pg`, which reads the URL for all other connections. */
function asPgReads(url: string, name: string) {
  const { ssl } = new pg.Client(url) as { ssl: unknown }
  const dsn = new URL(url)
  for (const parameter of ['sslmode', 'sslcert', 'sslkey', 'sslrootcert']) dsn.searchParams.delete(parameter)
  dsn.searchParams.set('application_name', name)
  return { dsn: dsn.href, ssl: typeof ssl === 'object' && ssl !== null ? ssl : ssl ? {} : null }
}
