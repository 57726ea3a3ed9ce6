// How long appends take, what becomes of them, and how many events go together.
import { counter, histogram } from '#services/platform/metrics/registry.ts'
import type { AppendResult } from './port.ts'

const durations = histogram('append_seconds', 'From an append to its durable result')
const results = counter('appends_total', 'Appends by their result: written, conflict, or the name of a failure', [
  'result',
])
const sizes = histogram('append_batch_events', 'Events that were sent in one call', {
  buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000],
})

/** Of one call to the store. */
export const observeBatch = (events: number): void => sizes.observe(events)

/** Counts an append by what it comes to. */
export async function countedAppend(append: Promise<AppendResult>): Promise<AppendResult> {
  const begun = performance.now()
  let result = 'Error'
  try {
    const answer = await append
    result = answer.ok ? 'written' : 'conflict'
    return answer
  } catch (error) {
    if (error instanceof Error) result = error.name
    throw error
  } finally {
    results.inc({ result })
    durations.observe((performance.now() - begun) / 1_000)
  }
}
