// What /readyz checks: the database, the event store, and whether the read models follow the log.
import type pg from 'pg'
import type { FreshReads } from '#projections/freshness/fresh-reads.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { isLed } from '#services/platform/database/leadership.ts'

const TIMEOUT_MS = 2_000
/** Longer than another projector needs to take over from a stalled one. */
const LATE_S = 30

export type Readiness = {
  /**
   * What does not work: 'database', 'event store', 'projector' (none leads), or the names of read models that stopped.
   */
  readonly missing: readonly string[]
  /** Read models that lack events recorded half a minute ago, including one that is being built. */
  readonly late: readonly string[]
}

export function readiness({
  pool,
  store,
  fresh,
}: {
  pool: pg.Pool
  store: Pick<EventStore, 'lastPosition'>
  fresh: Pick<FreshReads, 'projectionHealth' | 'lateBy'>
}): () => Promise<Readiness> {
  return async () => {
    const timeout = new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT_MS, new Error('no answer')).unref())
    const unlessAnswered = (name: string, answer: Promise<unknown>): Promise<string[]> =>
      Promise.race([answer, timeout]).then(
        () => [],
        () => [name],
      )
    const silent = await Promise.all([
      unlessAnswered('database', pool.query('select 1')),
      unlessAnswered('event store', store.lastPosition()),
    ])
    const missing = silent.flat()
    const health = fresh.projectionHealth()
    // if the store does not answer, `missing` already says so
    const late = missing.length > 0 ? [] : await Promise.race([fresh.lateBy(LATE_S), timeout]).catch(() => [])
    const isLedNow = () => Promise.race([isLed(pool, 'projector'), timeout]).catch(() => true)
    const isFolded = late.length === 0 || (await isLedNow())
    if (health.length === 0 || !isFolded) missing.push('projector')
    for (const { projection, failed } of health) if (failed !== null) missing.push(`read model ${projection}`)
    return { missing, late }
  }
}
