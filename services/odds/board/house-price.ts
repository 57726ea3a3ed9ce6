// The house price of a game of the house, as quotes of the board: it never goes stale, and is gone at the start.
import type { FixtureRow, HousePriceRow } from '#projections/fixtures/queries.ts'
import { UNSEALED } from '../seals/sealed-rows.ts'
import { type BoardEntry, entryOf } from './board-entry.ts'
import type { BoardRows, QuoteRow } from './board-rows.ts'

const BOOKMAKER = 'house'
const TITLE = 'Fairbook'

/** The match result at these prices; without a price for the draw, no draw is offered. */
function houseQuotes(fixture: FixtureRow, { version, home, draw, away, savedAt }: HousePriceRow): QuoteRow[] {
  const saved = new Date(savedAt)
  const quote = (selection: string, selectionName: string, odds: string): QuoteRow => ({
    fixture_id: fixture.fixture,
    market: 'h2h',
    point: '',
    selection,
    selection_name: selectionName,
    odds,
    bookmaker: BOOKMAKER,
    title: TITLE,
    quoted_at: saved,
    fetched_at: saved,
    message_hash: '',
    ...UNSEALED,
    draw_offered: draw !== null,
    price: version,
  })
  return [
    quote('home', fixture.home, home),
    ...(draw === null ? [] : [quote('draw', 'Draw', draw)]),
    quote('away', fixture.away, away),
  ]
}

const isOfTheHouse = ({ quotes }: BoardEntry): boolean => [...quotes.values()].some(({ price }) => price !== undefined)

/** The entry for these rows now, with the house price if there is one. */
export function currentEntry(rows: BoardRows, revision: number, now: Date): BoardEntry {
  const { housePrice } = rows.fixture
  const priced = housePrice === null ? rows : { ...rows, quotes: houseQuotes(rows.fixture, housePrice) }
  return atBusinessTime(entryOf(priced, revision), now)
}

/** The entry at this time: a game of the house has no price from its start on. */
export function atBusinessTime(entry: BoardEntry, now: Date): BoardEntry {
  if (entry.fixture.startsAt > now || !isOfTheHouse(entry)) return entry
  const { odds: _, ...game } = entry.game
  return { ...entry, quotes: new Map(), game: { ...game, bookmakers: [] } }
}
