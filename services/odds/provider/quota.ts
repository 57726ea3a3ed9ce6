// What a day may use of a monthly plan, from the provider's own figures. Pure; UTC, system time.
import { DAY } from '#services/platform/clock/durations.ts'

/** The provider's last figures. `remaining` may be negative; null if no reply has had one. */
export type Quota = { readonly remaining: number | null; readonly used: number | null; readonly readAt: Date | null }

/** The free plan, 500 credits a month, for a provider that gives no figures. */
export const FREE_PLAN_PER_DAY = 16

const monthOf = (date: Date): string => date.toISOString().slice(0, 7)

/** Days until the plan starts over on the first of the month, including today. */
export function daysLeft(now: Date): number {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  return Math.ceil((next - now.getTime()) / DAY)
}

/**
 * The credits that may be used today, from midnight to midnight: an equal share of what was left when the day began.
 * `spentToday`: by us. Null until the provider has been asked for its figures.
 */
export function budgetOfToday({ remaining, used, readAt }: Quota, spentToday: number, now: Date): number | null {
  if (readAt === null) return null
  if (remaining === null) return FREE_PLAN_PER_DAY
  if (monthOf(readAt) !== monthOf(now)) {
    // free calls may carry no figures: if nothing tells the plan's size, a paid call must be possible that brings new
    // ones
    const isKnown = used !== null || remaining > 0
    return isKnown ? Math.floor(Math.max(0, remaining + (used ?? 0)) / daysLeft(now)) : FREE_PLAN_PER_DAY
  }
  if (remaining <= 0) return spentToday
  return Math.floor((remaining + spentToday) / daysLeft(now))
}
