// The name of a selection, as the bettor who picks it reads it and as the ledger stores it.
import type { MarketKind } from './markets.ts'

const SIDES: Readonly<Record<string, string>> = { over: 'Over', under: 'Under', yes: 'Yes', no: 'No', draw: 'Draw' }

/**
 * 'Arsenal', 'Draw', 'Arsenal -1.5', 'Over 2.5', 'Arsenal Over 1.5', 'Arsenal or Draw', 'Yes'. `point`: the line seen
 * from this selection.
 */
export function selectionName(
  kind: MarketKind,
  selection: string,
  point: string | undefined,
  teams: { readonly home: string; readonly away: string },
): string {
  const plain = (part: string): string =>
    part === 'home' ? teams.home : part === 'away' ? teams.away : (SIDES[part] ?? part)
  const parts = selection.split('-').map(plain)
  if (kind === 'double_chance') return parts.join(' or ')
  if (point === undefined) return parts.join(' ')
  return [...parts, kind === 'spreads' && !point.startsWith('-') && point !== '0' ? `+${point}` : point].join(' ')
}
