// The calls of v4, and what each costs.
import type { Feed } from '../feed/feed.ts'
import type { League } from '../schedule/leagues/league.ts'
import { leagueOf } from '../schedule/leagues.ts'
import { eventNotFound, unknownSport } from './feed-errors.ts'
import { allSports, bookmakersOf, daysFrom, eventFilter, oddsQuery, type Query } from './parameters.ts'

export type Params = { readonly sport?: string; readonly id?: string }
export type Answer = { readonly body: unknown; readonly cost: number }
export type Call = { readonly feed: Feed; readonly query: Query; readonly params: Params; readonly instant: number }

/** `lists`: replies with the games of a league, of which there may be none. */
export type Route = { readonly lists?: true; answer(call: Call): Answer }

export const ROUTES: Record<string, Route> = {
  '/v4/sports': {
    answer: ({ feed, query }) => {
      allSports(query)
      return { body: feed.sports(), cost: 0 }
    },
  },
  '/v4/sports/:sport/events': {
    lists: true,
    answer: ({ feed, query, params, instant }) => ({
      body: feed.events(sportOrUpcoming(params), instant, eventFilter(query)),
      cost: 0,
    }),
  },
  '/v4/sports/:sport/odds': {
    lists: true,
    answer: ({ feed, query, params, instant }) => {
      const sport = sportOrUpcoming(params)
      const odds = oddsQuery(query, true)
      const body = feed.odds(sport, instant, odds)
      return { body, cost: body.length === 0 ? 0 : odds.markets.length * odds.regions }
    },
  },
  '/v4/sports/:sport/scores': {
    answer: ({ feed, query, params, instant }) => {
      const since = daysFrom(query)
      return { body: feed.scores(sport(params), instant, since, eventFilter(query)), cost: since === null ? 1 : 2 }
    },
  },
  '/v4/sports/:sport/events/:id/odds': {
    answer: ({ feed, query, params, instant }) => {
      const league = sport(params)
      const odds = oddsQuery(query, false)
      const body = feed.eventOdds(league, params.id ?? '', instant, odds)
      if (body === undefined) throw eventNotFound()
      const returned = new Set(body.bookmakers.flatMap(({ markets }) => markets.map(({ key }) => key)))
      returned.delete('h2h_lay')
      return { body, cost: returned.size * odds.regions }
    },
  },
  '/v4/sports/:sport/events/:id/markets': {
    answer: ({ feed, query, params, instant }) => {
      const league = sport(params)
      const { bookmakers } = bookmakersOf(query)
      const body = feed.eventMarkets(league, params.id ?? '', instant, bookmakers, eventFilter(query).dateFormat)
      if (body === undefined) throw eventNotFound()
      return { body, cost: 1 }
    },
  },
  '/v4/sports/:sport/participants': {
    answer: ({ feed, params, instant }) => ({
      body: feed.participants(sport(params), instant),
      cost: 1,
    }),
  },
}

function sport(params: Params): League {
  const league = leagueOf(params.sport ?? '')
  if (league === undefined) throw unknownSport()
  return league
}
const sportOrUpcoming = (params: Params) => (params.sport === 'upcoming' ? 'upcoming' : sport(params))
