// A single connection to Postgres, outside any pool: for locks, notifications, COPY and sessions with settings of their
// own.
import type { Socket } from 'node:net'
import type pg from 'pg'
import { Client } from './client.ts'

export type ConnectOptions = {
  /** Shown in pg_stat_activity. */
  readonly name: string
  /** 10,000 by default. */
  readonly connectTimeoutMs?: number
  /** A query that takes longer fails; no limit by default. */
  readonly queryTimeoutMs?: number
  /** Sends queries without waiting for the results of earlier ones. */
  readonly pipeline?: boolean
  /** SQL to run first. */
  readonly settings?: string
  /** Instead of a socket made by Node. */
  readonly socket?: () => Socket
}

/**
 * An open connection. Throws what `pg` throws if it cannot be opened. If it breaks later, pending queries reject and
 * the client emits `end`; an `error` without a listener does not end the process.
 */
export async function connect(url: string, options: ConnectOptions): Promise<pg.Client> {
  const { name, connectTimeoutMs = 10_000, queryTimeoutMs, pipeline, settings, socket } = options
  const client: pg.Client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
    ...(pipeline !== undefined && { pipeline }),
    ...(socket !== undefined && { stream: socket }),
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (settings !== undefined) await client.query(settings)
    return client
  } catch (error) {
    client.end().catch(() => undefined)
    throw error
  }
}
