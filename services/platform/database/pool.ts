// Connections to Postgres.
import pg from 'pg'

export type PoolOptions = {
  /** Connections at most; 10 by default. */
  readonly max?: number
  /** Shown in pg_stat_activity. */
  readonly name?: string
  /** Asked of every new connection before it is used; what it throws fails the query that wanted one. */
  readonly verify?: (client: pg.ClientBase) => Promise<void>
}

/**
 * A pool that survives a restart of Postgres: a broken connection is dropped and the next query opens another. int8
 * comes as string, timestamptz as Date, as `pg` has it.
 */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { verify } = options
  const pool = new pg.Pool({
    ...(verify && { verify: (client, done) => void verify(client).then(() => done(), done) }),
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.name ?? 'fairbook',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  })
  // an idle connection that breaks is no one's failure; without a listener it would end the process
  pool.on('error', () => undefined)
  return pool
}
