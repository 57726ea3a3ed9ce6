// The clock of a product made of any number of processes: the first starts it, the last stops it, and one that joins or
// leaves in between changes nothing. Each holds a shared advisory lock while it runs; a process that can take the same
// lock exclusively is the only one.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from '../database/connect.ts'
import { type Clock, openClock, startClock, stopClock } from './clock.ts'

const LOCK = `hashtextextended('fairbook.clock', 0)`
const RECONNECT_MS = 1_000

export type ProductClockOptions = {
  readonly url: string
  readonly pool: pg.Pool
  /** Business seconds per system second, if this process starts the clock. */
  readonly speed: number
}

/**
 * The running product's clock, started at `speed` if no other process runs yet. Otherwise the running clock keeps its
 * speed: see `clock.speed`.
 */
export async function joinClock({ url, pool, speed }: ProductClockOptions): Promise<Clock> {
  const membership = await join(url, () => startClock(pool, speed))
  const clock = await openClock(pool).catch(async (error: unknown) => {
    await membership.leave(async () => undefined)
    throw error
  })
  return {
    businessNow: () => clock.businessNow(),
    systemNow: () => clock.systemNow(),
    get speed() {
      return clock.speed
    },
    async close() {
      await clock.close()
      await membership.leave(() => stopClock(pool))
    },
  }
}

type Membership = { leave(onLast: () => Promise<void>): Promise<void> }

/** `onFirst` is called if no other process has joined; `leave` calls `onLast` if none remains. */
async function join(url: string, onFirst: () => Promise<void>): Promise<Membership> {
  let client = await open(url)
  let left = false
  try {
    if (await isSoleProcess(client)) await beginAsSoleProcess(client, onFirst)
    else {
      await client.query(`select pg_advisory_lock_shared(${LOCK})`)
      // the last of the others may just have left
      if (await isSoleProcess(client)) await beginAsSoleProcess(client, onFirst)
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  void rejoinWhenLost()

  /** A Postgres that restarts forgets its locks while the product keeps running. */
  async function rejoinWhenLost(): Promise<void> {
    while (!left) {
      await new Promise<void>((resolve) => client.once('end', () => resolve()))
      while (!left) {
        await pause(RECONNECT_MS, undefined, { ref: false })
        const next = await open(url).catch(() => null)
        if (next === null) continue
        client = next
        const locked = await client.query(`select pg_advisory_lock_shared(${LOCK})`).catch(() => null)
        if (locked !== null) break
      }
    }
  }

  return {
    async leave(onLast) {
      left = true
      try {
        await client.query(`select pg_advisory_unlock_shared(${LOCK})`)
        if (await isSoleProcess(client)) await onLast()
      } catch {
        // without its database there is nothing to stop: the next start resumes from the bound
      }
      await client.end().catch(() => undefined)
    },
  }
}

async function isSoleProcess(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ sole: boolean }>(`select pg_try_advisory_lock(${LOCK}) as sole`)
  return rows[0]?.sole === true
}

/** Others wait for the shared lock until the clock has been started. */
async function beginAsSoleProcess(client: pg.Client, onFirst: () => Promise<void>): Promise<void> {
  await onFirst()
  await client.query(`select pg_advisory_lock_shared(${LOCK})`)
  await client.query(`select pg_advisory_unlock(${LOCK})`)
}

/** The keepalives let the server notice within seconds that this machine is gone. */
const open = (url: string): Promise<pg.Client> =>
  connect(url, {
    name: 'fairbook clock',
    settings: 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3',
  })
