// How the games of a day ended, according to the results in the ledger by which bets are settled.
import { BUSINESS_TIME_ZONE } from '#domain/limits.ts'
import { decidedOn, type EndedFixture } from '#projections/fixtures/queries.ts'
import type { DayResults, GameResult } from '#services/contract/contract.ts'
import { catalogLeague, families, familyOf } from '#services/odds/catalog/catalog.ts'
import type { QuoteBoard } from '#services/odds/port.ts'
import type { Queries } from '#services/platform/database/queries.ts'

/** More games than any day has. */
const GAMES_MAX = 2_000

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: BUSINESS_TIME_ZONE })

/** '2026-11-21' */
export const dayOf = (instant: Date): string => dayFormat.format(instant)

const titles = new Map(families.map(({ key, title }) => [key, title]))
const order = new Map(families.map(({ key }, at) => [key, at]))

export async function resultsOf(db: Queries, board: QuoteBoard, day: string): Promise<DayResults> {
  const ended = await decidedOn(db, { day, zone: BUSINESS_TIME_ZONE, limit: GAMES_MAX })
  const games = ended.filter(({ league }) => !board.hides(league)).map(shown)
  // the sort is stable: within a sport, games stay in order of their start
  return { day, games: games.sort((a, b) => placeOf(a) - placeOf(b)) }
}

const placeOf = ({ sport }: GameResult): number => order.get(sport) ?? order.size

function shown(row: EndedFixture): GameResult {
  const { league, resultHome, resultAway, abandoned } = row
  const known = catalogLeague(league)
  const sport = familyOf(league)
  const score = resultHome === null || resultAway === null ? null : { home: resultHome, away: resultAway }
  return {
    id: row.fixture,
    sport,
    sport_name: titles.get(sport) ?? sport,
    sport_key: league,
    league_key: league,
    league_title: known?.title ?? league,
    country: known?.country ?? null,
    home_team: row.home,
    away_team: row.away,
    commence_time: row.startsAt.toISOString(),
    score,
    ended: abandoned ? 'abandoned' : score === null ? 'no-result' : 'final',
  }
}
