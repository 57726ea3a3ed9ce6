// Money is whole euro cents in an integer. Text and JSON numbers are read by their decimal digits, never by multiplying
// a fraction. The browser uses this too, so it imports only the limits.
import { MAX_CENTS } from './limits.ts'

const EUROS = /^(\d{0,20})(?:\.(\d{0,2}))?$/

/** Cents of an amount as typed: '20', '20.5', '.50'. Null for anything else, including a third decimal. */
export function centsFromText(text: string): number | null {
  const digits = EUROS.exec(text.trim())
  if (digits === null) return null
  const [, whole = '', part = ''] = digits
  if (whole === '' && part === '') return null
  const cents = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return cents <= BigInt(MAX_CENTS) ? Number(cents) : null
}

/**
 * Cents of an amount in euros as a JSON number; null if it is negative, not finite, too large or has a third decimal.
 */
export function centsFromEuros(euros: number): number | null {
  return Number.isFinite(euros) ? centsFromText(String(euros)) : null
}

/**
 * '1234.50', '-0.05': two decimals, no currency sign, as the api carries balances. Throws RangeError on parts of a
 * cent.
 */
export function formatCents(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not whole cents: ${cents}`)
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** '€0.10', for texts that people read. */
export const euroText = (cents: number): string => `€${formatCents(cents)}`

/** As a bound is written: '€0.10', but '€10,000,000,000' without its decimals. */
export const boundText = (cents: number): string =>
  cents % 100 === 0 ? `€${(cents / 100).toLocaleString('en-US')}` : euroText(cents)

/** Euros as a JSON number with two decimals, for output only: nothing is computed with it. */
export const eurosOf = (cents: number): number => Number(formatCents(cents))
