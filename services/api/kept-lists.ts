// Lists of games as JSON, written once for all who ask for them until something on the board changes.
import type { QuoteBoard } from '../odds/port.ts'
import type { Game } from './contract.ts'

/** A game starts, and stops being live, without any change of the board. */
const KEPT_MS = 1_000
const KEPT_MAX = 500

export type KeptLists = {
  /** JSON of the array that `make` gives, not older than the board's last change. */
  json(name: string, make: () => readonly Game[]): string
}

export function keepLists(board: Pick<QuoteBoard, 'onChange'>): KeptLists {
  const kept = new Map<string, { text: string; until: number }>()
  board.onChange(() => kept.clear())
  return {
    json(name, make) {
      const now = performance.now()
      const known = kept.get(name)
      if (known !== undefined && known.until > now) return known.text
      const text = JSON.stringify(make())
      if (kept.size >= KEPT_MAX) kept.clear()
      kept.set(name, { text, until: now + KEPT_MS })
      return text
    },
  }
}
