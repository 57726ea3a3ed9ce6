// Markets whose prices cannot be meant: nobody can bet on them until the feed is right again or an admin releases them.
// A release is an event, and takes effect as soon as the read model has it. It applies to one suspension, not to later
// ones.
import type pg from 'pg'
import { MARKET_RELEASE_MS, POSSIBLY_LIVE_MS } from '#domain/limits.ts'
import type { MarketProblem } from '../quotes/market-prices.ts'
import type { ExtremeMove } from './extreme-move.ts'

export type SuspendedMarket = {
  readonly fixture: string
  readonly market: string
  readonly reason: MarketProblem | 'extreme-move'
  readonly move: ExtremeMove | null
  readonly since: Date
  /** By an admin, less than MARKET_RELEASE_MS ago: the next prices are accepted as they are. */
  readonly released: boolean
}
export type Suspension = Omit<SuspendedMarket, 'since' | 'released'>

export type Suspensions = {
  /** Markets of these fixtures that are suspended, or were released a moment ago. */
  suspended(fixtures: readonly string[], now: Date): Promise<SuspendedMarket[]>
  /**
   * Suspends markets that are not suspended yet. Existing suspensions stay unchanged, unless the reason is now an
   * extreme move. Returns the fixtures of the new suspensions.
   */
  suspend(suspensions: readonly Suspension[], now: Date): Promise<string[]>
  /** Ends suspensions. Returns their fixtures. */
  resume(markets: readonly { readonly fixture: string; readonly market: string }[]): Promise<string[]>
  /**
   * Suspended markets that wait for an admin, of games that may still be bet on: extreme moves first, then the newest.
   */
  queue(limit: number, offset: number, now: Date): Promise<SuspendedMarket[]>
  /** How many of them wait. */
  waiting(now: Date): Promise<number>
}

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
const COLUMNS = 's.fixture_id, s.market, reason, detail, s.since, released_at is not null as released'
/** `lapsed`: the parameter for the time up to which releases have expired. The ledger's times are in milliseconds. */
const withRelease = (lapsed: string) => `app.suspended_market s left join app.market_release r
  on r.fixture_id = s.fixture_id and r.market = s.market and r.released_at > ${lapsed}
    and r.since = date_trunc('milliseconds', s.since)`
const lapsedAt = (now: Date): Date => new Date(now.getTime() - MARKET_RELEASE_MS)

const SUSPEND = `
insert into app.suspended_market as s (fixture_id, market, reason, detail, since, seen_at)
select fixture_id, market, reason, detail, $5, $5
from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[]) as t(fixture_id, market, reason, detail)
order by 1, 2
on conflict (fixture_id, market) do update set
  seen_at = excluded.seen_at,
  reason = case when excluded.reason = 'extreme-move' then excluded.reason else s.reason end,
  detail = coalesce(s.detail, excluded.detail)
returning fixture_id, xmax = 0 as is_new`

/** Nobody bets on a game that is decided, has a completed read, or began too long ago. */
const WAITING = `
from ${withRelease('$1')}
  join app.fixture f on f.fixture_id = s.fixture_id left join app.score c on c.fixture_id = s.fixture_id
where released_at is null and closed_at is null and first_completed_at is null and starts_at > $2`
const waitingAt = (now: Date): Date[] => [lapsedAt(now), new Date(now.getTime() - POSSIBLY_LIVE_MS)]
const QUEUE = `
select ${COLUMNS} ${WAITING}
order by reason = 'extreme-move' desc, s.since desc, s.fixture_id, s.market limit $3 offset $4`

export const createSuspensions = (pool: pg.Pool): Suspensions => ({
  async suspended(fixtures, now) {
    const { rows } = await pool.query<Row>({
      name: 'suspended markets',
      text: `select ${COLUMNS} from ${withRelease('$2')} where s.fixture_id = any($1)`,
      values: [fixtures, lapsedAt(now)],
    })
    return rows.map(suspensionOf)
  },

  async suspend(suspensions, now) {
    if (suspensions.length === 0) return []
    const { rows } = await pool.query<{ fixture_id: string; is_new: boolean }>(SUSPEND, [
      suspensions.map(({ fixture }) => fixture),
      suspensions.map(({ market }) => market),
      suspensions.map(({ reason }) => reason),
      suspensions.map(({ move }) => (move === null ? null : JSON.stringify(move))),
      now,
    ])
    return rows.filter(({ is_new }) => is_new).map(({ fixture_id }) => fixture_id)
  },

  async resume(markets) {
    if (markets.length === 0) return []
    const { rows } = await pool.query<{ fixture_id: string }>(
      `delete from app.suspended_market using unnest($1::text[], $2::text[]) as t(fixture, name)
       where fixture_id = t.fixture and market = t.name returning fixture_id`,
      [markets.map(({ fixture }) => fixture), markets.map(({ market }) => market)],
    )
    return rows.map(({ fixture_id }) => fixture_id)
  },

  async queue(limit, offset, now) {
    const { rows } = await pool.query<Row>(QUEUE, [...waitingAt(now), limit, offset])
    return rows.map(suspensionOf)
  },

  async waiting(now) {
    const { rows } = await pool.query<{ total: string }>(`select count(*) as total ${WAITING}`, waitingAt(now))
    return Number(rows[0]!.total)
  },
})
