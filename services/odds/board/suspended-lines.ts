// Lines that a bookmaker has taken down by showing a placeholder instead of a price.
import { isPlaceholder } from '../quotes/market-prices.ts'
import type { QuoteRow } from './board-rows.ts'

type OnLine = Pick<QuoteRow, 'point' | 'selection'>

/** Whether two selections of a market are sides of one line: over and under 2.5, or both teams' -1.5 and +1.5. */
export function isSameLine(one: OnLine, other: OnLine): boolean {
  const isTotal = isTotalOf(one)
  if (isTotal !== isTotalOf(other)) return false
  if (isTotal) return one.point === other.point && teamOf(one) === teamOf(other)
  const line = one.point.replace('-', '')
  if (line !== other.point.replace('-', '')) return false
  return line === '' || line === '0' || (one.selection === other.selection) === (one.point === other.point)
}

const isTotalOf = ({ selection }: OnLine): boolean => /(?:^|-)(?:over|under)$/.test(selection)
const teamOf = ({ selection }: OnLine): string => selection.split('-').slice(0, -1).join('')

/** The rows of a game without those on lines that are taken down. */
export function bettable(rows: readonly QuoteRow[]): readonly QuoteRow[] {
  const down = rows.filter(isPlaceholder)
  if (down.length === 0) return rows
  return rows.filter((row) => !down.some((other) => other.market === row.market && isSameLine(other, row)))
}
