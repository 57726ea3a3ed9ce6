// Odds as the visitor reads them. All three are exact integers of the decimal odds' hundredths, so nothing is rounded but
// American odds, as they always are.
import { type OddsFormat, readDisplaySettings } from './display-settings.ts'
import { MINUS } from './minus.ts'

/** Decimal odds as computed with and sent, with two decimals: '2.10'. */
export const decimalText = (odds: number): string => odds.toFixed(2)

/** Odds as shown, in the format that the visitor chose: '2.10', '11/10' or '+110'. */
export function formatOdds(odds: number | string, format: OddsFormat = readDisplaySettings().odds): string {
  const decimal = typeof odds === 'string' ? odds : decimalText(odds)
  const profit = Number(decimal.replace('.', '')) - 100
  // The decimal text is shown where there is nothing to win: no ratio says that.
  if (format === 'decimal' || !Number.isSafeInteger(profit) || profit <= 0) return decimal
  return format === 'fractional' ? fraction(profit) : american(profit)
}

/** What 100 win, reduced: 110 -> '11/10'. */
function fraction(profit: number): string {
  const divisor = greatestCommonDivisor(profit, 100)
  return `${profit / divisor}/${100 / divisor}`
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

/** From evens on what 100 win: '+110'. Below, the stake that wins 100, rounded half up: '−200'. */
function american(profit: number): string {
  if (profit >= 100) return `+${profit}`
  return `${MINUS}${Math.floor((20_000 + profit) / (2 * profit))}`
}
