// The feed: a pure function of the seed and an instant of business time.

import { hash } from 'node:crypto'
import type { DateFormat, EventFilter, OddsQuery } from '../http/parameters.ts'
import { type League, leagues } from '../schedule/leagues.ts'
import { createSchedule } from '../schedule/schedule.ts'
import type { SimulatedGame } from '../schedule/simulated-game.ts'
import { type EventBody, eventBody, formatted, type OddsBody, oddsBody, type ScoreBody, scoreBody } from './bodies.ts'
import { pricesAt } from './bookmakers.ts'

const UPCOMING_SHOWN = 8

export type Feed = {
  sports(): object[]
  /** Games of one league before and in play; with `upcoming`, of all leagues the live ones and the next eight. */
  events(league: League | 'upcoming', instant: number, filter: EventFilter): EventBody[]
  odds(league: League | 'upcoming', instant: number, query: OddsQuery): OddsBody[]
  /** Undefined if no such game is before or in play. */
  eventOdds(league: League, id: string, instant: number, query: OddsQuery): OddsBody | undefined
  eventMarkets(
    league: League,
    id: string,
    instant: number,
    keys: ReadonlySet<string>,
    format: DateFormat,
  ): object | undefined
  /** `completedSince`: in milliseconds before `instant`; null leaves completed games out. */
  scores(league: League, instant: number, completedSince: number | null, filter: EventFilter): ScoreBody[]
  participants(league: League, instant: number): { full_name: string; id: string }[]
}

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
