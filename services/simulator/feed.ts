// The v4 bodies, as a pure function of the seed and an instant of business time.
import { hash } from 'node:crypto'
import { type PricedBookmaker, type PricedMarket, pricesAt } from './bookmakers.ts'
import { chance } from './chance.ts'
import { SECOND } from './course.ts'
import { type League, leagues } from './leagues.ts'
import type { DateFormat, EventFilter, Include, OddsQuery } from './parameters.ts'
import { createSchedule, type SimulatedGame } from './schedule.ts'

type When = string | number
type EventBody = {
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
const UPCOMING_SHOWN = 8

export type Feed = {
  sports(): object[]
  /** Games before and in play of one league, or of all (`upcoming`: live ones and the next eight). */
  events(league: League | 'upcoming', instant: number, filter: EventFilter): EventBody[]
  odds(league: League | 'upcoming', instant: number, query: OddsQuery): OddsBody[]
  /** Undefined where no such game is before or in play. */
  eventOdds(league: League, id: string, instant: number, query: OddsQuery): OddsBody | undefined
  eventMarkets(
    league: League,
    id: string,
    instant: number,
    keys: ReadonlySet<string>,
    format: DateFormat,
  ): object | undefined
  /** `completedSince`: milliseconds back; null leaves completed games out. */
  scores(league: League, instant: number, completedSince: number | null, filter: EventFilter): ScoreBody[]
  participants(league: League, instant: number): { full_name: string; id: string }[]
}

const formatted = (instant: number, format: DateFormat): When =>
  format === 'unix' ? Math.floor(instant / SECOND) : `${new Date(instant).toISOString().slice(0, 19)}Z`

const american = (price: number): number =>
  price >= 2 ? Math.round((price - 1) * 100) : Math.round(-100 / (price - 1))

const byStart = (one: SimulatedGame, other: SimulatedGame): number =>
  one.course.startsAt - other.course.startsAt || (one.id < other.id ? -1 : 1)

export function createFeed(seed: string): Feed {
  const schedule = createSchedule(seed)

  function open(league: League | 'upcoming', instant: number, filter: EventFilter): SimulatedGame[] {
    if (league === 'upcoming') {
      const all = leagues.flatMap((each) => schedule.open(each, instant)).sort(byStart)
      const live = all.filter(({ course }) => course.startsAt <= instant)
      const next = all.filter(({ course }) => course.startsAt > instant).slice(0, UPCOMING_SHOWN)
      return [...live, ...next].filter((game) => filter.eventIds?.has(game.id) ?? true)
    }
    return schedule
      .open(league, instant)
      .filter((game) => within(game, filter))
      .sort(byStart)
  }

  return {
    sports: () =>
      leagues.map(({ key, group, title, description }) => ({
        key,
        group,
        title,
        description,
        active: true,
        has_outrights: false,
      })),
    events: (league, instant, filter) =>
      open(league, instant, filter).map((game) => eventBody(game, filter.dateFormat)),
    odds: (league, instant, query) => open(league, instant, query).map((game) => oddsBody(game, instant, query, true)),
    eventOdds(league, id, instant, query) {
      const game = schedule.open(league, instant).find((each) => each.id === id)
      return game && oddsBody(game, instant, query, false)
    },
    eventMarkets(league, id, instant, keys, format) {
      const game = schedule.open(league, instant).find((each) => each.id === id)
      if (game === undefined) return undefined
      const bookmakers = pricesAt(game, instant, keys).map(({ key, title, markets }) => ({
        key,
        title,
        markets: markets.map((market) => ({ key: market.key, last_update: formatted(market.updatedAt, format) })),
      }))
      return { ...eventBody(game, format), bookmakers }
    },
    scores: (league, instant, completedSince, filter) =>
      schedule
        .known(league, instant)
        .filter(({ course }) =>
          course.completedAt > instant ? true : completedSince !== null && course.startsAt > instant - completedSince,
        )
        .filter((game) => within(game, filter))
        .sort(byStart)
        .map((game) => scoreBody(game, instant, filter.dateFormat)),
    participants(league, instant) {
      const names =
        league.kind === 'bout' ? schedule.open(league, instant).flatMap(({ home, away }) => [home, away]) : league.teams
      return [...names].sort().map((name) => ({
        full_name: name,
        id: `par_${hash('sha256', `${league.key}/${name}`).slice(0, 26)}`,
      }))
    },
  }
}

function within({ id, course }: SimulatedGame, { eventIds, from, to }: EventFilter): boolean {
  if (eventIds !== null && !eventIds.has(id)) return false
  return course.startsAt >= from && course.startsAt <= to
}

const eventBody = ({ id, league, course, home, away }: SimulatedGame, format: DateFormat): EventBody => ({
  id,
  sport_key: league.key,
  sport_title: league.title,
  commence_time: formatted(course.startsAt, format),
  home_team: home,
  away_team: away,
})

/** Bulk bodies carry `last_update` on the bookmaker too, those of one event on the market alone. */
function oddsBody(game: SimulatedGame, instant: number, query: OddsQuery, bulk: boolean): OddsBody {
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

/** Scores move in ticks of half a minute, each game at its own second; nothing moves after the end. */
function scoreBody(game: SimulatedGame, instant: number, format: DateFormat): ScoreBody {
  const { course } = game
  const offset = Math.floor(chance(`${game.key}/scores`) * 30) * SECOND
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
