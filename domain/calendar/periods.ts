// Days, weeks and months by the calendar of the business time zone; weeks begin on Monday.
import { BUSINESS_TIME_ZONE } from '../limits.ts'

/** `until` is exclusive. */
export type Span = { readonly from: string; readonly until: string }
export type Spans = { readonly day: Span; readonly week: Span; readonly month: Span }

const calendar = new Intl.DateTimeFormat('en-GB', {
  timeZone: BUSINESS_TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** The wall-clock time at an instant, as if it were UTC. */
export function wallClock(instant: number): Date {
  const parts = new Map(calendar.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type)!
  return new Date(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')))
}

const offsetMs = (instant: number): number => wallClock(instant).getTime() - Math.floor(instant / 1000) * 1000

/** The instant at which a day begins; a day beyond the end of the month is one of the next month. */
function midnight(year: number, month: number, day: number): string {
  const wall = Date.UTC(year, month, day)
  const near = wall - offsetMs(wall)
  return new Date(wall - offsetMs(near)).toISOString()
}

/** Replays and bets come in order of time, so nearly every call asks for the same day as the one before. */
let last: Spans | null = null

/** The day, week and month of an instant. */
export function periodsAt(at: string): Spans {
  if (last !== null && last.day.from <= at && at < last.day.until) return last
  const today = wallClock(Date.parse(at))
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()]
  const monday = day - ((today.getUTCDay() + 6) % 7)
  last = {
    day: { from: midnight(year, month, day), until: midnight(year, month, day + 1) },
    week: { from: midnight(year, month, monday), until: midnight(year, month, monday + 7) },
    month: { from: midnight(year, month, 1), until: midnight(year, month + 1, 1) },
  }
  return last
}
