// Days in the business time zone, as '2026-11-23', and sums counted per day.
import { periodsAt, wallClock } from './periods.ts'

/** The day that many days after another one. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

let named = { from: '', day: '' }

/** The business day of an instant. */
export function businessDay(at: string): string {
  const { from } = periodsAt(at).day
  if (from !== named.from) named = { from, day: wallClock(Date.parse(from)).toISOString().slice(0, 10) }
  return named.day
}

/** The sum in cents of the newest business day on which anything was counted. */
export type DaySum = { readonly day: string; readonly cents: number }

/** The sum after counting `cents` at `at`: a new day begins at 0. */
export function sumAfter(before: DaySum | undefined, cents: number, at: string): DaySum {
  const day = businessDay(at)
  return { day, cents: (before?.day === day ? before.cents : 0) + cents }
}

/**
 * How many cents of the bound per day are left on the day of `at`; 0 if that day is before the counted one, so that
 * alternating between two days does not reset the sum.
 */
export function leftOn(sum: DaySum | undefined, perDayCents: number, at: string): number {
  const asked = businessDay(at)
  if (sum === undefined || asked > sum.day) return perDayCents
  return asked < sum.day ? 0 : Math.max(0, perDayCents - sum.cents)
}
