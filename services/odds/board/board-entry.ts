// One fixture on the board: its rows, its prices by key, the game that the lists show.
import type { Leg } from '#domain/bet/bet-events.ts'
import { QUOTE_MAX_AGE_BEFORE_START_MS, QUOTE_MAX_AGE_IN_PLAY_MS } from '#domain/limits.ts'
import { hundredths } from '#domain/odds.ts'
import type { Game } from '#services/contract/contract.ts'
import { catalogLeague, familyOf } from '../catalog/catalog.ts'
import type { BoardFixture, Selection } from '../port.ts'
import { PLACEHOLDER_HUNDREDTHS, sameName } from '../quotes/prices.ts'
import type { BoardRows, QuoteRow } from './board-rows.ts'

const ORDER = ['home', 'draw', 'away']

export type BoardEntry = {
  readonly fixture: BoardFixture
  readonly quotes: ReadonlyMap<string, QuoteRow>
  /** Changes of it are what bettors see. */
  readonly fingerprint: string
  readonly revision: number
  readonly game: Game
}

const keyOf = (market: string, point: string, selection: string): string => `${market}|${point}|${selection}`

export function entryOf(rows: BoardRows, revision: number): BoardEntry {
  const { fixture: row, quotes, score } = rows
  const fixture: BoardFixture = {
    id: row.fixture,
    league: row.league,
    home: row.home,
    away: row.away,
    startsAt: row.startsAt,
    version: row.version,
    closed: row.closedAt !== null || row.abandoned || score?.completed === true,
  }
  const byKey = new Map(quotes.map((quote) => [keyOf(quote.market, quote.point, quote.selection), quote]))
  const game = gameOf(rows, fixture, byKey, revision)
  const { revision: _revision, last_update: _lastUpdate, bookmakers, ...seen } = game
  const priced = bookmakers.map(({ key, markets }) => [key, markets.map((market) => [market.key, market.outcomes])])
  return { fixture, quotes: byKey, revision, game, fingerprint: JSON.stringify([seen, priced]) }
}

/** The same entry under a later revision. */
export const revised = (entry: BoardEntry, revision: number): BoardEntry => ({
  ...entry,
  revision,
  game: { ...entry.game, revision },
})

/** The row behind a selection, bettable or not. */
export const quoteRow = (
  entry: BoardEntry,
  { market, point, selection }: Omit<Selection, 'fixture'>,
): QuoteRow | null => entry.quotes.get(keyOf(market, point ?? '', selection)) ?? null

const isPlaceholder = ({ odds }: QuoteRow): boolean => hundredths(odds) <= PLACEHOLDER_HUNDREDTHS

export function isStale({ fixture }: BoardEntry, row: QuoteRow, now: Date): boolean {
  const age = now.getTime() - Math.min(row.quoted_at.getTime(), row.fetched_at.getTime())
  return age > (now >= fixture.startsAt ? QUOTE_MAX_AGE_IN_PLAY_MS : QUOTE_MAX_AGE_BEFORE_START_MS)
}

/** The quote as evidence; null where no bet is struck at it. */
export function legOf(entry: BoardEntry, asked: Selection, now: Date): Leg | null {
  const { fixture } = entry
  const row = quoteRow(entry, asked)
  if (fixture.closed || row === null || isPlaceholder(row) || isStale(entry, row, now)) return null
  return {
    fixture: fixture.id,
    fixtureVersion: fixture.version,
    league: fixture.league,
    startsAt: fixture.startsAt.toISOString(),
    inPlay: now >= fixture.startsAt,
    market: row.market,
    point: asked.point,
    selection: row.selection,
    selectionName: row.selection_name,
    drawOffered: entry.quotes.has(keyOf(row.market, row.point, 'draw')),
    odds: row.odds,
    bookmaker: row.bookmaker,
    quotedAt: row.quoted_at.toISOString(),
    fetchedAt: row.fetched_at.toISOString(),
    message: row.message_hash,
  }
}

/** The key of a selection by the name that a bettor sees, or by the key itself. */
export function selectionNamed({ fixture, quotes }: BoardEntry, market: string, name: string): string | null {
  if (market !== 'h2h') return null
  if (name === 'home' || sameName(name, fixture.home)) return 'home'
  if (name === 'away' || sameName(name, fixture.away)) return 'away'
  if (!sameName(name, 'draw')) return null
  // while the market is off the board, soccer alone is known to have a draw
  const offered = quotes.size === 0 ? familyOf(fixture.league) === 'soccer' : quotes.has(keyOf('h2h', '', 'draw'))
  return offered ? 'draw' : null
}

function gameOf(rows: BoardRows, fixture: BoardFixture, quotes: ReadonlyMap<string, QuoteRow>, revision: number): Game {
  const { fixture: row, score } = rows
  const league = catalogLeague(fixture.league)
  const title = league?.title ?? fixture.league
  const home = row.resultHome ?? score?.home ?? null
  const away = row.resultAway ?? score?.away ?? null
  const h2h = fixture.closed ? undefined : headToHead(quotes)
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
    // the provider has none of these: they are derived for display from start, scores and last change
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
    bookmakers: fixture.closed ? [] : bookmakersOf(rows.quotes),
    ...(h2h === undefined ? {} : { odds: h2h }),
    bettable: !fixture.closed,
    revision,
  }
}

/** The three prices, where all that the market has can be bet on. */
function headToHead(quotes: ReadonlyMap<string, QuoteRow>): Game['odds'] {
  const [home, draw, away] = ORDER.map((selection) => quotes.get(keyOf('h2h', '', selection)))
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
