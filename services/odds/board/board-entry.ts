// One fixture on the board: its rows, its prices by key, and the game that the lists show.
import type { Quote, Seal } from '#domain/bet/bet-events.ts'
import { type Stops, stoppedBy, stoppedMarket } from '#domain/desk/stops.ts'
import { QUOTE_MAX_AGE_BEFORE_START_MS, QUOTE_MAX_AGE_IN_PLAY_MS } from '#domain/limits.ts'
import type { Game } from '#services/contract/contract.ts'
import { teamsKey } from '../identity/same-game.ts'
import type { BoardFixture, Selection } from '../port.ts'
import { isPlaceholder } from '../quotes/market-prices.ts'
import { sealIn } from '../seals/sealed-rows.ts'
import type { BoardRows, QuoteRow } from './board-rows.ts'
import { gameOf } from './game-view.ts'
import { isSameLine } from './suspended-lines.ts'

export type BoardEntry = {
  readonly fixture: BoardFixture
  /** A game that an admin added. */
  readonly ofTheHouse: boolean
  readonly quotes: ReadonlyMap<string, QuoteRow>
  /** Changes whenever bettors see a change. */
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
    teams: teamsKey(row),
    startsAt: row.startsAt,
    version: row.version,
    closed: row.closedAt !== null || row.abandoned || score?.completed === true,
  }
  const game = gameOf(rows, fixture, revision)
  const { revision: _revision, last_update: _lastUpdate, bookmakers, ...visible } = game
  const priced = bookmakers.map(({ key, markets }) => [key, markets.map((market) => [market.key, market.outcomes])])
  return {
    fixture,
    ofTheHouse: row.source === 'house',
    quotes: new Map(quotes.map((quote) => [keyOf(quote.market, quote.point, quote.selection), quote])),
    revision,
    game,
    fingerprint: JSON.stringify([visible, priced]),
  }
}

/** The same entry with a later revision. */
export const revised = (entry: BoardEntry, revision: number): BoardEntry => ({
  ...entry,
  revision,
  game: { ...entry.game, revision },
})

/** The price of a selection, bettable or not. */
export const quoteRow = (
  entry: BoardEntry,
  { market, point, selection }: Omit<Selection, 'fixture'>,
): QuoteRow | null => entry.quotes.get(keyOf(market, point ?? '', selection)) ?? null

export function isStale({ fixture }: BoardEntry, row: QuoteRow, now: Date): boolean {
  return now.getTime() > lastFreshMoment(fixture, row, now)
}

/**
 * The last moment at which a price may be bet on; depends on whether the game has started at `now`. A price without a
 * seal may never be bet on.
 */
function lastFreshMoment(fixture: BoardFixture, row: QuoteRow, now: Date): number {
  // a price of the house stands until the start
  if (row.price !== undefined) return fixture.startsAt.getTime() - 1
  if (row.seal_feed === null) return Number.NEGATIVE_INFINITY
  const maxAge = now >= fixture.startsAt ? QUOTE_MAX_AGE_IN_PLAY_MS : QUOTE_MAX_AGE_BEFORE_START_MS
  return Math.min(row.quoted_at.getTime(), row.fetched_at.getTime()) + maxAge
}

/** Whether the prices that lists show are too old: those of the match result, or of all markets if it has none. */
export function hasStalePrices({ fixture, quotes }: BoardEntry, now: Date): boolean {
  if (fixture.closed) return false
  const rows = [...quotes.values()]
  const shown = rows.filter(({ market }) => market === 'h2h')
  const counted = shown.length > 0 ? shown : rows
  return counted.length > 0 && counted.every((row) => now.getTime() > lastFreshMoment(fixture, row, now))
}

/** The same entry, with its prices marked as too old to bet on or not. */
export function withStale(entry: BoardEntry, stale: boolean): BoardEntry {
  if ((entry.game.stale === true) === stale) return entry
  const { stale: _before, ...game } = entry.game
  return { ...entry, game: stale ? { ...game, stale } : game }
}

/** The same entry, marked as a game of the day or not. */
export function withListing(entry: BoardEntry, listed: boolean): BoardEntry {
  const unlisted = entry.ofTheHouse && !listed
  if ((entry.game.unlisted === true) === unlisted) return entry
  const { unlisted: _before, ...game } = entry.game
  return { ...entry, game: unlisted ? { ...game, unlisted } : game }
}

/** The same entry, with what betting is stopped on. */
export function withStops(entry: BoardEntry, stops: Stops): BoardEntry {
  const { game, fixture } = entry
  const markets = [
    ...new Set(game.bookmakers.flatMap(({ markets }) => markets.map(({ key }) => stoppedMarket(key)))),
  ].filter((market) => stoppedBy(stops, fixture.id, market) === 'market')
  const whole = fixture.closed ? null : stoppedBy(stops, fixture.id, '')
  const stopped = whole === 'market' ? null : whole
  const bettable = !fixture.closed && stopped === null && game.begun_early !== true
  const same = (game.stopped ?? null) === stopped && (game.stopped_markets ?? []).join() === markets.join()
  if (game.bettable === bettable && same) return entry
  const { stopped: _whole, stopped_markets: _markets, ...rest } = game
  const now = {
    ...(stopped === null ? {} : { stopped }),
    ...(markets.length === 0 ? {} : { stopped_markets: markets }),
  }
  return { ...entry, game: { ...rest, bettable, ...now } }
}

/** A placeholder among the prices takes down the whole market, or the line that it is on. */
const isSuspended = ({ quotes }: BoardEntry, { market, point, selection }: QuoteRow): boolean => {
  for (const row of quotes.values()) {
    if (row.market === market && isSameLine(row, { point, selection }) && isPlaceholder(row)) return true
  }
  return false
}

/** What proves a quote: the event that saved a house price, or the provider's message and the seal. */
type Evidence = { readonly price: number } | { readonly message: string; readonly seal: Seal }

function evidenceOf(row: QuoteRow): Evidence | null {
  if (row.price !== undefined) return { price: row.price }
  const seal = sealIn(row)
  return seal === null ? null : { message: row.message_hash, seal }
}

/** The quote as evidence; null if it cannot be bet on. */
export function legOf(entry: BoardEntry, selection: Selection, now: Date): Quote | null {
  const { fixture } = entry
  const row = quoteRow(entry, selection)
  if (
    fixture.closed ||
    entry.game.begun_early === true ||
    row === null ||
    isSuspended(entry, row) ||
    isStale(entry, row, now)
  )
    return null
  const evidence = evidenceOf(row)
  if (evidence === null) return null
  // in the order of canonical JSON, so that nothing has to be sorted to record it
  return {
    bookmaker: row.bookmaker,
    ...(row.draw_offered ? { drawOffered: true } : {}),
    fetchedAt: row.fetched_at.toISOString(),
    fixture: fixture.id,
    fixtureVersion: fixture.version,
    ...(now >= fixture.startsAt ? { inPlay: true } : {}),
    league: fixture.league,
    market: row.market,
    ...('message' in evidence ? { message: evidence.message } : {}),
    odds: row.odds,
    ...(selection.point === null ? {} : { point: selection.point }),
    ...('price' in evidence ? { price: evidence.price } : {}),
    quotedAt: row.quoted_at.toISOString(),
    ...('seal' in evidence ? { seal: evidence.seal } : {}),
    selection: row.selection,
    selectionName: row.selection_name,
    startsAt: fixture.startsAt.toISOString(),
  }
}
