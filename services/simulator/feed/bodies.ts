// The bodies of v4: events, odds and scores.

import { SECOND } from '#services/platform/clock/durations.ts'
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
  home_team: string
  away_team: string
}
type MarketBody = { key: string; last_update: When; outcomes: { name: string; price: number }[] }
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

export const eventBody = ({ id, league, course, home, away }: SimulatedGame, format: DateFormat): EventBody => ({
  id,
  sport_key: league.key,
  sport_title: league.title,
  commence_time: formatted(course.startsAt, format),
  home_team: home,
  away_team: away,
})

/** Bulk bodies have `last_update` on bookmakers and markets, those of one event only on markets. */
export function oddsBody(game: SimulatedGame, instant: number, query: OddsQuery, bulk: boolean): OddsBody {
  const wanted = (market: PricedMarket) =>
    query.markets.includes(market.key) || (market.key === 'h2h_lay' && query.markets.includes('h2h'))
  const bookmakers = pricesAt(game, instant, query.bookmakers)
    .map((bookmaker) => ({ ...bookmaker, markets: bookmaker.markets.filter(wanted) }))
    .filter(({ markets }) => markets.length > 0)
    .map((bookmaker) => bookmakerBody(bookmaker, query, bulk))
  return { ...eventBody(game, query.dateFormat), bookmakers }
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
      outcomes: outcomes.map(({ name, price }) => ({
        name,
        price: query.american ? american(price) : price,
        ...extras(include),
        ...(include.betLimits ? { bet_limit: null } : {}),
      })),
    })),
  }
}

const extras = ({ links, sids }: Include) => ({ ...(links ? { link: null } : {}), ...(sids ? { sid: null } : {}) })

/** Scores change in ticks of half a minute, each game at its own second, and not after the end. */
export function scoreBody(game: SimulatedGame, instant: number, format: DateFormat): ScoreBody {
  const { course } = game
  const offset = Math.floor(uniform(`${game.key}/scores`) * 30) * SECOND
  const tickOf = (at: number) => Math.floor((at - offset) / SCORE_TICK) * SCORE_TICK + offset
  const updatedAt = Math.min(tickOf(instant), tickOf(course.endsAt) + SCORE_TICK)
  const started = updatedAt >= course.startsAt
  const [home, away] = course.scoreAt(updatedAt)
  return {
    ...eventBody(game, format),
    completed: instant >= course.completedAt,
    scores: started
      ? [
          { name: game.home, score: String(home) },
          { name: game.away, score: String(away) },
        ]
      : null,
    last_update: started ? formatted(updatedAt, format) : null,
  }
}
