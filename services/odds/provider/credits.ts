// The provider's credits: so many a day, spread over it, shared by all processes.
import type pg from 'pg'

export type Budget = {
  /** True where credits are so few that they must be spent with thought. */
  readonly scarce: boolean
  /**
   * Sets credits aside; false where there are none. A `paced` call (polling) may not run ahead of the clock; others (a
   * bettor waits) may take what is left of the day.
   */
  spend(credits: number, paced: boolean): Promise<boolean>
  /** What the call really cost, once the provider has said so. */
  correct(reserved: number, actual: number | null): Promise<void>
}

/** Of the day's credits, what may be spent before the clock says so. */
const AHEAD = 0.1
/** With fewer than this a day, nominal polling of a single league is out of reach. */
const PLENTY = 100_000
const DAY_MS = 86_400_000

export const unlimited: Budget = {
  scarce: false,
  spend: async () => true,
  correct: async () => undefined,
}

/** `perDay`: credits of a day in UTC by the system's clock. */
export function createBudget(pool: pg.Pool, perDay: number, systemNow: () => Date): Budget {
  const dayOf = (now: Date) => now.toISOString().slice(0, 10)

  return {
    scarce: perDay < PLENTY,

    async spend(credits, paced) {
      const now = systemNow()
      const elapsed = (now.getTime() % DAY_MS) / DAY_MS
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
