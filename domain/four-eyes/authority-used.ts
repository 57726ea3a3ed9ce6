// How much of a day's authority the admins of one hand have used, and what is left of it.
import { businessDay, sumOn } from '../play/periods.ts'

/** What was decided alone on the newest business day of it. */
export type Authority = { readonly day: string; readonly cents: number }

export const authorityAfter = (before: Authority | undefined, movesCents: number, at: string): Authority => {
  const day = businessDay(at)
  return { day, cents: (before?.day === day ? before.cents : 0) + movesCents }
}

/** What may still be decided alone on the day of `at`; nothing on one that is over, or two days could take turns. */
export const authorityLeft = (used: Authority | undefined, perDayCents: number, at: string): number =>
  Math.max(0, perDayCents - (used === undefined ? 0 : sumOn(used, at)))
