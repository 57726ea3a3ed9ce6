// Locks by name, which end with the process that holds them, or with its connection. All locks of a process are on one
// separate connection, so work under a lock keeps no transaction open, and none of a pool's connections.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { TransientError } from '../errors.ts'
import { connect } from './connect.ts'

/** For a request that finds another one at work: less than a request may take. */
export const LOCK_WAIT_MS = 15_000
const RETRY_MS = 20
/** A connection that idles for days may be lost without notice. */
const QUERY_TIMEOUT_MS = 10_000

/** Others have held the lock for as long as the caller was willing to wait. */
export class LockHeld extends TransientError {
  override readonly name = 'LockHeld'
}

export type SessionLocks = {
  /**
   * Does work that nobody else does under this name, in any process. What it writes through `client`, one statement at
   * a time, is written only while the lock is held: if the connection is lost, that throws. Throws LockHeld after
   * `waitMs`.
   */
  hold<Result>(name: string, waitMs: number, work: (client: pg.ClientBase) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

const lockOf = (call: string) => ({
  name: call,
  text: `select ${call}(hashtextextended('fairbook.' || $1::text, 0)) as done`,
})
/** Never waits in the database: a waiting query would hold back vacuums, and everything else on the connection. */
const TRY = lockOf('pg_try_advisory_lock')
const UNLOCK = lockOf('pg_advisory_unlock')

/** `connectionName`: shown in pg_stat_activity. It connects when the first lock is requested. */
export function createSessionLocks(url: string, connectionName: string): SessionLocks {
  let current: Promise<pg.Client> | null = null
  /**
   * Postgres grants a session a lock that it already holds, so within this process the names themselves exclude each
   * other.
   */
  const taken = new Set<string>()

  function session(): Promise<pg.Client> {
    current ??= begin()
    return current
  }

  function begin(): Promise<pg.Client> {
    const begun = connect(url, { name: connectionName, pipeline: true, queryTimeoutMs: QUERY_TIMEOUT_MS })
    const forget = () => {
      if (current === begun) current = null
    }
    const giveUp = (client: pg.Client) => {
      forget()
      client.end().catch(() => undefined)
    }
    begun.then((client) => client.once('end', forget).once('error', () => giveUp(client)), forget)
    return begun
  }

  async function tryTake(client: pg.Client, name: string): Promise<boolean> {
    if (taken.has(name)) return false
    taken.add(name)
    let done = false
    try {
      const { rows } = await client.query<{ done: boolean }>({ ...TRY, values: [name] })
      done = rows[0]?.done === true
    } finally {
      if (!done) taken.delete(name)
    }
    return done
  }

  async function release(client: pg.Client, name: string): Promise<void> {
    try {
      await client.query({ ...UNLOCK, values: [name] })
    } catch {
      // the lock is gone with the connection
      await client.end().catch(() => undefined)
    }
    taken.delete(name)
  }

  return {
    async hold(name, waitMs, work) {
      const deadline = performance.now() + waitMs
      let client = await session()
      while (!(await tryTake(client, name))) {
        if (performance.now() + RETRY_MS > deadline) throw new LockHeld(`others are at work on ${name}`)
        await pause(RETRY_MS)
        client = await session()
      }
      try {
        return await work(client)
      } finally {
        await release(client, name)
      }
    },
    async close() {
      await current?.then((client) => client.end()).catch(() => undefined)
    },
  }
}

/** Null if others hold the lock. */
export const unlessHeld = <Result>(work: Promise<Result>): Promise<Result | null> =>
  work.catch((error: unknown) => {
    if (error instanceof LockHeld) return null
    throw error
  })
