// Which projector folds: the leader, whose connection holds the advisory lock. Others stand by and take over within a
// second. The rows are written on that same connection, so a projector that loses the lead cannot write any more.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { LogIdentityMismatch } from '#services/event-store/port.ts'
import { lineOf } from '#services/platform/errors.ts'
import { Backoff } from '#services/platform/process/backoff.ts'
import { connectToFold, SERVED } from './fold-connection.ts'

const LOCK = `hashtextextended('fairbook.projector', 0)`
const QUERY_TIMEOUT_MS = 30_000
const RETRY_MS = { first: 50, max: 2_000 }

export type LeadershipOptions = {
  readonly url: string
  /** How often a projector on standby tries to take the lead. */
  readonly standbyMs: number
  readonly signal: AbortSignal
  /** Logs why it is retrying: one line, once for each reason in a row. */
  readonly log: (line: string) => void
}

/**
 * Calls `lead` whenever this process becomes the leader, until `signal` is aborted. `lead` resolves, or throws when it
 * loses its connection; it calls `onProgress` when it has folded events. Throws LogIdentityMismatch.
 */
export async function leadWheneverPossible(
  { url, standbyMs, signal, log }: LeadershipOptions,
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
      const client = await connectToFold(url, SERVED, { queryTimeoutMs: QUERY_TIMEOUT_MS, batches: true })
      try {
        while (!signal.aborted && !(await tryLead(client))) {
          await pause(standbyMs, undefined, { signal }).catch(() => undefined)
        }
        if (!signal.aborted) await lead(client, onProgress)
      } finally {
        await client.end().catch(() => undefined)
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof LogIdentityMismatch) throw error
      const line = `projector: ${lineOf(error)}; retrying`
      if (line !== lastLine) log(line)
      lastLine = line
      await backoff.wait(signal)
    }
  }
}

/** Held until the connection ends. Never waited for in the database: a waiting query would hold back its vacuum. */
async function tryLead(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ leads: boolean }>(`select pg_try_advisory_lock(${LOCK}) as leads`)
  return rows[0]?.leads === true
}
