import { expect, test } from 'vitest'
import type { MarketKind } from './markets.ts'
import { selectionName } from './selection-names.ts'

const teams = { home: 'Arsenal', away: 'Leeds' }

test.each<[MarketKind, string, string | undefined, string]>([
  ['h2h', 'home', undefined, 'Arsenal'],
  ['h2h', 'draw', undefined, 'Draw'],
  ['h2h', 'away', undefined, 'Leeds'],
  ['double_chance', 'home-draw', undefined, 'Arsenal or Draw'],
  ['double_chance', 'home-away', undefined, 'Arsenal or Leeds'],
  ['btts', 'yes', undefined, 'Yes'],
  ['spreads', 'home', '-1.5', 'Arsenal -1.5'],
  ['spreads', 'away', '1.5', 'Leeds +1.5'],
  ['spreads', 'away', '0', 'Leeds 0'],
  ['totals', 'over', '2.5', 'Over 2.5'],
  ['team_totals', 'away-under', '0.5', 'Leeds Under 0.5'],
])('%s %s %s is called %4$s', (kind, selection, point, name) =>
  expect(selectionName(kind, selection, point, teams)).toBe(name),
)
