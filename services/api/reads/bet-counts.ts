// How many bets each fixture has, read at most every two seconds.
import { LRUCache } from 'lru-cache'

/** System time. */
const COUNTED_EVERY_MS = 2_000

export type BetCounts = ReadonlyMap<string, number>

/** The last result of `count`, which runs at most once at a time. Rejects as it does. */
export function createBetCounts(count: () => Promise<BetCounts>, everyMs = COUNTED_EVERY_MS): () => Promise<BetCounts> {
  const cache = new LRUCache<'all', BetCounts>({ max: 1, ttl: everyMs, fetchMethod: count })
  return () => cache.forceFetch('all')
}
