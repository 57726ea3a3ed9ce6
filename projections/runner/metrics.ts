// How far the read models have got, read at each scrape.
import type pg from 'pg'
import { secondsBehind } from '#services/event-store/behind.ts'
import type { EventStore, Position } from '#services/event-store/port.ts'
import { gauge, readOnScrape } from '#services/platform/metrics/registry.ts'
import { PROJECTIONS } from '../projection.ts'
import { readCheckpoints } from './checkpoint.ts'
import type { Projector } from './projector.ts'

const leading = gauge('projector_leading', '1 where this process folds, 0 where it stands by')
const events = gauge('projection_events', 'Events that a read model has folded', ['projection'])
const lag = gauge('projection_lag_seconds', 'Since the first event that a read model does not have was recorded', [
  'projection',
])
const stopped = gauge('projection_stopped', '1 where a read model stopped at an event', ['projection'])

type Read = { readonly pool: pg.Pool; readonly store: Pick<EventStore, 'readAll'> }
type Parts = { readonly pool: pg.Pool; readonly store: EventStore; readonly projector: Projector }

/** Returns a function that stops it. */
export function readProjectionMetrics({ pool, store, projector }: Parts): () => void {
  const stops = [
    readProjectionProgress({ pool, store }),
    readOnScrape({ source: 'lead', gauges: [leading], read: () => leading.set(projector.leading ? 1 : 0) }),
  ]
  return () => stops.forEach((stop) => void stop())
}

/**
 * For processes that do not fold too, because a projector that is frozen reports nothing. Returns a function that stops
 * it.
 */
export function readProjectionProgress({ pool, store }: Read): () => void {
  async function read(): Promise<void> {
    const checkpoints = await readCheckpoints(pool, PROJECTIONS, { schema: 'app' })
    // nearly all are at the same event
    const behind = new Map<Position | null, Promise<number>>()
    for (const { projection, position, number, failed } of checkpoints) {
      const seconds = behind.get(position) ?? secondsBehind(store, position)
      behind.set(position, seconds)
      lag.set({ projection }, await seconds)
      events.set({ projection }, number + 1)
      stopped.set({ projection }, failed === null ? 0 : 1)
    }
  }
  return readOnScrape({ source: 'projections', gauges: [events, lag, stopped], read })
}
