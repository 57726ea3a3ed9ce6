// From the provider's event to stored prices: the selections of one bookmaker, by name, with two decimals.
import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { oddsFromNumber } from '#domain/odds.ts'
import { familyOf } from '../catalog/catalog.ts'
import type { FeedBookmaker, FeedMarket, OddsEvent } from '../provider/wire.ts'

/** Odds up to this are a bookmaker's placeholder for a suspended selection: stored, but no bet is struck at them. */
export const PLACEHOLDER_HUNDREDTHS = 101
/** The markets that are priced; all others, h2h_lay above all, are ignored. */
const PRICED_MARKETS = ['h2h'] as const

export type PricedSelection = {
  readonly market: string
  /** '' if the market has no point. */
  readonly point: string
  /** home, draw or away. */
  readonly selection: string
  readonly name: string
  readonly odds: string
  /** The provider's time of the price. */
  readonly quotedAt: Date
}

/** An object of the provider as evidence: its canonical JSON and the SHA-256 of that. */
export type Message = { readonly body: string; readonly hash: string }
export function messageOf(object: unknown): Message {
  const body = canonicalize(object)
  if (body === undefined) throw new TypeError('not JSON')
  return { body, hash: hash('sha256', body) }
}

/** Names are compared without regard to case, Unicode normalisation and surrounding space. */
const comparable = (name: string): string => name.normalize('NFC').trim().toLowerCase()
export const sameName = (one: string, other: string): boolean => one === other || comparable(one) === comparable(other)

/** The selections of a bookmaker's h2h market; none if it is missing, incomplete or invalid. */
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
    const selection = selectionOf(event, name)
    const odds = oddsFromNumber(price)
    // with an unknown name or an impossible price, the others cannot be trusted either
    if (selection === null || odds === null || selections.has(selection)) return []
    selections.set(selection, { market: 'h2h', point: '', selection, name, odds, quotedAt: new Date(at) })
  }
  const complete = selections.has('home') && selections.has('away') && drawAsExpected(event, selections.has('draw'))
  return complete ? [...selections.values()] : []
}

/** Families whose final score includes overtime, and so does not show a draw after regulation. */
const DECIDED_IN_OVERTIME = new Set(['basketball', 'icehockey', 'americanfootball', 'baseball'])

/**
 * Soccer without a draw is an error of the feed: its prices assume three outcomes. A draw in a sport that is decided in
 * overtime means that the bet is on regulation time, which the scores of the feed cannot settle.
 */
function drawAsExpected({ sport_key }: OddsEvent, offered: boolean): boolean {
  const family = familyOf(sport_key)
  return family === 'soccer' ? offered : !(offered && DECIDED_IN_OVERTIME.has(family))
}

/** By name, never by position. */
function selectionOf({ home_team, away_team }: OddsEvent, name: string): 'home' | 'draw' | 'away' | null {
  if (sameName(name, home_team)) return 'home'
  if (sameName(name, away_team)) return 'away'
  return comparable(name) === 'draw' ? 'draw' : null
}

/**
 * The bookmaker to price a fixture by from now on: of those with a complete market the one with the smallest margin, so
 * that bettors get fair prices; among equals, the first by key. Null if there is none.
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
