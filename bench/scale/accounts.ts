// How the load of accounts is distributed over shards that are chosen by account id.
import { SeededRandom } from '#projections/testing/seeded-random.ts'

/**
 * Each shard's share of all bets; the shares add up to 1. The account of rank r bets in proportion to 1 / (r + 100):
 * the busiest hundred are similar, and beyond them it falls by Zipf's law. An id is random, and so is its shard.
 */
export function sharesOf(shards: number, accounts: number, seed: number): number[] {
  const random = new SeededRandom(seed)
  const weights = new Array<number>(shards).fill(0)
  let total = 0
  for (let rank = 1; rank <= accounts; rank += 1) {
    const weight = 1 / (rank + 100)
    const shard = random.below(shards)
    weights[shard] = weights[shard]! + weight
    total += weight
  }
  return weights.map((weight) => weight / total)
}
