// The components of the log in Postgres.
import type pg from 'pg'
import { openPool } from '#services/platform/database/pool.ts'
import type { LogStart } from '../first-event.ts'
import { AppendConnection } from './append-connection.ts'
import { Appender } from './appender.ts'
import { LogIdentity } from './log-identity.ts'
import { Waker } from './waker.ts'

export type PostgresLogOptions = LogStart & {
  /** A migrated database; the role needs no more than SELECT and EXECUTE in schema log. */
  readonly url: string
  /** Open the log for reading even if it moved to another store. */
  readonly evenMoved?: boolean
  /** Maximum number of connections for reading; 4 by default. Appending, notifying and listening use one more each. */
  readonly readers?: number
  /** Milliseconds; for tests of lost connections. */
  readonly timeouts?: {
    readonly connect?: number
    readonly resolve?: number
    readonly reply?: number
    readonly poll?: number
  }
}

export type Components = {
  readonly appender: Appender
  readonly connection: AppendConnection
  readonly waker: Waker
  readonly pool: pg.Pool
  readonly identity: LogIdentity
}

export function createComponents({ url, readers = 4, timeouts = {} }: PostgresLogOptions): Components {
  const identity = new LogIdentity()
  const waker = new Waker(url)
  const connection = new AppendConnection({
    url,
    connectTimeoutMs: timeouts.connect ?? 5_000,
    resolveTimeoutMs: timeouts.resolve ?? 8_000,
    queryTimeoutMs: timeouts.reply ?? 5_000,
    check: (client) => identity.check(client),
  })
  const pool = openPool(url, { max: readers, name: 'fairbook log', verify: (client) => identity.check(client) })
  return { appender: new Appender(connection, (events) => waker.wake(events)), connection, waker, pool, identity }
}

export async function closeComponents({ connection, waker, pool }: Components): Promise<void> {
  await Promise.all([connection.close(), waker.close(), pool.end()])
}
