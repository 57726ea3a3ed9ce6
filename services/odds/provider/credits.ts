// The provider's credits: a budget for the day, spread over its hours and shared by all processes.
import type pg from 'pg'
import { DAY, HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { budgetOfToday } from './quota.ts'

/** 'later': there will be some within a quarter of an hour. 'spent': not before that, or not today. */
export type Spending = 'granted' | 'later' | 'spent'

/** What a call is for: a poll, somebody who looks at a game, or a bettor who waits. */
export type Purpose = 'poll' | 'view' | 'bet'

export type Budget = {
  /**
   * Credits per hour that polling can count on. Infinity without a limit, null before the provider has given any
   * figures.
   */
  hourly(): Promise<number | null>
  /**
   * Reserves credits. Polls may not run ahead of the time of day. Views get what polls leave. Bets have a share of
   * their own, so that they neither wait for polls nor take what scores need.
   */
  spend(credits: number, purpose: Purpose): Promise<Spending>
  /** Replaces a reservation by the actual cost according to the provider, unless no call can have cost that much. */
  correct(reserved: number, actual: number | null, purpose: Purpose): Promise<void>
  /** The day's figures, for people. `perDay`: null without a limit. */
  today(): Promise<{ readonly perDay: number | null; readonly spent: number }>
}

/** Share of the day's credits that may be spent ahead of the time of day. */
const AHEAD = 0.1
/** The same for views: when polls want more than there is, polls come first. */
const AHEAD_OF_VIEWS = 0.05
/** Bets' share of the day's credits, and how much of it may be spent ahead of the time of day: less than for polls. */
const SHARE_OF_BETS = 1 / 3
const AHEAD_OF_BETS = 0.25
/** Saved credits are planned to be used within this time. */
const HORIZON_MS = 2 * HOUR
const SOON_MS = 15 * MINUTE
/** More than enough, and within what the counter of a day can hold. */
const MAX_PER_DAY = 1_000_000_000
/** A call costs at most this many times what was reserved for it. */
const MOST_OF_RESERVED = 10
/** Other processes' figures are seen within this time. */
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
  /** Null before the provider has given any figures. */
  readonly perDay: number | null
  readonly spent: number
}

const FIGURES = `
select coalesce((select used from app.credit_use where day = $1), 0) as spent,
  remaining::float8 as remaining, used::float8 as used, credits_read_at as "readAt"
from app.provider_state`
const RESERVE = `
insert into app.credit_use as c (day, used, for_bets) values ($1, $2, $3)
on conflict (day) do update set used = c.used + excluded.used, for_bets = c.for_bets + excluded.for_bets
where c.used + excluded.used <= $4 and c.for_bets + excluded.for_bets <= $5`
const CORRECT = `
update app.credit_use set used = greatest(0, used + $2), for_bets = greatest(0, for_bets + $3) where day = $1`

/** By UTC day, in system time. */
export function createBudget(pool: pg.Pool, limits: BudgetLimits, systemNow: () => Date): Budget {
  const dayOf = (now: Date) => now.toISOString().slice(0, 10)
  let known: Figures | null = null

  async function figures(now: Date): Promise<Figures> {
    const day = dayOf(now)
    const isRecent = known !== null && known.day === day && now.getTime() - known.readAt < REREAD_MS
    // without a budget, there may be one at any moment
    if (known !== null && isRecent && (known.perDay ?? 0) > known.spent) return known
    const { rows } = await pool.query({ name: 'credit figures', text: FIGURES, values: [day] })
    const { spent = 0, remaining = null, used = null, readAt = null } = rows[0] ?? {}
    const byQuota = limits.byQuota ? budgetOfToday({ remaining, used, readAt }, spent, now) : Number.POSITIVE_INFINITY
    // a configured limit need not wait for the provider's figures
    const perDay = byQuota === null ? limits.perDay : Math.min(limits.perDay ?? byQuota, byQuota, MAX_PER_DAY)
    known = { day, readAt: now.getTime(), perDay, spent }
    return known
  }

  /** How much of a budget may be spent by this time of day, or `laterMs` later. */
  function pacedLimit(perDay: number, now: Date, { laterMs = 0, ahead = AHEAD } = {}): number {
    const elapsed = ((now.getTime() % DAY) + laterMs) / DAY
    return Math.min(Math.floor(perDay), Math.ceil(perDay * (elapsed + ahead)))
  }

  /** What the day may have spent after a call: in total, and on bets. */
  function limitsOf(purpose: Purpose, perDay: number, now: Date): { readonly all: number; readonly bets: number } {
    if (purpose === 'bet')
      return { all: perDay, bets: pacedLimit(perDay * SHARE_OF_BETS, now, { ahead: AHEAD_OF_BETS }) }
    return { all: pacedLimit(perDay, now, { ahead: purpose === 'view' ? AHEAD_OF_VIEWS : AHEAD }), bets: MAX_PER_DAY }
  }

  return {
    async hourly() {
      const now = systemNow()
      const { perDay, spent } = await figures(now)
      if (perDay === null) return null
      const horizonMs = Math.min(HORIZON_MS, Math.max(MINUTE, DAY - (now.getTime() % DAY)))
      return (Math.max(0, pacedLimit(perDay, now, { laterMs: horizonMs }) - spent) * HOUR) / horizonMs
    },

    async spend(credits, purpose) {
      const now = systemNow()
      const { perDay } = await figures(now)
      if (perDay === null) return 'later'
      const { all, bets } = limitsOf(purpose, perDay, now)
      const forBets = purpose === 'bet' ? credits : 0
      if (credits <= all && forBets <= bets) {
        const { rowCount } = await pool.query(RESERVE, [dayOf(now), credits, forBets, all, bets])
        if (rowCount === 1) return 'granted'
      }
      known = null
      const { spent } = await figures(now)
      return purpose === 'poll' && spent + credits <= pacedLimit(perDay, now, { laterMs: SOON_MS }) ? 'later' : 'spent'
    },

    async correct(reserved, actual, purpose) {
      if (actual === null || actual === reserved || actual < 0 || actual > reserved * MOST_OF_RESERVED) return
      const more = actual - reserved
      await pool.query(CORRECT, [dayOf(systemNow()), more, purpose === 'bet' ? more : 0])
    },

    async today() {
      const { perDay, spent } = await figures(systemNow())
      return { perDay, spent }
    },
  }
}
