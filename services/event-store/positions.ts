import type { Position } from './port.ts'

/** Compares positions that are decimal integers of any size: in neither store do they fit into a double for ever. */
export function compareNumericPositions(a: Position, b: Position): number {
  if (a.length !== b.length) return a.length - b.length
  if (a === b) return 0
  return a < b ? -1 : 1
}
