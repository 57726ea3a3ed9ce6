// Reads fixtures with their prices and scores for the board.
import type pg from 'pg'
import { type FixtureRow, fixturesAfter, fixturesById } from '#projections/fixtures/queries.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { EARLY_SCORES, type EarlyScore } from '../results/early-scores.ts'
import type { QuoteColumns } from '../seals/sealed-rows.ts'
import type { SuspendedMarket } from '../suspension/suspensions.ts'

export type QuoteRow = QuoteColumns & {
  readonly fixture_id: string
  /** The bookmaker's name as the provider gives it. */
  readonly title: string | null
  readonly fetched_at: Date
  /** For a house price: version, on the fixture's stream, of the event that saved it. */
  readonly price?: number
}
export type SuspendedRow = Pick<SuspendedMarket, 'market' | 'reason'>
export type ScoreRow = {
  readonly fixture_id: string
  readonly home: number | null
  readonly away: number | null
  /** There was a completed read. Even if the provider takes it back, bets that come after it are void. */
  readonly completed: boolean
  readonly last_update: Date | null
}
/** Everything that is known about one fixture. */
export type BoardRows = {
  readonly fixture: FixtureRow
  readonly quotes: readonly QuoteRow[]
  readonly score: ScoreRow | null
  /** Its last read says that it has begun, or is over, before its start. */
  readonly begunEarly: boolean
  /** Its markets whose prices cannot be meant, or have placeholders among them. */
  readonly suspended: readonly SuspendedRow[]
}

/** Fixtures come from a read model, quotes and scores from the feed's own tables. */
export type BoardSources = { readonly queries: Queries; readonly pool: pg.Pool }

const QUOTES = `
select q.*, p.title from app.quote q left join app.pinned_bookmaker p using (fixture_id)
where q.fixture_id = any($1)`
const SCORES = `
select fixture_id, home, away, first_completed_at is not null as completed, last_update from app.score where fixture_id = any($1)`

const SUSPENDED = 'select fixture_id, market, reason from app.suspended_market where fixture_id = any($1)'

/** Markets that are void and so have no prices any more. Null stands for all markets. */
const VOIDED = `
select fixture_id, data ->> 'market' as market from app.fixture_decision
where fixture_id = any($1) and type = 'FixtureVoided'`
type VoidedRow = { readonly fixture_id: string; readonly market: string | null }

export const readFixtures = async (from: BoardSources, ids: readonly string[]): Promise<BoardRows[]> =>
  withPrices(from.pool, await fixturesById(from.queries, ids))

/** All fixtures that start after an instant. */
export const readAllFixtures = async (from: BoardSources, startsAfter: Date): Promise<BoardRows[]> =>
  withPrices(from.pool, await fixturesAfter(from.queries, startsAfter))

async function withPrices(pool: pg.Pool, fixtures: readonly FixtureRow[]): Promise<BoardRows[]> {
  if (fixtures.length === 0) return []
  const ids = fixtures.map(({ fixture }) => fixture)
  const [quotes, scores, early, suspended, voided] = await Promise.all([
    pool.query<QuoteRow>({ name: 'board quotes', text: QUOTES, values: [ids] }),
    pool.query<ScoreRow>({ name: 'board scores', text: SCORES, values: [ids] }),
    pool.query<EarlyScore>({ name: 'early scores', text: EARLY_SCORES, values: [ids] }),
    pool.query<SuspendedRow & { fixture_id: string }>({ name: 'board suspensions', text: SUSPENDED, values: [ids] }),
    pool.query<VoidedRow>({ name: 'board voided markets', text: VOIDED, values: [ids] }),
  ])
  const quotesOf = Map.groupBy(quotes.rows, ({ fixture_id }) => fixture_id)
  const scoreOf = new Map(scores.rows.map((row) => [row.fixture_id, row]))
  const begunEarly = new Set(early.rows.map(({ fixture }) => fixture))
  const suspendedOf = Map.groupBy(suspended.rows, ({ fixture_id }) => fixture_id)
  const voidedOf = Map.groupBy(voided.rows, ({ fixture_id }) => fixture_id)
  const isVoid = (fixture: string, market: string) =>
    voidedOf.get(fixture)?.some((one) => (one.market ?? market) === market) === true
  return fixtures.map((row) => ({
    fixture: isVoid(row.fixture, 'h2h') ? { ...row, housePrice: null } : row,
    quotes: (quotesOf.get(row.fixture) ?? []).filter(({ market }) => !isVoid(row.fixture, market)),
    score: scoreOf.get(row.fixture) ?? null,
    begunEarly: begunEarly.has(row.fixture),
    suspended: (suspendedOf.get(row.fixture) ?? []).filter(({ market }) => !isVoid(row.fixture, market)),
  }))
}
