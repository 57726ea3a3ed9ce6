// Metrics about how much of the log is signed, read when scraped.
import type pg from 'pg'
import { secondsBehind } from '#services/event-store/behind.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { gauge, readOnScrape } from '#services/platform/metrics/registry.ts'
import { readHead } from '#services/transparency/tile-rows.ts'

const events = gauge('log_signed_events', 'Events under the newest signed checkpoint')
const unsigned = gauge('log_unsigned_seconds', 'Since the first event that is not signed was recorded')
const witnesses = gauge('log_witness_fault', '1 for what is wrong with a witness', ['witness', 'fault'])

type Parts = { readonly pool: pg.Pool; readonly store: EventStore }

/** Returns a function that stops serving them. */
export function readSigningMetrics({ pool, store }: Parts): () => void {
  async function read(): Promise<void> {
    const head = await readHead(pool)
    events.set(head?.size ?? 0)
    unsigned.set(await secondsBehind(store, head?.position ?? null))
    const { rows } = await pool.query<{ name: string; fault: string }>(
      'select name, fault from app.log_witness where fault is not null',
    )
    for (const { name, fault } of rows) witnesses.set({ witness: name, fault }, 1)
  }
  return readOnScrape({ source: 'signing', gauges: [events, unsigned, witnesses], read })
}
