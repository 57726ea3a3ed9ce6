// Markets whose prices cannot be meant: nobody bets on them until the feed is right again or an admin releases them.
import type pg from 'pg'
import { POSSIBLY_LIVE_MS } from '#domain/limits.ts'
import { HOUR } from '#services/platform/clock/durations.ts'
import type { MarketProblem } from '../quotes/market-prices.ts'
import type { ExtremeMove } from './extreme-move.ts'

export type SuspendedMarket = {
  readonly fixture: string
  readonly market: string
  readonly reason: MarketProblem | 'extreme-move'
  readonly move: ExtremeMove | null
  readonly since: Date
  /** By an admin, less than RELEASED_MS ago. */
  readonly released: boolean
}
export type Suspension = Omit<SuspendedMarket, 'since' | 'released'>

export type Suspensions = {
  /** Markets of these fixtures that are suspended, or were released a moment ago. */
  suspended(fixtures: readonly string[], now: Date): Promise<SuspendedMarket[]>
  /** Suspends markets that are not yet; those that were stay as they are, unless it is for an extreme move by now. */
  suspend(suspensions: readonly Suspension[], now: Date): Promise<void>
  /** Ends suspensions. */
  resume(markets: readonly { readonly fixture: string; readonly market: string }[]): Promise<void>
  /** By an admin: the next prices of the market are taken as they are, if they come soon. False if it was not suspended. */
  release(fixture: string, market: string, now: Date): Promise<boolean>
  /** What waits for an admin, of games that may still be bet on: extreme moves first, then the newest. */
  queue(limit: number, now: Date): Promise<SuspendedMarket[]>
}

/** A release that no price has followed for this long is over: nobody has seen what comes after. */
const RELEASED_MS = HOUR

type Row = {
  fixture_id: string
  market: string
  reason: SuspendedMarket['reason']
  detail: ExtremeMove | null
  since: Date
  released: boolean
}
const suspensionOf = ({ fixture_id: fixture, market, reason, detail, since, released }: Row): SuspendedMarket => ({
  fixture,
  market,
  reason,
  move: detail,
  since,
  released,
})
/** `lapsed`: the parameter before which releases are over. */
const columns = (lapsed: string) =>
  `fixture_id, market, reason, detail, since, coalesce(released_at > ${lapsed}, false) as released`
const lapsedAt = (now: Date): Date => new Date(now.getTime() - RELEASED_MS)

const SUSPEND = `
insert into app.suspended_market as s (fixture_id, market, reason, detail, since, seen_at)
select fixture_id, market, reason, detail, $5, $5
from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[]) as t(fixture_id, market, reason, detail)
order by 1, 2
on conflict (fixture_id, market) do update set
  seen_at = excluded.seen_at,
  reason = case when excluded.reason = 'extreme-move' then excluded.reason else s.reason end,
  detail = coalesce(s.detail, excluded.detail),
  released_at = case when s.released_at > $6 then s.released_at end`

/** Nobody bets on a game that is decided, has a completed read, or began too long ago. */
const QUEUE = `
select ${columns('$2')} from app.suspended_market join app.fixture using (fixture_id) left join app.score using (fixture_id)
where (released_at > $2) is not true and closed_at is null and first_completed_at is null and starts_at > $3
order by reason = 'extreme-move' desc, since desc, fixture_id, market limit $1`

export const createSuspensions = (pool: pg.Pool): Suspensions => ({
  async suspended(fixtures, now) {
    const { rows } = await pool.query<Row>({
      name: 'suspended markets',
      text: `select ${columns('$2')} from app.suspended_market where fixture_id = any($1)`,
      values: [fixtures, lapsedAt(now)],
    })
    return rows.map(suspensionOf)
  },

  async suspend(suspensions, now) {
    if (suspensions.length === 0) return
    await pool.query(SUSPEND, [
      suspensions.map(({ fixture }) => fixture),
      suspensions.map(({ market }) => market),
      suspensions.map(({ reason }) => reason),
      suspensions.map(({ move }) => (move === null ? null : JSON.stringify(move))),
      now,
      lapsedAt(now),
    ])
  },

  async resume(markets) {
    if (markets.length === 0) return
    await pool.query(
      `delete from app.suspended_market using unnest($1::text[], $2::text[]) as t(fixture, name)
       where fixture_id = t.fixture and market = t.name`,
      [markets.map(({ fixture }) => fixture), markets.map(({ market }) => market)],
    )
  },

  async release(fixture, market, now) {
    const { rowCount } = await pool.query(
      `update app.suspended_market set released_at = case when released_at > $4 then released_at else $3 end
       where fixture_id = $1 and market = $2`,
      [fixture, market, now, lapsedAt(now)],
    )
    return rowCount === 1
  },

  async queue(limit, now) {
    const longAgo = new Date(now.getTime() - POSSIBLY_LIVE_MS)
    const { rows } = await pool.query<Row>(QUEUE, [limit, lapsedAt(now), longAgo])
    return rows.map(suspensionOf)
  },
})
