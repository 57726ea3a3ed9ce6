// A fixture with its prices and score as a game of the HTTP contract.
import { marketOf, selectionsOf } from '#domain/settlement/markets.ts'
import { selectionName } from '#domain/settlement/selection-names.ts'
import type { Game } from '#services/contract/contract.ts'
import { catalogLeague, familyOf } from '../catalog/catalog.ts'
import type { BoardFixture } from '../port.ts'
import { isPlaceholder } from '../quotes/market-prices.ts'
import type { BoardRows, QuoteRow } from './board-rows.ts'
import { bettable } from './suspended-lines.ts'

const ORDER = ['home', 'draw', 'away']

export function gameOf(rows: BoardRows, fixture: BoardFixture, revision: number): Game {
  const { fixture: row, quotes, score } = rows
  const begunEarly = rows.begunEarly && !fixture.closed
  const league = catalogLeague(fixture.league)
  const title = league?.title ?? fixture.league
  const home = row.resultHome ?? score?.home ?? null
  const away = row.resultAway ?? score?.away ?? null
  const odds = fixture.closed ? undefined : h2hOdds(quotes)
  const bookmakers = fixture.closed ? [] : bookmakersOf(quotes, fixture)
  const suspended = fixture.closed ? [] : suspendedMarkets(rows, bookmakers)
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
    bookmakers,
    ...(odds === undefined ? {} : { odds }),
    bettable: !fixture.closed && !begunEarly,
    ...(begunEarly ? { begun_early: true } : {}),
    ...(suspended.length === 0 ? {} : { suspended_markets: suspended }),
    revision,
  }
}

/** Of a market with a placeholder on one of its lines, the others may be offered: then it is not suspended. */
function suspendedMarkets(
  { suspended }: BoardRows,
  [book]: Game['bookmakers'],
): NonNullable<Game['suspended_markets']> {
  const offered = new Set(book?.markets.map(({ key }) => key))
  return suspended
    .filter(({ market }) => !offered.has(market))
    .map(({ market, reason }) => ({ market, why: reason === 'placeholder' ? 'taken-down' : 'in-doubt' }))
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

function bookmakersOf(quotes: readonly QuoteRow[], teams: BoardFixture): Game['bookmakers'] {
  const offered = bettable(quotes)
  const [first] = offered
  if (first === undefined) return []
  const markets = [...Map.groupBy(offered, ({ market }) => market)].map(([key, rows]) => ({
    key,
    last_update: latest(rows),
    outcomes: rows.toSorted(inOrder).map((row) => outcomeOf(row, teams)),
  }))
  return [{ key: first.bookmaker, title: first.title ?? first.bookmaker, last_update: latest(offered), markets }]
}

/** As the provider has it: the line is a separate field, not part of the name. */
function outcomeOf({ market, selection, selection_name, odds, point }: QuoteRow, teams: BoardFixture) {
  const kind = marketOf(market)?.kind
  const price = Number(odds)
  if (kind === undefined || point === '') return { name: selection_name, price }
  return { name: selectionName(kind, selection, undefined, teams), price, point: Number(point) }
}

/** By line, then in the order in which the market's selections are shown. */
function inOrder(one: QuoteRow, other: QuoteRow): number {
  const line = ({ point }: QuoteRow) => Math.abs(Number(point))
  const kind = marketOf(one.market)?.kind
  const order = kind === undefined ? [] : selectionsOf(kind)
  return line(one) - line(other) || order.indexOf(one.selection) - order.indexOf(other.selection)
}

const latest = (rows: readonly QuoteRow[]): string =>
  new Date(Math.max(...rows.map(({ quoted_at }) => quoted_at.getTime()))).toISOString()
