// What the board reads: fixtures with their prices and scores.
import type pg from 'pg'

export type FixtureRow = {
  readonly fixture_id: string
  readonly league: string
  readonly home: string
  readonly away: string
  readonly starts_at: Date
  readonly version: number
  readonly result_home: number | null
  readonly result_away: number | null
  readonly abandoned: boolean
  readonly closed_at: Date | null
}
export type QuoteRow = {
  readonly fixture_id: string
  readonly market: string
  readonly point: string
  readonly selection: string
  readonly selection_name: string
  readonly odds: string
  readonly bookmaker: string
  /** The bookmaker's name as the provider gives it. */
  readonly title: string | null
  readonly quoted_at: Date
  readonly fetched_at: Date
  readonly message_hash: string
}
export type ScoreRow = {
  readonly fixture_id: string
  readonly home: number | null
  readonly away: number | null
  readonly completed: boolean
  readonly last_update: Date | null
}
/** All that is known of one fixture. */
export type BoardRows = {
  readonly fixture: FixtureRow
  readonly quotes: readonly QuoteRow[]
  readonly score: ScoreRow | null
}

const FIXTURE = `
select fixture_id, league, home, away, starts_at, version, result_home, result_away, abandoned, closed_at
from app.fixture`
const QUOTES = `
select q.*, p.title from app.quote q left join app.pinned_bookmaker p using (fixture_id)
where q.fixture_id = any($1)`
const SCORES = `
select fixture_id, home, away, completed, last_update from app.score where fixture_id = any($1)`

export async function readFixtures(pool: pg.Pool, ids: readonly string[]): Promise<BoardRows[]> {
  const { rows } = await pool.query<FixtureRow>({
    name: 'board fixtures',
    text: `${FIXTURE} where fixture_id = any($1)`,
    values: [ids],
  })
  return completed(pool, rows)
}

/** All fixtures that start after an instant. */
export async function readAllFixtures(pool: pg.Pool, startsAfter: Date): Promise<BoardRows[]> {
  const { rows } = await pool.query<FixtureRow>({
    name: 'board fixtures by start',
    text: `${FIXTURE} where starts_at > $1`,
    values: [startsAfter],
  })
  return completed(pool, rows)
}

async function completed(pool: pg.Pool, fixtures: readonly FixtureRow[]): Promise<BoardRows[]> {
  if (fixtures.length === 0) return []
  const ids = fixtures.map(({ fixture_id }) => fixture_id)
  const [quotes, scores] = await Promise.all([
    pool.query<QuoteRow>({ name: 'board quotes', text: QUOTES, values: [ids] }),
    pool.query<ScoreRow>({ name: 'board scores', text: SCORES, values: [ids] }),
  ])
  const quotesOf = Map.groupBy(quotes.rows, ({ fixture_id }) => fixture_id)
  const scoreOf = new Map(scores.rows.map((row) => [row.fixture_id, row]))
  return fixtures.map((fixture) => ({
    fixture,
    quotes: quotesOf.get(fixture.fixture_id) ?? [],
    score: scoreOf.get(fixture.fixture_id) ?? null,
  }))
}
