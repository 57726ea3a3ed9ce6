// Removes markets whose prices cannot be meant from a reply before it is stored, and keeps the list of suspended
// markets up to date.
import type { MarketProblem } from '../quotes/market-prices.ts'
import type { PricedFixture } from '../quotes/priced-fixture.ts'
import type { FeedStore } from '../store/feed-store.ts'
import { extremeMove } from './extreme-move.ts'
import type { MeantPrice } from './meant-prices.ts'
import type { Suspension } from './suspensions.ts'

export type FixturePrices = PricedFixture & { readonly problems: ReadonlyMap<string, MarketProblem> }

/**
 * `priced`: the prices to store, without those of suspended markets. `changed`: fixtures with a market that is now
 * suspended, or no longer. `markets`: those that were asked for.
 */
export async function suspendMarkets(
  store: Pick<FeedStore, 'suspended' | 'suspend' | 'resume' | 'meantPrices' | 'noteMeant'>,
  read: readonly FixturePrices[],
  markets: readonly string[],
  now: Date,
): Promise<{ priced: PricedFixture[]; changed: string[] }> {
  const fixtures = read.map(({ fixture }) => fixture)
  const [last, known] = await Promise.all([store.meantPrices(fixtures), store.suspended(fixtures, now)])
  const lastOf = Map.groupBy(last, ({ fixture }) => fixture)
  const knownOf = Map.groupBy(known, ({ fixture }) => fixture)
  const suspensions: Suspension[] = []
  const meant: MeantPrice[] = []
  const resumed: { fixture: string; market: string }[] = []

  const priced = read.map(({ problems, ...one }) => {
    const { fixture, prices } = one
    for (const [market, reason] of problems) suspensions.push({ fixture, market, reason, move: null })
    const before = lastOf.get(fixture) ?? []
    const suspended = knownOf.get(fixture) ?? []
    const offered = [...Map.groupBy(prices, ({ market }) => market)].filter(([market, selections]) => {
      const open = suspended.find((each) => each.market === market)
      const reference = before.filter((price) => price.market === market)
      const move = open?.released ? null : extremeMove(reference, selections)
      // already taken down by a placeholder: a market has one suspension
      if (problems.has(market)) return move === null
      if (move !== null) {
        suspensions.push({ fixture, market, reason: 'extreme-move', move })
        return false
      }
      meant.push(...selections.map(({ point, selection, odds }) => ({ fixture, market, point, selection, odds })))
      if (open !== undefined) resumed.push({ fixture, market })
      return true
    })
    return { ...one, prices: offered.flatMap(([, selections]) => selections) }
  })
  // a suspension also ends when the feed takes the market down altogether
  const ended = known.filter(
    ({ fixture, market, reason }) =>
      reason !== 'extreme-move' &&
      markets.includes(market) &&
      !suspensions.some((each) => each.fixture === fixture && each.market === market),
  )
  const begun = await store.suspend(suspensions, now)
  await store.noteMeant(meant, now)
  const over = await store.resume([...resumed, ...ended])
  return { priced, changed: [...begun, ...over] }
}
