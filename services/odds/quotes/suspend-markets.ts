// Takes the markets that cannot be meant out of an answer before it is stored, and keeps the list of them up to date.
import type { FeedStore } from '../store/feed-store.ts'
import type { MarketProblem, PricedSelection } from './market-prices.ts'
import type { PricedFixture } from './priced-fixture.ts'
import type { StoredPrice } from './quote-writer.ts'
import { extremeMove, type SuspendedMarket, type Suspension } from './suspensions.ts'

export type FixturePrices = PricedFixture & { readonly problems: ReadonlyMap<string, MarketProblem> }

/** The prices to store: those of suspended markets are left out. `markets`: those that were asked for. */
export async function suspendMarkets(
  store: Pick<FeedStore, 'suspended' | 'suspend' | 'resume' | 'storedPrices'>,
  read: readonly FixturePrices[],
  markets: readonly string[],
  now: Date,
): Promise<PricedFixture[]> {
  const fixtures = read.map(({ fixture }) => fixture)
  const [stored, known] = await Promise.all([store.storedPrices(fixtures), store.suspended(fixtures)])
  const storedOf = Map.groupBy(stored, ({ fixture }) => fixture)
  const knownOf = Map.groupBy(known, ({ fixture }) => fixture)
  const suspensions: Suspension[] = []
  const resumed: { fixture: string; market: string }[] = []

  const priced = read.map(({ problems, ...one }) => {
    const { fixture, prices } = one
    for (const [market, reason] of problems) suspensions.push({ fixture, market, reason, move: null })
    const before = storedOf.get(fixture) ?? []
    const suspended = knownOf.get(fixture) ?? []
    const offered = [...Map.groupBy(prices, ({ market }) => market)].filter(([market, now]) => {
      const open = suspended.find((each) => each.market === market)
      const move = moveOf(
        open,
        before.filter((price) => price.market === market),
        now,
      )
      // down by a placeholder already: a market has one suspension
      if (move !== null && problems.has(market)) return false
      if (move !== null) suspensions.push({ fixture, market, reason: 'extreme-move', move })
      else if (open !== undefined && !problems.has(market)) resumed.push({ fixture, market })
      return move === null
    })
    return { ...one, prices: offered.flatMap(([, selections]) => selections) }
  })
  // a suspension that the feed has ended by taking the market away is over, too
  const ended = known.filter(
    ({ fixture, market, reason }) =>
      reason !== 'extreme-move' &&
      markets.includes(market) &&
      !suspensions.some((each) => each.fixture === fixture && each.market === market),
  )
  await store.suspend(suspensions, now)
  await store.resume([...resumed, ...ended])
  return priced
}

/** How far a market has moved: from its stored prices, or from where it was before it was suspended for that. */
function moveOf(open: SuspendedMarket | undefined, before: readonly StoredPrice[], now: readonly PricedSelection[]) {
  if (open?.released) return null
  if (open?.reason !== 'extreme-move' || open.move === null) return extremeMove(before, now)
  const { point, selection, from: odds } = open.move
  return extremeMove([{ point, selection, odds }], now)
}
