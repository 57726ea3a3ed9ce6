// Parses typed days and times, in the order that the screens show them: day, month, year.
import { once } from '../once.ts'
import { daysBefore, isDay } from './product-day.ts'

/** Like `formatDate`, but a typed day has no zone. */
const format = once(
  () => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }),
)

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const ISO = /^(\d{4})-(\d\d?)-(\d\d?)$/
/** '21 Nov 2026', 'Sat 21 Nov', '21.11.26'. A leading weekday is ignored. */
const WRITTEN = /^(?:[a-z]{2,9}[,.]?\s+)?(\d\d?)(?:[\s./-]*([a-z]{3,9})|[\s./-]+(\d\d?))\.?(?:[\s./,-]+(\d{4}|\d\d))?$/
const TIME = /^(.*?)[\s,T]+(\d\d?):(\d\d)(?::(\d\d))?$/i

/** '2026-11-21' for a typed day; null if it is none. Without a year, the date nearest to `today`. */
export function readDay(typed: string, today: string): string | null {
  const text = typed.trim().toLowerCase()
  const iso = ISO.exec(text)
  if (iso !== null) return dayOf(iso[1]!, Number(iso[2]), Number(iso[3]))
  const [, date, name, number, year] = WRITTEN.exec(text) ?? []
  if (date === undefined) return null
  const month = name === undefined ? Number(number) : MONTHS.indexOf(name.slice(0, 3)) + 1
  if (year !== undefined) return dayOf(year.padStart(4, '20'), month, Number(date))
  const around = [-1, 0, 1].map((years) => dayOf(String(Number(today.slice(0, 4)) + years), month, Number(date)))
  const from = daysBefore(today, 183)
  return around.find((day) => day !== null && day > from) ?? null
}

/** '2026-11-21T18:30', with seconds if some were typed; midnight without a time. Null if it is no day or time. */
export function readMoment(typed: string, today: string): string | null {
  const [, before, hour, minute, second] = TIME.exec(typed.trim()) ?? []
  const day = readDay(before ?? typed, today)
  if (day === null || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) return null
  const time = hour === undefined ? '00:00' : `${hour.padStart(2, '0')}:${minute}`
  return `${day}T${time}${second === undefined ? '' : `:${second}`}`
}

/** '2026-11-21' -> '21 Nov 2026'; '2026-11-21T18:30' -> '21 Nov 2026 18:30'. */
export function dateText(local: string): string {
  const [day = '', time] = local.split('T')
  const text = format().format(new Date(`${day}T00:00:00Z`))
  return time === undefined ? text : `${text} ${time}`
}

function dayOf(year: string, month: number, date: number): string | null {
  const day = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  return isDay(day) ? day : null
}
