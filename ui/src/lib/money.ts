// Euros for display. Amounts arrive as numbers or texts with two decimals; arithmetic on them is done in whole cents.

const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })

/** Whole cents of an amount in euros: 65 -> 6500, '65.10' -> 6510. NaN where it is no amount. */
export function toCents(amount: number | string): number {
  return Math.round(Number(amount) * 100)
}

/** '€1,204.10'; negative with a real minus sign; `signed` puts a plus before what is above zero. */
export function formatEuros(amount: number | string, signed = false): string {
  const cents = toCents(amount)
  if (!Number.isFinite(cents)) return '–'
  const text = euros.format(Math.abs(cents) / 100)
  if (cents < 0) return `\u2212${text}`
  return signed && cents > 0 ? `+${text}` : text
}

export function formatCents(cents: number, signed = false): string {
  return formatEuros(cents / 100, signed)
}
