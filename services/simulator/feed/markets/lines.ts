// Lines: what is won above and below them, and which are offered.
import type { Distribution } from '../../sports/scoring/distribution.ts'

/**
 * The chances that bets over and under a line win, as shares of what is not returned: whole lines may return the stake,
 * quarter lines half of it.
 */
export function sidesOf(distribution: Distribution, line: number): { over: number; under: number } {
  const isQuarter = !Number.isInteger(line * 2)
  const lines = isQuarter ? [line - 0.25, line + 0.25] : [line]
  let over = 0
  let under = 0
  for (const each of lines) {
    const above = distribution.over(each)
    over += above / lines.length
    under += Math.max(0, 1 - above - (Number.isInteger(each) ? distribution.at(each) : 0)) / lines.length
  }
  const sum = over + under || 1
  return { over: over / sum, under: under / sum }
}

/** Which lines a bookmaker offers. */
export type Grid = 'half' | 'whole-and-half' | 'quarter'
const STEP: Readonly<Record<Grid, number>> = { half: 1, 'whole-and-half': 0.5, quarter: 0.25 }

/** The line of a grid that is closest to even chances. */
export function evenLine(distribution: Distribution, grid: Grid): number {
  const start = distribution.median - 1.5
  let best = start
  let distance = Number.POSITIVE_INFINITY
  for (let line = start; line <= start + 3; line += STEP[grid]) {
    const off = Math.abs(sidesOf(distribution, line).over - 0.5)
    if (off >= distance - 1e-9) continue
    best = line
    distance = off
  }
  return best
}

/** Lines around the main one: a few steps to each side. */
export const linesAround = (main: number, step: number): number[] =>
  [-3, -2, -1, 1, 2, 3].map((steps) => main + steps * step)
