// How long appends take, how they end, and how many events go together.
import { observed } from '#services/platform/metrics/outcome.ts'
import { counter, histogram } from '#services/platform/metrics/registry.ts'
import type { AppendResult } from './port.ts'

const durations = histogram('append_seconds', 'From an append to its durable result')
const results = counter('appends_total', 'Appends by their result: written, conflict, or the name of a failure', [
  'result',
])
const sizes = histogram('append_batch_events', 'Events that were sent in one call', {
  buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000],
})

/** For each call to the store. */
export const observeBatch = (events: number): void => sizes.observe(events)

/** Counts an append by its result. */
export const countedAppend = (append: Promise<AppendResult>): Promise<AppendResult> =>
  observed(
    append,
    ({ ok }) => (ok ? 'written' : 'conflict'),
    (result, seconds) => {
      results.inc({ result })
      durations.observe(seconds)
    },
  )
