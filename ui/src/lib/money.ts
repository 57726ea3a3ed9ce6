// Euros as people read them. Amounts arrive as numbers or texts with two decimals; everything computed is whole cents.
import { centsFromEuros, centsFromText } from '#domain/money.ts'

const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })

/** Whole cents of an amount as the server replies it, negative ones too: 65 -> 6500, '-65.10' -> -6510. NaN where it is none. */
export function toCents(amount: number | string): number {
  const negative = typeof amount === 'number' ? amount < 0 : amount.startsWith('-')
  const cents =
    typeof amount === 'number'
      ? centsFromEuros(negative ? -amount : amount)
      : centsFromText(negative ? amount.slice(1) : amount)
  if (cents === null) return Number.NaN
  return negative ? -cents : cents
}

/** '€1,204.10'; negative with a real minus sign; `signed` puts a plus before what is above zero. */
export function formatCents(cents: number, signed = false): string {
  if (!Number.isFinite(cents)) return '–'
  const text = euros.format(Math.abs(cents) / 100)
  if (cents < 0) return `\u2212${text}`
  return signed && cents > 0 ? `+${text}` : text
}

export function formatEuros(amount: number | string, signed = false): string {
  return formatCents(toCents(amount), signed)
}
