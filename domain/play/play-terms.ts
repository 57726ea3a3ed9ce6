// The names of limits and breaks that bettors set for themselves. The screens use them too, so this imports nothing.

export const LIMIT_KINDS = ['stake', 'loss'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

export const PLAY_PERIODS = ['day', 'week', 'month'] as const
export type PlayPeriod = (typeof PLAY_PERIODS)[number]

/** Names a limit: 'stake-day'. */
export type PlayLimitName = `${LimitKind}-${PlayPeriod}`
export const playLimitName = (kind: LimitKind, period: PlayPeriod): PlayLimitName => `${kind}-${period}`

export const BREAK_KINDS = ['time-out', 'self-exclusion'] as const
export type BreakKind = (typeof BREAK_KINDS)[number]

/** The lengths of a break; `months` null: for good. */
export const BREAKS = {
  '24-hours': { kind: 'time-out', days: 1, months: 0 },
  '7-days': { kind: 'time-out', days: 7, months: 0 },
  '30-days': { kind: 'time-out', days: 30, months: 0 },
  '6-months': { kind: 'self-exclusion', days: 0, months: 6 },
  '1-year': { kind: 'self-exclusion', days: 0, months: 12 },
  '5-years': { kind: 'self-exclusion', days: 0, months: 60 },
  'for-good': { kind: 'self-exclusion', days: 0, months: null },
} as const satisfies Record<string, { kind: BreakKind; days: number; months: number | null }>
export type BreakLength = keyof typeof BREAKS
export const BREAK_LENGTHS = Object.keys(BREAKS) as BreakLength[]

/**
 * When a break that begins at `at` ends; null: never. If the last month has no such day, it ends that many days into
 * the next month.
 */
export function endOfBreak(length: BreakLength, at: string): string | null {
  const { days, months } = BREAKS[length]
  if (months === null) return null
  const end = new Date(at)
  end.setUTCDate(end.getUTCDate() + days)
  end.setUTCMonth(end.getUTCMonth() + months)
  return end.toISOString()
}
