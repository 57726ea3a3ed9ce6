// The feed: a pure function of the seed, an instant of business time, and the script of faults.

import { hash } from 'node:crypto'
import type { Faults } from '../faults/faults.ts'
import type { Listing } from '../faults/listing.ts'
import type { DateFormat, EventFilter, OddsQuery } from '../http/parameters.ts'
import type { League } from '../schedule/leagues/league.ts'
import { leagues } from '../schedule/leagues.ts'
import { createSchedule } from '../schedule/schedule.ts'
import { type EventBody, eventBody, formatted, type OddsBody, oddsBody, type ScoreBody, scoreBody } from './bodies.ts'
import { allMarkets, pricesAt } from './bookmakers.ts'
import { byStart, createListed } from './listed.ts'

const UPCOMING_SHOWN = 8

export type Feed = {
  sports(): object[]
  /**
   * Games of one league before the start and in play; with `upcoming`, live games of all leagues and the next eight.
   */
  events(league: League | 'upcoming', instant: number, filter: EventFilter): EventBody[]
  odds(league: League | 'upcoming', instant: number, query: OddsQuery): OddsBody[]
  /** Undefined if there is no such game before its start or in play. */
  eventOdds(league: League, id: string, instant: number, query: OddsQuery): OddsBody | undefined
  eventMarkets(
    league: League,
    id: string,
    instant: number,
    keys: ReadonlySet<string>,
    format: DateFormat,
  ): object | undefined
  /** `completedSince`: in milliseconds before `instant`; null leaves out completed games. */
  scores(league: League, instant: number, completedSince: number | null, filter: EventFilter): ScoreBody[]
  participants(league: League, instant: number): { full_name: string; id: string }[]
  /** The game that is listed under an id, in any league. */
  find(id: string, instant: number): Listing | undefined
}

export function createFeed(seed: string, faults: Faults): Feed {
  const listed = createListed(createSchedule(seed), faults)

  function open(league: League | 'upcoming', instant: number, filter: EventFilter): Listing[] {
    if (league !== 'upcoming') return listed.open(league, instant).filter((each) => within(each, filter))
    const all = leagues.flatMap((each) => listed.open(each, instant)).sort(byStart)
    const live = all.filter(({ game }) => game.course.startsAt <= instant)
    const next = all.filter(({ game }) => game.course.startsAt > instant).slice(0, UPCOMING_SHOWN)
    return [...live, ...next].filter(({ game }) => filter.eventIds?.has(game.id) ?? true)
  }
  const openGame = (league: League, id: string, instant: number) =>
    listed.open(league, instant).find(({ game }) => game.id === id)

  return {
    sports: () =>
      leagues.map(({ key, group, title, description, kind }) => ({
        key,
        group,
        title,
        description,
        active: true,
        has_outrights: kind === 'tournament',
      })),
    events: (league, instant, filter) =>
      open(league, instant, filter).map(({ game }) => eventBody(game, filter.dateFormat)),
    odds: (league, instant, query) =>
      open(league, instant, query).map((listing) => oddsBody(listing, instant, query, true)),
    eventOdds(league, id, instant, query) {
      const listing = openGame(league, id, instant)
      return listing && oddsBody(listing, instant, query, false)
    },
    eventMarkets(league, id, instant, keys, format) {
      const game = openGame(league, id, instant)?.game
      if (game === undefined) return undefined
      const bookmakers = pricesAt(game, instant, keys, allMarkets(game)).map(({ key, title, markets }) => ({
        key,
        title,
        markets: markets.map((market) => ({ key: market.key, last_update: formatted(market.updatedAt, format) })),
      }))
      return { ...eventBody(game, format), bookmakers }
    },
    scores: (league, instant, completedSince, filter) =>
      // without scores, games are listed until they are over
      (league.scored ? listed.known(league, instant) : listed.open(league, instant))
        .filter(
          ({ game, completedAt }) =>
            completedAt > instant || (completedSince !== null && game.course.startsAt > instant - completedSince),
        )
        .filter((each) => within(each, filter))
        .map((each) => scoreBody(each, instant, filter.dateFormat)),
    participants(league, instant) {
      return [...namesOf(league, instant)].sort().map((name) => ({
        full_name: name,
        id: `par_${hash('sha256', `${league.key}/${name}`).slice(0, 26)}`,
      }))
    },
    find(id, instant) {
      for (const league of leagues) {
        const found = listed.known(league, instant).find(({ game }) => game.id === id)
        if (found !== undefined) return found
      }
      return undefined
    },
  }

  function namesOf(league: League, instant: number): readonly string[] {
    if (league.kind === 'tournament') return league.players
    return league.kind === 'bout'
      ? listed.open(league, instant).flatMap(({ game }) => [game.home, game.away])
      : league.teams
  }
}

function within({ game }: Listing, { eventIds, from, to }: EventFilter): boolean {
  if (eventIds !== null && !eventIds.has(game.id)) return false
  return game.course.startsAt >= from && game.course.startsAt <= to
}
