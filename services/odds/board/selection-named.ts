// Which selection of a game a bettor's request means.
import { selectionsOf } from '#domain/settlement/markets.ts'
import { selectionName } from '#domain/settlement/selection-names.ts'
import { familyOf } from '../catalog/catalog.ts'
import { sameName } from '../quotes/names.ts'
import { offeredKind } from '../quotes/offered-markets.ts'
import type { BoardEntry } from './board-entry.ts'

/** The key of a selection, from the name that bettors see, with or without its line, or from the key itself. */
export function selectionNamed(
  { fixture, quotes }: BoardEntry,
  market: string,
  name: string,
  point: string | null,
): string | null {
  const kind = offeredKind(fixture.league, market)
  if (kind === null) return null
  // nearly always the name as we show it, in which case no names need to be folded for comparison
  const isExactly = (selection: string): boolean =>
    name === selection || name === selectionName(kind, selection, undefined, fixture)
  const isMeant = (selection: string): boolean =>
    name === selection ||
    sameName(name, selectionName(kind, selection, undefined, fixture)) ||
    (point !== null && sameName(name, selectionName(kind, selection, point, fixture)))
  const selections = selectionsOf(kind)
  const found = selections.find(isExactly) ?? selections.find(isMeant) ?? null
  if (found !== 'draw' || market !== 'h2h') return found
  // while the market is suspended, only soccer is known to have a draw
  const offered = quotes.size === 0 ? familyOf(fixture.league) === 'soccer' : quotes.has('h2h||draw')
  return offered ? 'draw' : null
}
