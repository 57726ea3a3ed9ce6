// What /readyz checks: the database, the event store, and whether the read models follow the log.
import type pg from 'pg'
import type { FreshReads } from '#projections/freshness/fresh-reads.ts'
import type { EventStore } from '#services/event-store/port.ts'

const TIMEOUT_MS = 2_000

/** Names of what does not work: 'database', 'event store', 'projector' (it never ran), or the read models that stopped. */
export function readiness({
  pool,
  store,
  fresh,
}: {
  pool: pg.Pool
  store: Pick<EventStore, 'lastPosition'>
  fresh: Pick<FreshReads, 'projectionHealth'>
}): () => Promise<string[]> {
  return async () => {
    const late = new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT_MS, new Error('no answer')).unref())
    const unlessAnswered = (name: string, answer: Promise<unknown>): Promise<string[]> =>
      Promise.race([answer, late]).then(
        () => [],
        () => [name],
      )
    const silent = await Promise.all([
      unlessAnswered('database', pool.query('select 1')),
      unlessAnswered('event store', store.lastPosition()),
    ])
    const missing = silent.flat()
    const health = fresh.projectionHealth()
    if (health.length === 0) missing.push('projector')
    for (const { projection, failed } of health) if (failed !== null) missing.push(`read model ${projection}`)
    return missing
  }
}
