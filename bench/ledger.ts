// Observes the ledger that a benchmark loads: its length, and how far behind the read models are.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openEventStore } from '#services/event-store/open.ts'
import type { EventStore } from '#services/event-store/port.ts'

export type Ledger = {
  readonly store: EventStore
  /** Waits until the read models have everything that is in the log; returns the seconds it took. */
  catchUpSeconds(): Promise<number>
  /** Number of events that the read models have folded. */
  events(): Promise<number>
  close(): Promise<void>
}

export async function openLedger(settings: Parameters<typeof openEventStore>[0]): Promise<Ledger> {
  const store = await openEventStore(settings)
  const pool = new pg.Pool({ connectionString: settings.DATABASE_URL, max: 1 })
  const positions = async () =>
    (await pool.query<{ position: string | null }>('select position from app.projection_checkpoint')).rows
  return {
    store,
    async catchUpSeconds() {
      const head = await store.lastPosition()
      const begin = performance.now()
      const isBehind = ({ position }: { position: string | null }) =>
        head !== null && (position === null || store.comparePositions(position, head) < 0)
      while ((await positions()).some(isBehind)) await pause(20)
      return (performance.now() - begin) / 1000
    },
    async events() {
      const { rows } = await pool.query<{ events: string }>(
        'select max(number) + 1 as events from app.projection_checkpoint',
      )
      return Number(rows[0]!.events)
    },
    async close() {
      await pool.end()
      await store.close()
    },
  }
}
