// Profit by day for the chart: every day of the range, including those on which nothing was settled.
import { eurosOf } from '#domain/money.ts'
import type { Profit } from '#services/contract/contract.ts'
import { toCents } from '#ui/lib/money.ts'
import { daysBefore } from '#ui/lib/time/product-day.ts'

/** `profit` of the day, `sum` of all days up to it; in euros. */
export type ProfitDay = { readonly day: string; readonly profit: number; readonly sum: number }

/**
 * `from`: the first day shown; if undefined, the first day with a bet. Summed in cents, because sums of euros drift.
 */
export function profitDays({ rows, before, first, today }: Profit, from: string | undefined): ProfitDay[] {
  const start = from ?? first
  if (start === null) return []
  const profits = new Map(rows.map(({ key, profit }) => [key, toCents(profit)]))
  const days: ProfitDay[] = []
  let cents = toCents(before)
  for (let day = start; day <= today; day = daysBefore(day, -1)) {
    const profit = profits.get(day) ?? 0
    cents += profit
    days.push({ day, profit: eurosOf(profit), sum: eurosOf(cents) })
  }
  return days
}

/** The first day of a range of days that ends today; undefined for 'all'. */
export const firstDayOf = (range: string, today: string): string | undefined =>
  range === 'all' ? undefined : daysBefore(today, Number(range) - 1)
