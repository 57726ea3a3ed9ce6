// The bodies of v4: events, odds and scores.

import { SECOND } from '#services/platform/clock/durations.ts'
import type { Listing } from '../faults/listing.ts'
import type { DateFormat, Include, OddsQuery } from '../http/parameters.ts'
import { uniform } from '../random.ts'
import type { SimulatedGame } from '../schedule/simulated-game.ts'
import { type PricedBookmaker, type PricedMarket, pricesAt } from './bookmakers.ts'

type When = string | number
export type EventBody = {
  id: string
  sport_key: string
  sport_title: string
  commence_time: When
  /** Null for outrights. */
  home_team: string | null
  away_team: string | null
}
type OutcomeBody = { name: string; description?: string; price: number; point?: number }
type MarketBody = { key: string; last_update: When; outcomes: OutcomeBody[] }
type BookmakerBody = { key: string; title: string; last_update?: When; markets: MarketBody[] }
export type OddsBody = EventBody & { bookmakers: BookmakerBody[] }
export type ScoreBody = EventBody & {
  completed: boolean
  scores: { name: string; score: string }[] | null
  last_update: When | null
}

const SCORE_TICK = 30 * SECOND

export const formatted = (instant: number, format: DateFormat): When =>
  format === 'unix' ? Math.floor(instant / SECOND) : `${new Date(instant).toISOString().slice(0, 19)}Z`

const american = (price: number): number =>
  price >= 2 ? Math.round((price - 1) * 100) : Math.round(-100 / (price - 1))

export const eventBody = ({ id, league, course, home, away, field }: SimulatedGame, format: DateFormat): EventBody => ({
  id,
  sport_key: league.key,
  sport_title: league.title,
  commence_time: formatted(course.startsAt, format),
  home_team: field === null ? home : null,
  away_team: field === null ? away : null,
})

/** Replies about a league have `last_update` on bookmakers and markets, those about one event only on markets. */
export function oddsBody({ game, distortion }: Listing, instant: number, query: OddsQuery, bulk: boolean): OddsBody {
  // lay prices always come with the match result
  const layOnly = query.markets.includes('h2h_lay') && !query.markets.includes('h2h')
  const markets = layOnly ? ['h2h', ...query.markets] : query.markets
  const bookmakers = pricesAt(game, instant, query.bookmakers, markets)
    .map(({ markets: priced, ...bookmaker }) => ({
      ...bookmaker,
      markets: priced.filter(({ key }) => key !== 'h2h' || !layOnly).map((market) => distorted(market, distortion)),
    }))
    .filter(({ markets: shown }) => shown.length > 0)
    .map((bookmaker) => bookmakerBody(bookmaker, query, bulk))
  return { ...eventBody(game, query.dateFormat), bookmakers }
}

function distorted(market: PricedMarket, distortion: Listing['distortion']): PricedMarket {
  const { key, outcomes } = market
  if (distortion === 'missing-draw' && key === 'h2h') return { ...market, outcomes: outcomes.slice(0, -1) }
  if (distortion !== 'tenfold-price') return market
  const tenfold = (price: number) => Math.round(price * 1_000) / 100
  return {
    ...market,
    outcomes: outcomes.map((each, index) => (index === 0 ? { ...each, price: tenfold(each.price) } : each)),
  }
}

function bookmakerBody(bookmaker: PricedBookmaker, query: OddsQuery, bulk: boolean): BookmakerBody {
  const { dateFormat, include } = query
  return {
    key: bookmaker.key,
    title: bookmaker.title,
    ...(bulk ? { last_update: formatted(bookmaker.updatedAt, dateFormat) } : {}),
    ...extras(include),
    markets: bookmaker.markets.map(({ key, updatedAt, outcomes }) => ({
      key,
      last_update: formatted(updatedAt, dateFormat),
      ...extras(include),
      outcomes: outcomes.map(({ name, description, price, point }) => ({
        name,
        ...(description === undefined ? {} : { description }),
        price: query.american ? american(price) : price,
        ...(point === undefined ? {} : { point }),
        ...extras(include),
        ...(include.betLimits ? { bet_limit: null } : {}),
        ...(include.multipliers ? { multiplier: null } : {}),
      })),
    })),
  }
}

const extras = ({ links, sids }: Include) => ({ ...(links ? { link: null } : {}), ...(sids ? { sid: null } : {}) })

/** Scores change in ticks of half a minute, at a different second for each game, and not after the end. */
export function scoreBody(listing: Listing, instant: number, format: DateFormat): ScoreBody {
  const { game, scoreChangedAt } = listing
  const { course } = game
  const offset = Math.floor(uniform(`${game.key}/scores`) * 30) * SECOND
  const tickOf = (at: number) => Math.floor((at - offset) / SCORE_TICK) * SCORE_TICK + offset
  const lastTick = Math.min(tickOf(instant), tickOf(course.endsAt) + SCORE_TICK)
  const started = game.league.scored && lastTick >= course.startsAt
  const [home, away] = listing.score ?? course.scoreAt(lastTick)
  const scores = [
    { name: game.home, score: String(home) },
    { name: game.away, score: String(away) },
  ]
  return {
    ...eventBody(game, format),
    completed: instant >= listing.completedAt,
    scores: started ? scores : null,
    last_update: started ? formatted(scoreChangedAt ?? lastTick, format) : null,
  }
}
