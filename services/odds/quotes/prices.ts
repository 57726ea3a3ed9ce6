// From the provider's event to what is stored: the selections of one bookmaker, by name, with two decimals.
import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { oddsFromNumber } from '#domain/odds.ts'
import { familyOf } from '../catalog/catalog.ts'
import type { FeedBookmaker, FeedMarket, OddsEvent } from '../provider/wire.ts'

/** `odds` at or below this is what a book shows when it does not want to be bet with: stored, never struck. */
export const PLACEHOLDER_HUNDREDTHS = 101
/** Markets that are priced; anything else in an answer, h2h_lay above all, is left where it is. */
const PRICED_MARKETS = ['h2h'] as const

export type PricedSelection = {
  readonly market: string
  /** '' where the market has no point. */
  readonly point: string
  /** home, draw or away. */
  readonly selection: string
  readonly name: string
  readonly odds: string
  /** The provider's own time of the price. */
  readonly quotedAt: Date
}

/** A provider's object as evidence: its canonical JSON and the SHA-256 of that. */
export type Message = { readonly body: string; readonly hash: string }
export function messageOf(object: unknown): Message {
  const body = canonicalize(object)
  if (body === undefined) throw new TypeError('not JSON')
  return { body, hash: hash('sha256', body) }
}

/** Names are compared as people read them: case, accents' spelling and surrounding space do not matter. */
const readable = (name: string): string => name.normalize('NFC').trim().toLowerCase()
export const sameName = (one: string, other: string): boolean => one === other || readable(one) === readable(other)

/** The selections of a bookmaker's h2h market; none where it is not there, incomplete or makes no sense. */
export function pricesOf(event: OddsEvent, bookmaker: string): PricedSelection[] {
  const book = event.bookmakers.find(({ key }) => key === bookmaker)
  if (book === undefined) return []
  return PRICED_MARKETS.flatMap((key) => {
    const market = book.markets.find((each) => each.key === key)
    return market === undefined ? [] : headToHead(event, book, market)
  })
}

function headToHead(event: OddsEvent, book: FeedBookmaker, market: FeedMarket): PricedSelection[] {
  const at = market.last_update ?? book.last_update
  if (at === undefined) return []
  const selections = new Map<string, PricedSelection>()
  for (const { name, price } of market.outcomes) {
    const selection = sideOf(event, name)
    const odds = oddsFromNumber(price)
    // one unknown name or impossible price, and nobody knows what the others mean
    if (selection === null || odds === null || selections.has(selection)) return []
    selections.set(selection, { market: 'h2h', point: '', selection, name, odds, quotedAt: new Date(at) })
  }
  const complete = selections.has('home') && selections.has('away') && drawAsExpected(event, selections.has('draw'))
  return complete ? [...selections.values()] : []
}

/** Families whose final score, overtime included, says nothing about a draw after regulation. */
const DECIDED_IN_OVERTIME = new Set(['basketball', 'icehockey', 'americanfootball', 'baseball'])

/**
 * Soccer without a draw is a fault of the feed: its prices were made for three outcomes. With one where overtime decides,
 * the bet is on regulation time, which no score that we get can settle.
 */
function drawAsExpected({ sport_key }: OddsEvent, offered: boolean): boolean {
  const family = familyOf(sport_key)
  return family === 'soccer' ? offered : !(offered && DECIDED_IN_OVERTIME.has(family))
}

/** By name, never by position. */
function sideOf({ home_team, away_team }: OddsEvent, name: string): 'home' | 'draw' | 'away' | null {
  if (sameName(name, home_team)) return 'home'
  if (sameName(name, away_team)) return 'away'
  return readable(name) === 'draw' ? 'draw' : null
}

/**
 * The bookmaker that a fixture is priced by from now on: of those with a complete market the one with the smallest
 * margin, so that bettors get fair prices; the first by key among equals. Null where nobody prices it.
 */
export function chooseBookmaker(event: OddsEvent): { key: string; title: string } | null {
  let best: { key: string; title: string; margin: number } | null = null
  for (const { key, title } of event.bookmakers) {
    const prices = pricesOf(event, key)
    if (prices.length === 0) continue
    const margin = prices.reduce((sum, { odds }) => sum + 1 / Number(odds), 0)
    if (best === null || margin < best.margin || (margin === best.margin && key < best.key))
      best = { key, title, margin }
  }
  return best && { key: best.key, title: best.title }
}
