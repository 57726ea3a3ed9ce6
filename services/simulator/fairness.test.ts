// Prices tell the truth: over thousands of games, outcomes happen as often as their prices say without the margin.
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { bookmakerKeys, pricesAt } from './feed/bookmakers.ts'
import { withMargin } from './feed/margin.ts'
import { leagues } from './schedule/leagues.ts'
import { createSchedule } from './schedule/schedule.ts'
import type { SimulatedGame } from './schedule/simulated-game.ts'

const all = new Set(bookmakerKeys)
const START = Date.parse('2026-03-01T00:00:00Z')

function* gamesOf(league: (typeof leagues)[number], count: number): Generator<SimulatedGame> {
  const schedule = createSchedule('fairness')
  const seen = new Set<string>()
  for (let instant = START; seen.size < count; instant += 2 * HOUR) {
    for (const game of schedule.known(league, instant, 2 * HOUR)) {
      if (seen.has(game.id) || seen.size === count) continue
      seen.add(game.id)
      yield game
    }
  }
}

/** Undoes what the books do: finds the margin's power again. */
function fairShares(prices: readonly number[]): number[] {
  const implied = prices.map((price) => 1 / price)
  return withMargin(implied, 0)
}

function winner(game: SimulatedGame): string {
  const [home, away] = game.course.scoreAt(game.course.endsAt)
  if (home === away) return 'Draw'
  return home > away ? game.home : game.away
}

const moments: Record<string, (game: SimulatedGame) => number> = {
  'long before the start': ({ listedAt }) => listedAt + 5 * MINUTE,
  'just before the start': ({ course }) => course.startsAt - MINUTE,
  'in the middle': ({ course }) => (course.startsAt + course.endsAt) / 2,
  'near the end': ({ course }) => course.startsAt + 0.85 * (course.endsAt - course.startsAt),
}

describe.each(leagues.filter(({ key }) => !/spain|italy/.test(key)))('prices of $key', (league) => {
  const games = [...gamesOf(league, 2_500)]
  it.each(Object.entries(moments))('are fair %s', (_name, momentOf) => {
    type Bucket = { expected: number; happened: number; variance: number; count: number }
    const buckets = Array.from({ length: 10 }, (): Bucket => ({ expected: 0, happened: 0, variance: 0, count: 0 }))
    for (const game of games) {
      const [book] = pricesAt(game, momentOf(game), all)
      const market = book?.markets.find(({ key }) => key === 'h2h')
      if (market === undefined) continue
      const shares = fairShares(market.outcomes.map(({ price }) => price))
      // one outcome a game: those of a game are not independent
      const { name } = market.outcomes[0]!
      const bucket = buckets[Math.min(9, Math.floor(shares[0]! * 10))]!
      bucket.expected += shares[0]!
      bucket.variance += shares[0]! * (1 - shares[0]!)
      bucket.happened += winner(game) === name ? 1 : 0
      bucket.count += 1
    }
    for (const { expected, happened, variance, count } of buckets) {
      // four standard deviations, and one and a half hundredths for the books' opinions and rounding
      expect(Math.abs(happened - expected)).toBeLessThanOrEqual(4 * Math.sqrt(variance) + 0.015 * count)
    }
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(1_500)
  })
})

describe('the books', () => {
  const games = leagues.flatMap((league) => [...gamesOf(league, 200)])

  it('have a margin of 5 to 7 %, before rounding to a price', () => {
    for (const game of games) {
      for (const { markets } of pricesAt(game, game.course.startsAt - MINUTE, all)) {
        const sum = markets[0]!.outcomes.reduce((total, { price }) => total + 1 / price, 0)
        expect(sum).toBeGreaterThan(1.04)
        expect(sum).toBeLessThan(1.08)
      }
    }
  })

  it('move a few percent before the start, and by more than a tenth in some games', () => {
    const moves = games.map((game) => {
      const price = (instant: number) =>
        pricesAt(game, instant, new Set(['northline']))[0]!.markets[0]!.outcomes[0]!.price
      return Math.abs(price(game.course.startsAt - MINUTE) / price(game.listedAt + 2 * MINUTE) - 1)
    })
    const share = (over: number) => moves.filter((move) => move > over).length / moves.length
    expect(share(0.02)).toBeGreaterThan(0.4)
    expect(share(0.1)).toBeGreaterThan(0.03)
    expect(share(0.1)).toBeLessThan(0.3)
  })

  it('tick once a minute before the start and every 40 seconds in play', () => {
    const game = games.find(({ league }) => league.kind === 'basketball')!
    const ticks = (from: number) =>
      new Set(
        Array.from({ length: 1_200 }, (_, second) => pricesAt(game, from + second * 1_000, new Set(['harbourbet'])))
          .filter((books) => books.length > 0)
          .map(([book]) => book!.updatedAt),
      ).size
    expect(ticks(game.course.startsAt - HOUR)).toBe(21)
    expect(ticks(game.course.startsAt + MINUTE)).toBe(31)
  })

  it('change their order', () => {
    const game = games[0]!
    const orders = new Set(
      Array.from({ length: 40 }, (_, minute) =>
        pricesAt(game, game.listedAt + minute * MINUTE, all)
          .map(({ key }) => key)
          .join(),
      ),
    )
    expect(orders.size).toBeGreaterThan(3)
  })
})
