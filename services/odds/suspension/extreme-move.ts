// Whether the odds of a market have moved further than a bookmaker can have meant.
import { EXTREME_MOVE_FACTOR } from '#domain/limits.ts'
import { hundredths } from '#domain/odds.ts'
import type { PricedSelection } from '../quotes/market-prices.ts'

/** `from`: the last odds that could be meant. */
export type ExtremeMove = {
  readonly selection: string
  readonly point: string
  readonly from: string
  readonly to: string
}

type Price = Pick<PricedSelection, 'point' | 'selection' | 'odds'>

/** The first selection of a market whose odds moved too far, up or down; null if none did. */
export function extremeMove(before: readonly Price[], now: readonly Price[]): ExtremeMove | null {
  for (const { point, selection, odds: to } of now) {
    const from = before.find((one) => one.selection === selection && one.point === point)?.odds
    if (from !== undefined && isExtreme(hundredths(from), hundredths(to))) return { selection, point, from, to }
  }
  return null
}

const isExtreme = (one: bigint, other: bigint): boolean =>
  one > other * EXTREME_MOVE_FACTOR || other > one * EXTREME_MOVE_FACTOR
