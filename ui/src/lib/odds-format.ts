// Odds as the visitor reads them. All formats are computed from the decimal odds in whole hundredths, so only American
// odds are rounded, as they always are.
import { type OddsFormat, readDisplaySettings } from './display-settings.ts'
import { MINUS } from './minus.ts'

/** Decimal odds with two decimals, as used in calculations and requests: '2.10'. */
export const decimalText = (odds: number): string => odds.toFixed(2)

/** Odds as shown, in the format that the visitor chose: '2.10', '11/10' or '+110'. */
export function formatOdds(odds: number | string, format: OddsFormat = readDisplaySettings().odds): string {
  const decimal = typeof odds === 'string' ? odds : decimalText(odds)
  const profit = Number(decimal.replace('.', '')) - 100
  // Odds of 1.00 win nothing, and no ratio expresses that: they stay decimal.
  if (format === 'decimal' || !Number.isSafeInteger(profit) || profit <= 0) return decimal
  return format === 'fractional' ? fraction(profit) : american(profit)
}

/** The winnings on a stake of 100, as a reduced fraction: 110 -> '11/10'. */
function fraction(profit: number): string {
  const divisor = greatestCommonDivisor(profit, 100)
  return `${profit / divisor}/${100 / divisor}`
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

/**
 * From evens up, the winnings on a stake of 100: '+110'. Below evens, the stake that wins 100, rounded half up: '−200'.
 */
function american(profit: number): string {
  if (profit >= 100) return `+${profit}`
  return `${MINUS}${Math.floor((20_000 + profit) / (2 * profit))}`
}
