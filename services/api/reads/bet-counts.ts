// How many bets each fixture has, read at most every two seconds.
import { LRUCache } from 'lru-cache'

/** In system time. */
const COUNTED_EVERY_MS = 2_000

export type BetCounts = ReadonlyMap<string, number>

/** Returns the last result of `count`, which never runs twice at a time. Rejects as `count` does. */
export function createBetCounts(count: () => Promise<BetCounts>, everyMs = COUNTED_EVERY_MS): () => Promise<BetCounts> {
  const cache = new LRUCache<'all', BetCounts>({ max: 1, ttl: everyMs, fetchMethod: count })
  return () => cache.forceFetch('all')
}
