// The provider's credits: a daily budget, spread over the day, shared by all processes.
import type pg from 'pg'
import { DAY } from '#services/platform/clock/durations.ts'

export type Budget = {
  /** Whether credits are so few that the most important polls must come first. */
  readonly scarce: boolean
  /**
   * Reserves credits; false if there are none. A `paced` call (polling) may not run ahead of the time of day; others (a
   * bettor is waiting) may use what is left of the day.
   */
  spend(credits: number, paced: boolean): Promise<boolean>
  /** Replaces a reservation by the actual cost, according to the provider. */
  correct(reserved: number, actual: number | null): Promise<void>
}

/** Share of the day's credits that may be spent ahead of the time of day. */
const AHEAD = 0.1
/** Fewer credits per day are not enough to poll even one league at the normal intervals. */
const PLENTY = 100_000

export const unlimited: Budget = {
  scarce: false,
  spend: async () => true,
  correct: async () => undefined,
}

/** `perDay`: credits per day, in UTC by system time. */
export function createBudget(pool: pg.Pool, perDay: number, systemNow: () => Date): Budget {
  const dayOf = (now: Date) => now.toISOString().slice(0, 10)

  return {
    scarce: perDay < PLENTY,

    async spend(credits, paced) {
      const now = systemNow()
      const elapsed = (now.getTime() % DAY) / DAY
      const limit = paced ? Math.min(perDay, Math.ceil(perDay * (elapsed + AHEAD))) : perDay
      if (credits > limit) return false
      const { rowCount } = await pool.query(
        `insert into app.credit_use as c (day, used) values ($1, $2)
         on conflict (day) do update set used = c.used + excluded.used where c.used + excluded.used <= $3`,
        [dayOf(now), credits, limit],
      )
      return rowCount === 1
    },

    async correct(reserved, actual) {
      if (actual === null || actual === reserved) return
      await pool.query('update app.credit_use set used = greatest(0, used + $2) where day = $1', [
        dayOf(systemNow()),
        actual - reserved,
      ])
    },
  }
}
