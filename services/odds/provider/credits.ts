// The provider's credits: a budget for the day, spread over its hours, shared by all processes.
import type pg from 'pg'
import { DAY, HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { budgetOfToday } from './quota.ts'

/** 'later': within a quarter of an hour. 'spent': not before that, or not today. */
export type Spending = 'granted' | 'later' | 'spent'

export type Budget = {
  /** Credits that polling can count on, an hour; Infinity without a limit, null before the provider has said anything. */
  hourly(): Promise<number | null>
  /**
   * Reserves credits. A `paced` call (polling) may not run ahead of the time of day; others (a bettor is waiting) may use
   * what is left of the day.
   */
  spend(credits: number, paced: boolean): Promise<Spending>
  /** Replaces a reservation by the actual cost, according to the provider, unless no call can have cost that. */
  correct(reserved: number, actual: number | null): Promise<void>
  /** The figures of the day, for people. `perDay`: null without a limit. */
  today(): Promise<{ readonly perDay: number | null; readonly spent: number }>
}

/** Share of the day's credits that may be spent ahead of the time of day. */
const AHEAD = 0.1
/** What was saved is planned to be used within this long. */
const HORIZON_MS = 2 * HOUR
const SOON_MS = 15 * MINUTE
/** What the counter of a day holds, with room to spare. */
const MAX_PER_DAY = 1_000_000_000
/** A call costs no more than this many times what was reserved for it. */
const MOST_OF_RESERVED = 10
/** The figures of other processes are seen after this long. */
const REREAD_MS = 5 * SECOND

export const unlimited: Budget = {
  hourly: async () => Number.POSITIVE_INFINITY,
  spend: async () => 'granted',
  correct: async () => undefined,
  today: async () => ({ perDay: null, spent: 0 }),
}

export type BudgetLimits = {
  /** Credits per day; null: only what the provider says. */
  readonly perDay: number | null
  /** Whether the provider's own figures count. */
  readonly byQuota: boolean
}

type Figures = {
  readonly day: string
  readonly readAt: number
  /** Null before the provider has said anything. */
  readonly perDay: number | null
  readonly spent: number
}

const FIGURES = `
select coalesce((select used from app.credit_use where day = $1), 0) as spent,
  remaining::float8 as remaining, used::float8 as used, credits_read_at as "readAt"
from app.provider_state`
const RESERVE = `
insert into app.credit_use as c (day, used) values ($1, $2)
on conflict (day) do update set used = c.used + excluded.used where c.used + excluded.used <= $3`

/** By days in UTC, by system time. */
export function createBudget(pool: pg.Pool, limits: BudgetLimits, systemNow: () => Date): Budget {
  const dayOf = (now: Date) => now.toISOString().slice(0, 10)
  let known: Figures | null = null

  async function figures(now: Date): Promise<Figures> {
    const day = dayOf(now)
    const isRecent = known !== null && known.day === day && now.getTime() - known.readAt < REREAD_MS
    // without a budget there may be one at any moment
    if (known !== null && isRecent && (known.perDay ?? 0) > known.spent) return known
    const { rows } = await pool.query({ name: 'credit figures', text: FIGURES, values: [day] })
    const { spent = 0, remaining = null, used = null, readAt = null } = rows[0] ?? {}
    const byQuota = limits.byQuota ? budgetOfToday({ remaining, used, readAt }, spent, now) : Number.POSITIVE_INFINITY
    // who sets a limit need not wait for the provider's figures
    const perDay = byQuota === null ? limits.perDay : Math.min(limits.perDay ?? byQuota, byQuota, MAX_PER_DAY)
    known = { day, readAt: now.getTime(), perDay, spent }
    return known
  }

  /** Of the paced calls, at this time of the day or so much later. */
  function pacedLimit(perDay: number, now: Date, laterMs = 0): number {
    const elapsed = ((now.getTime() % DAY) + laterMs) / DAY
    return Math.min(perDay, Math.ceil(perDay * (elapsed + AHEAD)))
  }

  return {
    async hourly() {
      const now = systemNow()
      const { perDay, spent } = await figures(now)
      if (perDay === null) return null
      const horizonMs = Math.min(HORIZON_MS, Math.max(MINUTE, DAY - (now.getTime() % DAY)))
      return (Math.max(0, pacedLimit(perDay, now, horizonMs) - spent) * HOUR) / horizonMs
    },

    async spend(credits, paced) {
      const now = systemNow()
      const { perDay } = await figures(now)
      if (perDay === null) return 'later'
      const limit = paced ? pacedLimit(perDay, now) : perDay
      if (credits <= limit) {
        const { rowCount } = await pool.query(RESERVE, [dayOf(now), credits, limit])
        if (rowCount === 1) return 'granted'
      }
      known = null
      const { spent } = await figures(now)
      return paced && spent + credits <= pacedLimit(perDay, now, SOON_MS) ? 'later' : 'spent'
    },

    async correct(reserved, actual) {
      if (actual === null || actual === reserved || actual < 0 || actual > reserved * MOST_OF_RESERVED) return
      await pool.query('update app.credit_use set used = greatest(0, used + $2) where day = $1', [
        dayOf(systemNow()),
        actual - reserved,
      ])
    },

    async today() {
      const { perDay, spent } = await figures(systemNow())
      return { perDay, spent }
    },
  }
}
