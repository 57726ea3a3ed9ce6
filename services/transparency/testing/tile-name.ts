// The name of a tile, as its readers ask for it.
import { TILE_WIDTH } from '#services/merkle/tiles.ts'
import type { TileName } from '../tile-path.ts'

export function tilePath({ level, index, width }: TileName): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!
  const named = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
  return `${level ?? 'entries'}/${named}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}
