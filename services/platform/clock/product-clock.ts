// The clock of a product made of any number of processes: the first of them starts it, the last one stops it, and one that
// joins or leaves in between changes nothing. Each holds a shared lock for as long as it runs; who can have the same
// lock alone is the only one.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Clock, openClock, startClock, stopClock } from './clock.ts'

const LOCK = `hashtextextended('fairbook.clock', 0)`
const CONNECT_MS = 10_000
const AGAIN_MS = 1_000

export type ProductClockOptions = {
  readonly url: string
  readonly pool: pg.Pool
  /** Business seconds in a system second, for the process that starts the clock. */
  readonly speed: number
}

/**
 * The running product's clock, started at `speed` where no process runs yet. Where one does, its speed stands:
 * `clock.speed` says which.
 */
export async function joinClock({ url, pool, speed }: ProductClockOptions): Promise<Clock> {
  const part = await join(url, () => startClock(pool, speed))
  const clock = await openClock(pool).catch(async (error: unknown) => {
    await part.leave(async () => undefined)
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
      await part.leave(() => stopClock(pool))
    },
  }
}

type Joining = { leave(last: () => Promise<void>): Promise<void> }

/** `first` is called where no other process has a part; `leave` calls `last` where none is left. */
async function join(url: string, first: () => Promise<void>): Promise<Joining> {
  let client = await connect(url)
  let left = false
  try {
    if (await isSoleProcess(client)) await beginAsSoleProcess(client, first)
    else {
      await client.query(`select pg_advisory_lock_shared(${LOCK})`)
      // the last of the others may just have left
      if (await isSoleProcess(client)) await beginAsSoleProcess(client, first)
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  void keep()

  /** A Postgres that restarts forgets its locks, and the product goes on. */
  async function keep(): Promise<void> {
    while (!left) {
      await new Promise<void>((resolve) => client.once('end', () => resolve()))
      while (!left) {
        await pause(AGAIN_MS, undefined, { ref: false })
        const next = await connect(url).catch(() => null)
        if (next === null) continue
        client = next
        const held = await client.query(`select pg_advisory_lock_shared(${LOCK})`).catch(() => null)
        if (held !== null) break
      }
    }
  }

  return {
    async leave(last) {
      left = true
      try {
        await client.query(`select pg_advisory_unlock_shared(${LOCK})`)
        if (await isSoleProcess(client)) await last()
      } catch {
        // without its database there is nothing to stop: the next start goes on from the bound
      }
      await client.end().catch(() => undefined)
    },
  }
}

async function isSoleProcess(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ alone: boolean }>(`select pg_try_advisory_lock(${LOCK}) as alone`)
  return rows[0]?.alone === true
}

/** Others wait for the shared lock until the clock has been started. */
async function beginAsSoleProcess(client: pg.Client, first: () => Promise<void>): Promise<void> {
  await first()
  await client.query(`select pg_advisory_lock_shared(${LOCK})`)
  await client.query(`select pg_advisory_unlock(${LOCK})`)
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'fairbook clock',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  })
  // the end that follows is what counts
  client.on('error', () => undefined)
  try {
    await client.connect()
    // the server notices within seconds that this machine has vanished
    await client.query('set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3')
    return client
  } catch (error) {
    client.end().catch(() => undefined)
    throw error
  }
}
