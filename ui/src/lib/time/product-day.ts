// Business days: calendar days in Europe/Paris, whatever zone times are shown in.
import { once } from '../once.ts'
import { HOUR_MS } from './durations.ts'

/** The zone of business days. Repeated here, because importing it would bring limits.ts into the first view. */
export const PARIS = 'Europe/Paris'
const dayFormat = once(() => new Intl.DateTimeFormat('sv-SE', { timeZone: PARIS }))
/** Formats a day that is given as midnight UTC. */
const labelFormat = once(
  () => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' }),
)

/** '2026-11-21' */
export const productDay = (instant: number): string => dayFormat().format(new Date(instant))

/** The day that many days before another. */
export function daysBefore(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date - days)).toISOString().slice(0, 10)
}

/** 'Sat 21 Nov' */
export const dayText = (day: string): string =>
  labelFormat()
    .format(new Date(`${day}T00:00:00Z`))
    .replace(',', '')

/** Whether a text is an existing day, as '2026-11-21'. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** When a day begins: '2026-11-21' -> '2026-11-20T23:00:00.000Z'. */
export function dayStart(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const begins = [1, 2]
    .map((hours) => midnight - hours * HOUR_MS)
    .find((at) => productDay(at) === day && productDay(at - 1) !== day)
  return new Date(begins ?? midnight).toISOString()
}
