// The values of an answer, and how they are shown to people.
import { printable } from '../printable.ts'

export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value }
export type Row = Readonly<Record<string, Value>>

/**
 * `as`: 'cents' are shown as euros, a 'number' with separators, both aligned to the right. `show`: by default the value
 * itself.
 */
export type Column = {
  readonly key: string
  readonly title: string
  readonly as?: 'cents' | 'number'
  readonly show?: (row: Row) => string
}

/** 123456 as '1,234.56'. */
export function euros(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString('en-US')
  const sign = cents < 0 ? '-' : ''
  return `${sign}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

/** A ledger number in a sentence, with separators like a count. */
export const numbered = (number: number): string => number.toLocaleString('en-US')

/** The beginning of a sentence about a moment. */
export const asOfText = (number: number | null): string =>
  number === null ? 'Before the first event' : `As of ledger number ${numbered(number)}`

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

export function shownCell({ key, as, show }: Column, row: Row): string {
  if (show !== undefined) return printable(show(row))
  const value = row[key] ?? null
  return as === 'cents' && typeof value === 'number' ? euros(value) : shownValue(value)
}

/** Null is shown as ''. */
export function shownValue(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (typeof value === 'string') return printable(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.map(shownValue).join(', ') : printable(JSON.stringify(value))
}
