// From the provider's event to prices: the markets of one bookmaker, and which bookmaker that is.
import type { Teams } from '../identity/belief.ts'
import type { OddsEvent } from '../provider/wire.ts'
import { type MarketProblem, type PricedSelection, pricesIn } from './market-prices.ts'

export type BookPrices = {
  readonly prices: readonly PricedSelection[]
  /** The markets that are suspended, and why. */
  readonly problems: ReadonlyMap<string, MarketProblem>
}

/** What a bookmaker offers for a game. `teams`: the fixture's names for the event's teams. */
export function pricesOf(event: OddsEvent, bookmaker: string, teams: Teams = teamsOf(event)): BookPrices {
  const book = event.bookmakers.find(({ key }) => key === bookmaker)
  const problems = new Map<string, MarketProblem>()
  if (book === undefined) return { prices: [], problems }
  const seen = new Set<string>()
  const prices = book.markets.flatMap((market) => {
    // if a market is listed twice, the first counts
    if (seen.has(market.key)) return []
    seen.add(market.key)
    const found = pricesIn(event, book, market, teams)
    if (found.problem !== null) problems.set(market.key, found.problem)
    return found.prices
  })
  return { prices, problems }
}

const teamsOf = ({ home_team: home, away_team: away }: OddsEvent): Teams => ({ home, away })

/** The prices of a bookmaker's match result; none if it is missing, incomplete or implausible. */
export const headToHeadOf = (event: OddsEvent, bookmaker: string): readonly PricedSelection[] =>
  pricesOf(event, bookmaker).prices.filter(({ market }) => market === 'h2h')

/**
 * What is wrong with the match result where all bookmakers that have one have it wrong: by the first of them; null
 * where none has one.
 */
export function unpricedResult(event: OddsEvent): MarketProblem | null {
  const keys = event.bookmakers.map(({ key }) => key).sort()
  return keys.map((key) => pricesOf(event, key).problems.get('h2h') ?? null).find((problem) => problem !== null) ?? null
}

/**
 * The bookmaker to price a fixture by from now on: of those with a complete match result the one with the smallest
 * margin, so that bettors get fair prices; among equals, the first by key. Null if there is none.
 */
export function chooseBookmaker(event: OddsEvent): { key: string; title: string } | null {
  let best: { key: string; title: string; margin: number } | null = null
  for (const { key, title } of event.bookmakers) {
    const prices = headToHeadOf(event, key)
    if (prices.length === 0) continue
    const margin = prices.reduce((sum, { odds }) => sum + 1 / Number(odds), 0)
    if (best === null || margin < best.margin || (margin === best.margin && key < best.key))
      best = { key, title, margin }
  }
  return best && { key: best.key, title: best.title }
}
