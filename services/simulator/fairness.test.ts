// Prices are true: over a season of every league, the outcomes of every market happen as often as their prices say
// without the margin.
import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { allMarkets, bookmakerKeys, type PricedMarket, pricesAt } from './feed/bookmakers.ts'
import { withMargin } from './feed/margin.ts'
import { leagues } from './schedule/leagues.ts'
import type { SimulatedGame } from './schedule/simulated-game.ts'
import { type Came, cameTo, seasonOf } from './testing/season.ts'

const GAMES = 240
const matches = leagues.filter(({ kind }) => kind !== 'tournament')
const all = new Set(bookmakerKeys)

const moments: ((game: SimulatedGame) => number)[] = [
  ({ listedAt }) => listedAt + 5 * MINUTE,
  ({ course }) => course.startsAt - MINUTE,
  ({ course }) => course.startsAt + 0.2 * (course.closesAt - course.startsAt),
  ({ course }) => (course.startsAt + course.closesAt) / 2,
  ({ course }) => course.startsAt + 0.85 * (course.closesAt - course.startsAt),
]

/**
 * Sums over bets with about the same chance according to their price. `surplus`: what was won above what the price
 * said.
 */
type Bucket = { surplus: number; variance: number; bets: number }
/** By market or league, then by tenths of the chance and by which side the bet was on. */
type Table = Map<string, Map<string, Bucket>>

function count(table: Table, key: string, on: string, chance: number, { won, lost }: Came): void {
  const buckets = table.get(key) ?? new Map<string, Bucket>()
  table.set(key, buckets)
  const place = `${on} ${Math.floor(chance * 10)}`
  const bucket = buckets.get(place) ?? { surplus: 0, variance: 0, bets: 0 }
  buckets.set(place, bucket)
  const staked = won + lost
  bucket.surplus += won - chance * staked
  bucket.variance += chance * (1 - chance) * staked * staked
  bucket.bets += 1
}

/** Outcomes of which exactly one wins; for alternate lines, those of one line. */
function oneBook({ key, outcomes }: PricedMarket, pick: number): PricedMarket['outcomes'] {
  if (!/^(alternate_|team_)/.test(key)) return outcomes
  return outcomes.slice(2 * (pick % (outcomes.length / 2)), 2 * (pick % (outcomes.length / 2)) + 2)
}

const roleOf = (game: SimulatedGame, name: string): string => name.replace(game.home, 'home').replace(game.away, 'away')

/** Of two outcomes, one wins what the other loses. Always the same one is looked at, or errors would cancel out. */
const firstOf = (game: SimulatedGame, outcomes: PricedMarket['outcomes']): number =>
  Math.max(
    0,
    outcomes.findIndex(({ name }) => name === game.home || name === 'Over' || name === 'Yes'),
  )

/** Inverts the margin's power, which gives what the bookmaker took for fair. */
function fairShares(key: string, prices: readonly number[]): number[] {
  const implied = prices.map((price) => 1 / price)
  if (key !== 'double_chance') return withMargin(implied, 0)
  // each is the sum of two of the three shares
  const sum = implied.reduce((total, share) => total + share, 0) / 2
  const singles = withMargin(
    implied.map((share) => Math.max(1e-6, sum - share)),
    0,
  )
  return singles.map((share) => 1 - share)
}

/** Chi-square: the sum of as many squared standard normal numbers as there are buckets. */
function chiSquare(table: ReadonlyMap<string, Bucket>): { value: number; limit: number; bets: number } {
  const buckets = [...table.values()]
  const filled = buckets.filter(({ variance }) => variance >= 2)
  const value = filled.reduce((sum, { surplus, variance }) => sum + (surplus * surplus) / variance, 0)
  // the 0.1 % limit (approximation of Wilson and Hilferty)
  const limit = filled.length * (1 - 2 / (9 * filled.length) + 3.09 * Math.sqrt(2 / (9 * filled.length))) ** 3
  return { value, limit, bets: buckets.reduce((sum, { bets }) => sum + bets, 0) }
}

describe('prices of a season', () => {
  const byMarket: Table = new Map()
  const byLeague: Table = new Map()
  const quarterLines = { spreads: 0, totals: 0 }

  beforeAll(() => {
    for (const league of matches) {
      for (const [index, game] of seasonOf(league, GAMES).entries()) {
        const instant = moments[index % moments.length]!(game)
        const books = pricesAt(game, instant, new Set(['harbourbet']), allMarkets(game))
        const quarter =
          league.kind === 'soccer' ? pricesAt(game, instant, new Set(['northline']), ['spreads', 'totals']) : []
        for (const [own, market] of [...books, ...quarter].flatMap(({ key, markets }) =>
          markets.map((each) => [key, each] as const),
        )) {
          const outcomes = oneBook(market, index)
          const chances = fairShares(
            market.key,
            outcomes.map(({ price }) => price),
          )
          // one bet per market: those of the same game are not independent
          const which = outcomes.length === 2 ? firstOf(game, outcomes) : index % outcomes.length
          const on = roleOf(game, outcomes[which]!.name)
          const came = cameTo(game, market.key, outcomes, outcomes[which]!)
          if (own === 'northline') {
            if (Number.isInteger(outcomes[0]!.point! * 2)) continue
            quarterLines[market.key as 'spreads' | 'totals'] += 1
            count(byMarket, `${market.key} on quarter lines`, on, chances[which]!, came)
          } else {
            count(byMarket, market.key, on, chances[which]!, came)
            if (market.key === 'h2h') count(byLeague, league.key, on, chances[which]!, came)
          }
        }
      }
    }
  })

  it('are fair in every market', () => {
    const markets = [...byMarket].map(([key, buckets]) => ({ key, ...chiSquare(buckets) }))
    if (process.env.SHOW === '1') console.table(markets)
    expect(markets.map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        ...['h2h', 'spreads', 'totals', 'h2h_3_way', 'draw_no_bet', 'double_chance', 'btts', 'team_totals'],
        ...['alternate_spreads', 'alternate_totals', 'alternate_team_totals', 'h2h_h1', 'totals_h1', 'h2h_q1'],
        ...['spreads on quarter lines', 'totals on quarter lines', 'h2h_1st_5_innings', 'totals_p1'],
      ]),
    )
    expect(markets.filter(({ value, limit }) => value > limit)).toEqual([])
    for (const { key, bets } of markets) expect([key, bets >= 100]).toEqual([key, true])
    expect(Math.min(quarterLines.spreads, quarterLines.totals)).toBeGreaterThan(200)
  })

  it('are fair in every league, on who wins', () => {
    const each = [...byLeague].map(([key, buckets]) => ({ key, ...chiSquare(buckets) }))
    if (process.env.SHOW === '1') console.table(each)
    expect(each.filter(({ value, limit }) => value > limit)).toEqual([])
    expect(each).toHaveLength(matches.length)
  })
})

describe('the winner of a tournament', () => {
  it('is as the prices say, as often as they say', () => {
    const table: Table = new Map()
    const league = leagues.find(({ kind }) => kind === 'tournament')!
    for (const [index, game] of seasonOf(league, 150).entries()) {
      const instant = game.course.startsAt + [-0.1, 0.3, 0.7][index % 3]! * (game.course.endsAt - game.course.startsAt)
      const market = pricesAt(game, instant, new Set(['harbourbet']), ['outrights'])[0]?.markets[0]
      if (market === undefined) continue
      const shares = fairShares(
        'outrights',
        market.outcomes.map(({ price }) => price),
      )
      const favourite = shares.indexOf(Math.max(...shares))
      const won = market.outcomes[favourite]!.name === game.field!.winner
      count(table, 'outrights', 'favourite', shares[favourite]!, won ? { won: 1, lost: 0 } : { won: 0, lost: 1 })
    }
    const { value, limit } = chiSquare(table.get('outrights')!)
    expect(value).toBeLessThanOrEqual(limit)
  })
})

describe('the books', () => {
  const games = leagues.flatMap((league) => seasonOf(league, league.kind === 'tournament' ? 3 : 40))

  it('have a margin of 5 to 7 %, before rounding', () => {
    for (const game of games.filter(({ field }) => field === null)) {
      for (const { markets } of pricesAt(game, game.course.startsAt - MINUTE, all, ['h2h', 'totals'])) {
        for (const { outcomes } of markets.filter(({ key }) => key !== 'h2h_lay')) {
          const sum = outcomes.reduce((total, { price }) => total + 1 / price, 0)
          expect(sum).toBeGreaterThan(1.04)
          expect(sum).toBeLessThan(1.08)
        }
      }
    }
  })

  it('move a few percent before the start, and by more than a tenth in some games', () => {
    const moves = games
      .filter(({ field }) => field === null)
      .map((game) => {
        const price = (instant: number) =>
          pricesAt(game, instant, new Set(['northline']))[0]!.markets[0]!.outcomes[0]!.price
        return Math.abs(price(game.course.startsAt - MINUTE) / price(game.listedAt + 2 * MINUTE) - 1)
      })
    const share = (over: number) => moves.filter((move) => move > over).length / moves.length
    expect(share(0.02)).toBeGreaterThan(0.4)
    expect(share(0.1)).toBeGreaterThan(0.03)
    expect(share(0.1)).toBeLessThan(0.3)
  })

  it('change once a minute before the start and every 40 seconds in play', () => {
    const game = games.find(({ league }) => league.key === 'basketball_nba')!
    const ticks = (from: number) =>
      new Set(
        Array.from({ length: 1_200 }, (_, second) => pricesAt(game, from + second * 1_000, new Set(['harbourbet'])))
          .filter((books) => books.length > 0)
          .map(([book]) => book!.updatedAt),
      ).size
    expect(ticks(game.course.startsAt - HOUR)).toBe(21)
    expect(ticks(game.course.startsAt + MINUTE)).toBe(31)
  })

  it('have new prices after a goal, never those from before it', () => {
    for (const { course, ...game } of games.filter(({ league }) => league.kind === 'soccer')) {
      for (const [, to] of course.pauses.filter(([, to]) => to < course.closesAt)) {
        for (const { updatedAt } of pricesAt({ course, ...game }, to, all)) {
          expect(course.scoreAt(updatedAt)).toEqual(course.scoreAt(to))
        }
      }
    }
  })

  it('vary their order', () => {
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
