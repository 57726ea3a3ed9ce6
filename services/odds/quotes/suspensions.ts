// Markets whose prices cannot be meant: nobody bets on them until the feed is right again or an admin releases them.
import type pg from 'pg'
import { hundredths } from '#domain/odds.ts'
import type { MarketProblem, PricedSelection } from './market-prices.ts'

/** `reference`: the odds from which an extreme move is measured, and the odds that it came to. */
export type ExtremeMove = {
  readonly selection: string
  readonly point: string
  readonly from: string
  readonly to: string
}
export type SuspendedMarket = {
  readonly fixture: string
  readonly market: string
  readonly reason: MarketProblem | 'extreme-move'
  readonly move: ExtremeMove | null
  readonly since: Date
  readonly released: boolean
}
export type Suspension = Omit<SuspendedMarket, 'since' | 'released'>

export type Suspensions = {
  /** Markets of these fixtures that are suspended, or were released a moment ago. */
  suspended(fixtures: readonly string[]): Promise<SuspendedMarket[]>
  /** Suspends markets that are not yet; those that were stay as they are. */
  suspend(suspensions: readonly Suspension[], now: Date): Promise<void>
  /** Ends suspensions. */
  resume(markets: readonly { readonly fixture: string; readonly market: string }[]): Promise<void>
  /** By an admin: the next prices of the market are taken as they are. False if it was not suspended. */
  release(fixture: string, market: string, now: Date): Promise<boolean>
  /** What waits for an admin, the oldest first. */
  queue(limit: number): Promise<SuspendedMarket[]>
}

type Row = {
  fixture_id: string
  market: string
  reason: SuspendedMarket['reason']
  detail: ExtremeMove | null
  since: Date
  released_at: Date | null
}
const suspensionOf = ({ fixture_id: fixture, market, reason, detail, since, released_at }: Row): SuspendedMarket => ({
  fixture,
  market,
  reason,
  move: detail,
  since,
  released: released_at !== null,
})
const COLUMNS = 'fixture_id, market, reason, detail, since, released_at'

export const createSuspensions = (pool: pg.Pool): Suspensions => ({
  async suspended(fixtures) {
    const { rows } = await pool.query<Row>({
      name: 'suspended markets',
      text: `select ${COLUMNS} from app.suspended_market where fixture_id = any($1)`,
      values: [fixtures],
    })
    return rows.map(suspensionOf)
  },

  async suspend(suspensions, now) {
    if (suspensions.length === 0) return
    await pool.query(
      `insert into app.suspended_market as s (fixture_id, market, reason, detail, since, seen_at)
       select fixture_id, market, reason, detail, $5, $5
       from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[]) as t(fixture_id, market, reason, detail)
       order by 1, 2
       on conflict (fixture_id, market) do update set seen_at = excluded.seen_at`,
      [
        suspensions.map(({ fixture }) => fixture),
        suspensions.map(({ market }) => market),
        suspensions.map(({ reason }) => reason),
        suspensions.map(({ move }) => (move === null ? null : JSON.stringify(move))),
        now,
      ],
    )
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
      'update app.suspended_market set released_at = coalesce(released_at, $3) where fixture_id = $1 and market = $2',
      [fixture, market, now],
    )
    return rowCount === 1
  },

  async queue(limit) {
    const { rows } = await pool.query<Row>(
      `select ${COLUMNS} from app.suspended_market where released_at is null order by since, fixture_id, market limit $1`,
      [limit],
    )
    return rows.map(suspensionOf)
  },
})

/** The specification: a change over 1000 % is a data error. Downwards it is the same factor. */
const EXTREME_FACTOR = 11n

/** The first selection of a market whose odds moved too far; null if none did. */
export function extremeMove(
  before: readonly Pick<PricedSelection, 'point' | 'selection' | 'odds'>[],
  now: readonly Pick<PricedSelection, 'point' | 'selection' | 'odds'>[],
): ExtremeMove | null {
  for (const { point, selection, odds: to } of now) {
    const from = before.find((one) => one.selection === selection && one.point === point)?.odds
    if (from === undefined) continue
    const [less, more] = [hundredths(from), hundredths(to)].toSorted((a, b) => (a < b ? -1 : 1)) as [bigint, bigint]
    if (more > less * EXTREME_FACTOR) return { selection, point, from, to }
  }
  return null
}
