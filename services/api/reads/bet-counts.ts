// How many open bets each fixture has, counted now and then for all who ask: counting goes through every open bet.
import { LRUCache } from 'lru-cache'

/** System time. */
const COUNTED_EVERY_MS = 2_000

export type BetCounts = ReadonlyMap<string, number>

/** What `count` answered last; at most one is under way. Rejects as it does. */
export function createBetCounts(count: () => Promise<BetCounts>, everyMs = COUNTED_EVERY_MS): () => Promise<BetCounts> {
  const kept = new LRUCache<'all', BetCounts>({ max: 1, ttl: everyMs, fetchMethod: count })
  return () => kept.forceFetch('all')
}
