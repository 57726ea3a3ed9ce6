// A game of the provider that is not one of our fixtures, in the form of the lists.
import type { Game } from '#services/contract/contract.ts'
import { teamsKey } from '../identity/same-game.ts'
import type { OddsEvent, ScoreEvent } from '../provider/wire.ts'
import { chooseBookmaker, pricesOf } from '../quotes/prices.ts'
import { pointsOf } from '../results/results.ts'
import { UNSEALED } from '../seals/sealed-rows.ts'
import type { QuoteRow } from './board-rows.ts'
import { gameOf } from './game-view.ts'

export function unlistedGame(event: OddsEvent, score: ScoreEvent): Game {
  const { id, sport_key: league, home_team: home, away_team: away } = event
  const startsAt = new Date(event.commence_time)
  const points = pointsOf(score)
  const { completed } = score
  const teams = { id, league, home, away, startsAt, version: 0, closed: completed, teams: teamsKey({ home, away }) }
  const undecided = { resultHome: null, resultAway: null, abandoned: false, closedAt: null, housePrice: null }
  const source = 'feed' as const
  const fixture = { fixture: id, source, league, home, away, startsAt, version: 0, ...undecided }
  const lastUpdate = score.last_update === null ? null : new Date(score.last_update)
  const read = { home: points?.home ?? null, away: points?.away ?? null, completed, last_update: lastUpdate }
  const rows = {
    fixture,
    quotes: quotesOf(event),
    score: { fixture_id: id, ...read },
    begunEarly: false,
    suspended: [],
  }
  return { ...gameOf(rows, teams, 0), bettable: false }
}

function quotesOf(event: OddsEvent): QuoteRow[] {
  const bookmaker = chooseBookmaker(event)
  if (bookmaker === null) return []
  return pricesOf(event, bookmaker.key).prices.map(({ market, point, selection, name, odds, quotedAt }) => ({
    ...UNSEALED,
    message_hash: '',
    ...{ fixture_id: event.id, market, point, selection, selection_name: name, odds, draw_offered: false },
    ...{ bookmaker: bookmaker.key, title: bookmaker.title, quoted_at: quotedAt, fetched_at: quotedAt },
  }))
}
