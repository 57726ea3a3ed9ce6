// Euro amounts as sent and as shown. All arithmetic is in whole cents.
import { centsFromEuros, centsFromText } from '#domain/money.ts'
import { MINUS } from './minus.ts'
import { once } from './once.ts'

const euros = once(() => new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' }))

/** Cents of an amount in a reply, possibly negative: 65 -> 6500, '-65.10' -> -6510. NaN if it is not an amount. */
export function toCents(amount: number | string): number {
  const negative = typeof amount === 'number' ? amount < 0 : amount.startsWith('-')
  const cents =
    typeof amount === 'number'
      ? centsFromEuros(negative ? -amount : amount)
      : centsFromText(negative ? amount.slice(1) : amount)
  if (cents === null) return Number.NaN
  return negative ? -cents : cents
}

/** '€1,204.10'; negative amounts have a real minus sign, `signed` adds a plus to positive ones. */
export function formatCents(cents: number, signed = false): string {
  if (!Number.isFinite(cents)) return '–'
  const text = euros().format(Math.abs(cents) / 100)
  if (cents < 0) return `${MINUS}${text}`
  return signed && cents > 0 ? `+${text}` : text
}

export function formatEuros(amount: number | string, signed = false): string {
  return formatCents(toCents(amount), signed)
}
