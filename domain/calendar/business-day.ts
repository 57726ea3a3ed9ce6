// Days of the business time zone, as '2026-11-23', and what is counted within a day.
import { periodsAt, wallClock } from './periods.ts'

/** The day so many days after another one. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

let named = { from: '', day: '' }

/** The business day that an instant is in. */
export function businessDay(at: string): string {
  const { from } = periodsAt(at).day
  if (from !== named.from) named = { from, day: wallClock(Date.parse(from)).toISOString().slice(0, 10) }
  return named.day
}

/** What was counted on the newest business day of it. */
export type DaySum = { readonly day: string; readonly cents: number }

/** With what is counted at `at`: a new day begins at nothing. */
export function sumAfter(before: DaySum | undefined, cents: number, at: string): DaySum {
  const day = businessDay(at)
  return { day, cents: (before?.day === day ? before.cents : 0) + cents }
}

/** What of a day's bound is left on the day of `at`; nothing on one that is over by then, so that no two days take turns. */
export function leftOn(sum: DaySum | undefined, perDayCents: number, at: string): number {
  const asked = businessDay(at)
  if (sum === undefined || asked > sum.day) return perDayCents
  return asked < sum.day ? 0 : Math.max(0, perDayCents - sum.cents)
}
