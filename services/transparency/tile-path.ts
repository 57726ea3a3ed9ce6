// The names of tiles in URLs: <L>/<N>[.p/<W>] (c2sp.org/tlog-tiles).
import { TILE_WIDTH } from '#services/merkle/tiles.ts'

/** `level`: null for a bundle of the events themselves. `width`: 256 if the tile is full. */
export type TileName = { readonly level: number | null; readonly index: number; readonly width: number }

const PATH = /^(entries|0|[1-5]?\d|6[0-3])\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** Null if it is not the name of a tile; each tile has exactly one name. */
export function parseTilePath(path: string): TileName | null {
  const [, level, digits, partial] = PATH.exec(path) ?? []
  if (level === undefined || digits === undefined || (level.length > 1 && level.startsWith('0'))) return null
  const groups = digits.replaceAll('x', '').split('/')
  const index = Number(groups.join(''))
  const width = partial === undefined ? TILE_WIDTH : Number(partial)
  const hasMore = groups.length > 1 && groups[0] === '000'
  if (
    hasMore ||
    !Number.isSafeInteger(index) ||
    width > TILE_WIDTH ||
    (partial !== undefined && width === TILE_WIDTH)
  ) {
    return null
  }
  return { level: level === 'entries' ? null : Number(level), index, width }
}
