// The days of an admin's float: what it held when each began and ended, and which are closed.
//
// A day never changes once a later one has begun: what moves the float counts on its own business day, or on the newest day
// that the float has, if that is later; and after a day was closed on the next one at the earliest. So days follow each other
// as their events do, and what closes one is the balance after its last event.

import { businessDay, daysAfter } from '../calendar/business-day.ts'
import { CLOSABLE_DAYS } from '../limits.ts'
import type { FloatDayClosed } from './float-events.ts'

/** `through`: version on the account's stream of the last event that moved the float by the end of the day. */
export type FloatDay = { openingCents: number; closingCents: number; through: number }

export type FloatDays = {
  /** The day on which the account was opened. */
  readonly since: string
  /** The earliest day that an event can still count on. */
  from: string
  /** Days on which the float moved, in their order. */
  readonly moved: Map<string, FloatDay>
  readonly closed: Set<string>
}

/** More than can be closed, so that what the oldest of those began with is known. */
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

/** Of a day that has ended; without a movement it began and ended with what the one before left. */
export function floatDay({ moved }: FloatDays, day: string): FloatDay {
  const of = moved.get(day)
  if (of !== undefined) return of
  let before: FloatDay = { openingCents: 0, closingCents: 0, through: 0 }
  for (const [earlier, figures] of moved) if (earlier < day) before = figures
  return { ...before, openingCents: before.closingCents }
}
