// The markets that bets are struck in: their selections, and which score of a game decides them. Market keys are the
// provider's: 'alternate_totals_h1' is the totals of the first half at other lines.

const SELECTIONS = {
  h2h: ['home', 'draw', 'away'],
  h2h_3_way: ['home', 'draw', 'away'],
  draw_no_bet: ['home', 'away'],
  double_chance: ['home-draw', 'home-away', 'draw-away'],
  btts: ['yes', 'no'],
  spreads: ['home', 'away'],
  totals: ['over', 'under'],
  team_totals: ['home-over', 'home-under', 'away-over', 'away-under'],
} as const satisfies Record<string, readonly string[]>

export type MarketKind = keyof typeof SELECTIONS
export const MARKET_KINDS = Object.keys(SELECTIONS) as readonly MarketKind[]

/** `period`: null for the whole game. */
export type Market = { readonly kind: MarketKind; readonly period: string | null }

const KEY = new RegExp(
  `^(?:alternate_)?(${MARKET_KINDS.toSorted().toReversed().join('|')})(?:_([qhp][1-4]|1st_[1-9]_innings))?$`,
)
const WITH_LINES: ReadonlySet<MarketKind> = new Set(['spreads', 'totals', 'team_totals'])

const known = new Map<string, Market | null>()

/** The market of a provider's key; null if its bets could not be settled. */
export function marketOf(key: string): Market | null {
  let market = known.get(key)
  if (market === undefined) {
    const [, kind, period] = KEY.exec(key) ?? []
    market = kind === undefined ? null : { kind: kind as MarketKind, period: period ?? null }
    // requests contain keys too: caching unknown ones would let strangers fill the memory
    if (market !== null) known.set(key, market)
  }
  return market
}

/** The selections of a market of this kind, in the order in which they are shown. */
export const selectionsOf = (kind: MarketKind): readonly string[] => SELECTIONS[kind]

/** Whether its selections have a line: "Over 2.5", "Arsenal -1". */
export const hasLine = (kind: MarketKind): boolean => WITH_LINES.has(kind)

/** Lines are whole, half or quarter numbers. Others are not offered, because no rule says how to split them. */
export const isLine = (point: string): boolean => /^-?\d{1,4}(?:\.(?:0|00|5|50|25|75))?$/.test(point)

/** A line as bets have it: '2.5' for '2.50', '0' for '-0.0'. */
export const lineText = (point: string): string =>
  point
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^-0$/, '0')

/**
 * Whether a bet on it could be settled: a selection of a known market, with a line if and only if the market has lines.
 */
export function canBeSettled(market: string, selection: string, point: string | undefined): boolean {
  const known = marketOf(market)
  if (known === null || !selectionsOf(known.kind).includes(selection)) return false
  return hasLine(known.kind) ? point !== undefined && isLine(point) : point === undefined
}

/**
 * Which score decides a market: the one at the end of regulation time, the final one including overtime, or none, so
 * that an admin decides. Football is bet on for ninety minutes; elsewhere overtime counts unless a draw can be bet on
 * (Pinnacle's rules, see docs/settlement.md). Test matches are not decided by runs.
 */
export type Basis = 'regulation' | 'final' | 'by-hand'

export function basisOf(league: string, key: string, drawOffered: boolean): Basis {
  const market = marketOf(key)
  if (market === null || league.includes('test_match')) return 'by-hand'
  const ofThreeWays = drawOffered || market.kind === 'h2h_3_way'
  const derived = market.kind === 'double_chance' || market.kind === 'draw_no_bet'
  return league.startsWith('soccer') || ofThreeWays || derived ? 'regulation' : 'final'
}
