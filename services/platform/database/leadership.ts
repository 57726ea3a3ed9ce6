// Elects the one of several like processes that works: the leader, whose connection holds an advisory lock. Others
// stand by and take over within a second, or, if the leader's process is frozen, after some moments. The leader writes
// on that same connection, so a process that loses the lead cannot write any more. If it writes on another connection
// too, something else has to make sure of that (projections/runner/lanes/lanes.ts).
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { lineOf } from '../errors.ts'
import { Backoff } from '../process/backoff.ts'
import { unrecoverableIn } from '../process/transient-errors.ts'

const RETRY_MS = { first: 50, max: 2_000 }
const STANDBY_MS = 500
/**
 * A leader that is silent for this long is frozen. Postgres ends its session, and with it the lead and any open
 * transaction.
 */
export const STANDS_STILL_MS = 15_000
/** How often a leader says in that time that it is working. */
const BEATS = 5

export type LeadershipOptions = {
  /** The name of the lead; processes with the same name exclude each other. */
  readonly name: string
  readonly connect: () => Promise<pg.Client>
  /** How often a process on standby tries to take the lead, in milliseconds; 500 by default. */
  readonly standbyMs?: number | undefined
  /** STANDS_STILL_MS by default. */
  readonly standsStillMs?: number | undefined
  readonly signal: AbortSignal
  /** Logs why it is retrying: one line, once for each reason in a row. */
  readonly log: (line: string) => void
}

/**
 * Calls `lead` whenever this process becomes the leader, until `signal` is aborted. `lead` resolves, or throws when it
 * loses its connection; it calls `onProgress` when it has done some of its work. Throws errors that nothing recovers
 * from.
 */
export async function leadWheneverPossible(
  { name, connect, standbyMs = STANDBY_MS, standsStillMs = STANDS_STILL_MS, signal, log }: LeadershipOptions,
  lead: (client: pg.Client, onProgress: () => void) => Promise<void>,
): Promise<void> {
  const backoff = new Backoff(RETRY_MS.first, RETRY_MS.max)
  let lastLine: string | null = null
  const onProgress = () => {
    backoff.reset()
    lastLine = null
  }
  while (!signal.aborted) {
    try {
      const client = await connect()
      try {
        while (!signal.aborted && !(await tryLead(client, name))) {
          await pause(standbyMs, undefined, { signal }).catch(() => undefined)
        }
        if (!signal.aborted) await saying(client, standsStillMs, () => lead(client, onProgress))
      } finally {
        await client.end().catch(() => undefined)
      }
    } catch (error) {
      if (signal.aborted) return
      if (unrecoverableIn(error) !== null) throw error
      const line = `${name}: ${lineOf(error)}; retrying`
      if (line !== lastLine) log(line)
      lastLine = line
      await backoff.wait(signal)
    }
  }
}

/**
 * Does work under a lock that this connection holds, and sends a query over it now and then to show that it goes on. A
 * frozen machine or process does not, although its system keeps the connection: then Postgres ends the session, and the
 * lock is free.
 */
export async function saying<T>(client: pg.Client, standsStillMs: number, work: () => Promise<T>): Promise<T> {
  await client.query(
    `select set_config('idle_session_timeout', $1, false), set_config('idle_in_transaction_session_timeout', $1, false)`,
    [String(standsStillMs)],
  )
  let isAsking = false
  const beat = setInterval(() => {
    if (isAsking) return
    isAsking = true
    const said = () => {
      isAsking = false
    }
    // the work itself notices if the connection is lost
    client.query('select 1').then(said, said)
  }, standsStillMs / BEATS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
  }
}

const KEY = `hashtextextended('fairbook.' || $1::text, 0)`

/** Whether some process has this lead. */
export async function isLed(db: Pick<pg.Pool, 'query'>, name: string): Promise<boolean> {
  const { rows } = await db.query<{ isLed: boolean }>(
    `select exists (
       select from pg_locks
       where locktype = 'advisory' and objsubid = 1 and granted
         and database = (select oid from pg_database where datname = current_database())
         and (classid::bigint << 32 | objid::bigint) = ${KEY}
     ) as "isLed"`,
    [name],
  )
  return rows[0]?.isLed === true
}

/** Held until the connection ends. It never waits in the database, because a waiting query would hold back vacuums. */
async function tryLead(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ leads: boolean }>(`select pg_try_advisory_lock(${KEY}) as leads`, [name])
  return rows[0]?.leads === true
}
