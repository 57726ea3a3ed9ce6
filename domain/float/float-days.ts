// The days of an admin's float: what it held when each began and ended, and which are closed.
//
// A day never changes once a later one has begun. A movement counts on its own business day, or on the newest day of
// the float if that is later; once a day is closed, it counts on the next day at the earliest. So days are in the order
// of their events, and a day closes with the balance after its last event.

import { businessDay, daysAfter } from '../calendar/business-day.ts'
import { CLOSABLE_DAYS } from '../limits.ts'
import type { FloatDayClosed } from './float-events.ts'

/** `through`: version, on the account's stream, of the last event that moved the float by the end of the day. */
export type FloatDay = { openingCents: number; closingCents: number; through: number }

export type FloatDays = {
  /** The day on which the account was opened. */
  readonly since: string
  /** The earliest day on which an event can still count. */
  from: string
  /** Days on which the float moved, in order. */
  readonly moved: Map<string, FloatDay>
  readonly closed: Set<string>
}

/** More than can be closed, so that the opening balance of the oldest closable day is known. */
const DAYS_KEPT = CLOSABLE_DAYS + 2

export const initialFloatDays = (openedAt: string): FloatDays => {
  const since = businessDay(openedAt)
  return { since, from: since, moved: new Map(), closed: new Set() }
}

export function countFloat(
  days: FloatDays,
  { at, version, before, after }: { at: string; version: number; before: number; after: number },
): void {
  const own = businessDay(at)
  const day = own > days.from ? own : days.from
  days.from = day
  const known = days.moved.get(day)
  if (known === undefined) days.moved.set(day, { openingCents: before, closingCents: after, through: version })
  else Object.assign(known, { closingCents: after, through: version })
  keepNewest(days.moved)
}

export function closeFloatDay(days: FloatDays, { day }: Pick<FloatDayClosed, 'day'>): void {
  const next = daysAfter(day, 1)
  if (next > days.from) days.from = next
  days.closed.add(day)
  keepNewest(days.closed)
}

function keepNewest(days: Map<string, unknown> | Set<string>): void {
  if (days.size > DAYS_KEPT) days.delete([...days.keys()].sort()[0]!)
}

/** The figures of a day that has ended. Without a movement it begins and ends with what the day before left. */
export function floatDay({ moved }: FloatDays, day: string): FloatDay {
  const of = moved.get(day)
  if (of !== undefined) return of
  let before: FloatDay = { openingCents: 0, closingCents: 0, through: 0 }
  for (const [earlier, figures] of moved) if (earlier < day) before = figures
  return { ...before, openingCents: before.closingCents }
}
