// Connection pools.
import pg from 'pg'
import { Client } from './client.ts'

export type PoolOptions = {
  /** Maximum number of connections; 10 by default. */
  readonly max?: number
  /** Shown in pg_stat_activity. */
  readonly name?: string
  /** Milliseconds after which a query fails; no limit by default. */
  readonly queryTimeoutMs?: number
  /** Called for every new connection before it is used; if it throws, so does the query that needed the connection. */
  readonly verify?: (client: pg.ClientBase) => Promise<void>
}

/**
 * A pool that survives a restart of Postgres: a broken connection is dropped, and the next query opens another. As in
 * `pg`, int8 is read as string and timestamptz as Date.
 */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { verify } = options
  const pool = new pg.Pool({
    Client,
    ...(options.queryTimeoutMs && { query_timeout: options.queryTimeoutMs }),
    ...(verify && { verify: (client, done) => void verify(client).then(() => done(), done) }),
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.name ?? 'fairbook',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  })
  // a connection that breaks while it is idle, in the pool or between two queries of a transaction, fails the next
  // query on it; without listeners it would end the process
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
