// Which of the provider's markets are offered in a league: those that its scores can settle.
import { MARKET_KINDS, type MarketKind, marketOf } from '#domain/settlement/markets.ts'
import { catalogLeague, familyOf } from '../catalog/catalog.ts'

/** Asked for all games of a league in one call. */
export const FEATURED_MARKETS = ['h2h', 'spreads', 'totals'] as const
/** Asked for game by game. */
export const ADDITIONAL_MARKETS = [
  'h2h_3_way',
  'draw_no_bet',
  'double_chance',
  'btts',
  'team_totals',
  'alternate_spreads',
  'alternate_totals',
  'alternate_team_totals',
] as const

const ALL: ReadonlySet<MarketKind> = new Set(MARKET_KINDS)
const WITHOUT_DRAW: ReadonlySet<MarketKind> = new Set(['h2h', 'spreads', 'totals', 'team_totals'])
const WINNER: ReadonlySet<MarketKind> = new Set(['h2h'])

/**
 * By sport. Where games go to overtime until somebody leads, a draw refers to regulation time, whose score the feed
 * does not have; only in ice hockey can it mostly be derived (overtime ends with one goal). Fights and tennis have no
 * scores to add up, and innings may be cut short.
 */
const OFFERED: Readonly<Record<string, ReadonlySet<MarketKind>>> = {
  soccer: ALL,
  icehockey: ALL,
  aussierules: ALL,
  rugby: ALL,
  basketball: WITHOUT_DRAW,
  americanfootball: WITHOUT_DRAW,
  baseball: WITHOUT_DRAW,
  cricket: WINNER,
  tennis: WINNER,
  mma: WINNER,
  boxing: WINNER,
}

/**
 * The kind of a market on offer; null for others, including markets on periods, since the feed has no scores of
 * periods.
 */
export function offeredKind(league: string, key: string): MarketKind | null {
  const market = marketOf(key)
  if (market === null || market.period !== null) return null
  return OFFERED[familyOf(league)]?.has(market.kind) === true ? market.kind : null
}

/** Whether a match result has a draw to bet on; 'maybe': the bookmaker decides. */
export function drawInHeadToHead(league: string): 'always' | 'maybe' | 'never' {
  const family = familyOf(league)
  if (family === 'soccer') return 'always'
  return OFFERED[family] === WITHOUT_DRAW ? 'never' : 'maybe'
}

/** Those of the listed markets to ask for. A league without scores has only its match result. */
export const marketsToAsk = (league: string, keys: readonly string[]): string[] =>
  keys.filter((key) => offeredKind(league, key) !== null && (catalogLeague(league)?.scored !== false || key === 'h2h'))
