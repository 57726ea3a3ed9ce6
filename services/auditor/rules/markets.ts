// The markets that the auditor can check, by its own reading: their keys, their selections, and which score decides
// them.

export type MarketName =
  | 'h2h'
  | 'h2h_3_way'
  | 'draw_no_bet'
  | 'double_chance'
  | 'btts'
  | 'spreads'
  | 'totals'
  | 'team_totals'

/** `period`: '' for the whole game. */
export type KnownMarket = { readonly name: MarketName; readonly period: string }

const OUTCOMES: ReadonlyMap<MarketName, ReadonlySet<string>> = new Map([
  ['h2h', new Set(['home', 'draw', 'away'])],
  ['h2h_3_way', new Set(['home', 'draw', 'away'])],
  ['draw_no_bet', new Set(['home', 'away'])],
  ['double_chance', new Set(['home-draw', 'home-away', 'draw-away'])],
  ['btts', new Set(['yes', 'no'])],
  ['spreads', new Set(['home', 'away'])],
  ['totals', new Set(['over', 'under'])],
  ['team_totals', new Set(['home-over', 'home-under', 'away-over', 'away-under'])],
])
const PERIOD = /^(?:[qhp][1-4]|1st_[1-9]_innings)$/
const cache = new Map<string, KnownMarket | null>()

/** Null if no bet should have been struck in the market. An alternate line belongs to the market of its main line. */
export function knownMarket(key: string): KnownMarket | null {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const found = find(key.startsWith('alternate_') ? key.slice('alternate_'.length) : key)
  cache.set(key, found)
  return found
}

function find(key: string): KnownMarket | null {
  for (const name of OUTCOMES.keys()) {
    if (key === name) return { name, period: '' }
    const period = key.startsWith(`${name}_`) ? key.slice(name.length + 1) : ''
    if (PERIOD.test(period)) return { name, period }
  }
  return null
}

export const hasOutcome = (market: KnownMarket, selection: string): boolean => OUTCOMES.get(market.name)!.has(selection)

export const isOnALine = ({ name }: KnownMarket): boolean =>
  name === 'spreads' || name === 'totals' || name === 'team_totals'

/**
 * Whether overtime counts: not in football, and not if a draw could be bet on. Undefined if no score decides the
 * market.
 */
export function overtimeCounts(league: string, key: string, drawOffered: boolean): boolean | undefined {
  const market = knownMarket(key)
  if (market === null || /test_match/.test(league)) return undefined
  if (/^soccer/.test(league) || drawOffered) return false
  return !['h2h_3_way', 'double_chance', 'draw_no_bet'].includes(market.name)
}
