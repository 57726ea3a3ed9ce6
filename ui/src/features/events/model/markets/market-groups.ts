// The groups that a game's markets are listed in, and the order of markets.

import { marketName } from '#domain/settlement/market-names.ts'
import { marketOf } from '#domain/settlement/markets.ts'

const GROUPS = ['main', 'totals', 'spreads', 'teams', 'periods', 'other'] as const
export type MarketGroup = (typeof GROUPS)[number]

/** The markets most bet on, in their order on the page; the others follow by group and name. */
const FIRST = [
  'h2h',
  'totals',
  'spreads',
  'draw_no_bet',
  'double_chance',
  'btts',
  'h2h_3_way',
  'team_totals',
  'alternate_totals',
  'alternate_spreads',
  'alternate_team_totals',
]

export function groupOf(key: string): MarketGroup {
  const market = marketOf(key)
  if (market === null) return 'other'
  if (market.period !== null) return 'periods'
  if (market.kind === 'team_totals') return 'teams'
  return market.kind === 'totals' || market.kind === 'spreads' ? market.kind : 'main'
}

const UNITS: Readonly<Record<string, string>> = {
  soccer: 'Goals',
  icehockey: 'Goals',
  baseball: 'Runs',
  cricket: 'Runs',
}

/** What the scores of a sport count. */
export const unitOf = (sport: string): string => UNITS[sport] ?? 'Points'

export function groupName(group: MarketGroup, sport: string): string {
  if (group === 'totals') return unitOf(sport)
  return { main: 'Main', spreads: 'Spreads', teams: 'Teams', periods: 'Periods', other: 'Others' }[group]
}

/** The groups that these markets belong to. */
export const groupsOf = (keys: readonly string[]): MarketGroup[] =>
  GROUPS.filter((group) => keys.some((key) => groupOf(key) === group))

export function byImportance(a: string, b: string): number {
  const place = (key: string) => {
    const at = FIRST.indexOf(key)
    return at === -1 ? FIRST.length + GROUPS.indexOf(groupOf(key)) : at
  }
  return place(a) - place(b) || marketName(a).localeCompare(marketName(b))
}
