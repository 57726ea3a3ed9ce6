// Which of several like processes works: the leader, whose connection holds an advisory lock. Others stand by and take over
// within a second. The leader writes on that same connection, so that one that loses the lead cannot write any more; where it writes
// on another, too, something else has to see to that (projections/runner/lanes/lanes.ts).
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { lineOf } from '../errors.ts'
import { Backoff } from '../process/backoff.ts'
import { unrecoverableIn } from '../process/transient-errors.ts'

const RETRY_MS = { first: 50, max: 2_000 }
const STANDBY_MS = 500

export type LeadershipOptions = {
  /** Whose lead it is; processes of one name exclude each other. */
  readonly name: string
  readonly connect: () => Promise<pg.Client>
  /** How often a process on standby tries to take the lead; 500 by default. */
  readonly standbyMs?: number | undefined
  readonly signal: AbortSignal
  /** Logs why it is retrying: one line, once for each reason in a row. */
  readonly log: (line: string) => void
}

/**
 * Calls `lead` whenever this process becomes the leader, until `signal` is aborted. `lead` resolves, or throws when it
 * loses its connection; it calls `onProgress` when it has done some of its work. Throws what nothing recovers from.
 */
export async function leadWheneverPossible(
  { name, connect, standbyMs = STANDBY_MS, signal, log }: LeadershipOptions,
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
        if (!signal.aborted) await lead(client, onProgress)
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

/** Held until the connection ends. Never waited for in the database: a waiting query would hold back its vacuum. */
async function tryLead(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ leads: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('fairbook.' || $1::text, 0)) as leads`,
    [name],
  )
  return rows[0]?.leads === true
}
