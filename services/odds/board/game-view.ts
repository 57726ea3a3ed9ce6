// A fixture with its prices and score as a game of the HTTP contract.
import { hundredths } from '#domain/odds.ts'
import type { Game } from '#services/contract/contract.ts'
import { catalogLeague, familyOf } from '../catalog/catalog.ts'
import type { BoardFixture } from '../port.ts'
import { PLACEHOLDER_HUNDREDTHS } from '../quotes/prices.ts'
import type { BoardRows, QuoteRow } from './board-rows.ts'

const ORDER = ['home', 'draw', 'away']

export const isPlaceholder = ({ odds }: QuoteRow): boolean => hundredths(odds) <= PLACEHOLDER_HUNDREDTHS

export function gameOf(rows: BoardRows, fixture: BoardFixture, revision: number): Game {
  const { fixture: row, quotes, score } = rows
  const league = catalogLeague(fixture.league)
  const title = league?.title ?? fixture.league
  const home = row.resultHome ?? score?.home ?? null
  const away = row.resultAway ?? score?.away ?? null
  const odds = fixture.closed ? undefined : h2hOdds(quotes)
  return {
    id: fixture.id,
    sport_key: fixture.league,
    sport_title: title,
    sport: familyOf(fixture.league),
    league_key: fixture.league,
    league_title: title,
    country: league?.country ?? null,
    home_team: fixture.home,
    away_team: fixture.away,
    commence_time: fixture.startsAt.toISOString(),
    completed: fixture.closed,
    last_update: score?.last_update?.toISOString() ?? null,
    // the provider sends none of these: the screens derive them from start, scores and last update
    status: null,
    period: null,
    clock: null,
    scores:
      home === null || away === null
        ? null
        : [
            { name: fixture.home, score: String(home) },
            { name: fixture.away, score: String(away) },
          ],
    bookmakers: fixture.closed ? [] : bookmakersOf(quotes),
    ...(odds === undefined ? {} : { odds }),
    bettable: !fixture.closed,
    revision,
  }
}

/** The three prices, if every selection of the market can be bet on. */
function h2hOdds(quotes: readonly QuoteRow[]): Game['odds'] {
  const [home, draw, away] = ORDER.map((selection) =>
    quotes.find((quote) => quote.market === 'h2h' && quote.point === '' && quote.selection === selection),
  )
  if (home === undefined || away === undefined) return undefined
  if ([home, draw, away].some((row) => row !== undefined && isPlaceholder(row))) return undefined
  return { home: Number(home.odds), draw: draw === undefined ? null : Number(draw.odds), away: Number(away.odds) }
}

function bookmakersOf(quotes: readonly QuoteRow[]): Game['bookmakers'] {
  const bettable = quotes.filter((quote) => !isPlaceholder(quote))
  const [first] = bettable
  if (first === undefined) return []
  const markets = [...Map.groupBy(bettable, ({ market }) => market)].map(([key, rows]) => ({
    key,
    last_update: latest(rows),
    outcomes: rows
      .toSorted((one, other) => ORDER.indexOf(one.selection) - ORDER.indexOf(other.selection))
      .map(({ selection_name, odds, point }) => ({
        name: selection_name,
        price: Number(odds),
        ...(point === '' ? {} : { point: Number(point) }),
      })),
  }))
  return [{ key: first.bookmaker, title: first.title ?? first.bookmaker, last_update: latest(bettable), markets }]
}

const latest = (rows: readonly QuoteRow[]): string =>
  new Date(Math.max(...rows.map(({ quoted_at }) => quoted_at.getTime()))).toISOString()
