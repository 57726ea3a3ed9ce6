// The last score read of each fixture, in Postgres.
import type pg from 'pg'
import { retryAfterDeadlock } from '#services/platform/database/deadlock.ts'
import { KEEP_FIRST_FETCH, type Message } from '../quotes/message.ts'
import type { ScoreState } from './results.ts'

export type ScoreWrite = { readonly fixture: string; readonly state: ScoreState; readonly message: Message }

export type ScoreStore = {
  scores(fixtures: readonly string[]): Promise<Map<string, ScoreState>>
  /** A later read is never overwritten. */
  writeScores(writes: readonly ScoreWrite[]): Promise<void>
}

const WRITE_SCORES = `
with incoming as (
  select * from unnest(
    $1::text[], $2::integer[], $3::integer[], $4::boolean[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[],
    $8::timestamptz[], $9::text[], $10::timestamptz[], $11::text[], $12::text[], $13::timestamptz[], $14::integer[],
    $15::integer[])
    as t(fixture_id, home, away, completed, last_update, changed_at, first_completed_at,
      first_read_at, first_read_hash, read_at, message_hash, body, completed_at, completed_home, completed_away)
), messages as (
  insert into app.provider_message (hash, fixture_id, kind, fetched_at, body)
  select message_hash, fixture_id, 'score', read_at, body from incoming
  order by message_hash, fixture_id
  ${KEEP_FIRST_FETCH}
)
insert into app.score as s (fixture_id, home, away, completed, last_update, changed_at, first_completed_at,
  first_read_at, first_read_hash, read_at, message_hash, completed_at, completed_home, completed_away)
select fixture_id, home, away, completed, last_update, changed_at, first_completed_at,
  first_read_at, first_read_hash, read_at, message_hash, completed_at, completed_home, completed_away
from incoming order by fixture_id
on conflict (fixture_id) do update set
  home = excluded.home, away = excluded.away, completed = excluded.completed, last_update = excluded.last_update,
  changed_at = excluded.changed_at, first_completed_at = excluded.first_completed_at,
  first_read_at = excluded.first_read_at, first_read_hash = excluded.first_read_hash,
  read_at = excluded.read_at, message_hash = excluded.message_hash, completed_at = excluded.completed_at,
  completed_home = excluded.completed_home, completed_away = excluded.completed_away
where s.read_at < excluded.read_at`

type ScoreRow = {
  fixture_id: string
  home: number | null
  away: number | null
  completed: boolean
  last_update: Date | null
  changed_at: Date
  first_completed_at: Date | null
  first_read_at: Date | null
  first_read_hash: string | null
  read_at: Date
  message_hash: string
  completed_at: Date | null
  completed_home: number | null
  completed_away: number | null
}

export const createScoreStore = (pool: pg.Pool): ScoreStore => ({
  async scores(fixtures) {
    const { rows } = await pool.query<ScoreRow>({
      name: 'scores of fixtures',
      text: 'select * from app.score where fixture_id = any($1)',
      values: [fixtures],
    })
    return new Map(rows.map((row) => [row.fixture_id, scoreState(row)]))
  },

  async writeScores(writes) {
    if (writes.length === 0) return
    const column = <T>(of: (write: ScoreWrite) => T): T[] => writes.map(of)
    const values = [
      column(({ fixture }) => fixture),
      column(({ state }) => state.home),
      column(({ state }) => state.away),
      column(({ state }) => state.completed),
      column(({ state }) => state.lastUpdate),
      column(({ state }) => state.changedAt),
      column(({ state }) => state.firstCompletedAt),
      column(({ state }) => state.candidate?.readAt ?? null),
      column(({ state }) => state.candidate?.message ?? null),
      column(({ state }) => state.readAt),
      column(({ message }) => message.hash),
      column(({ message }) => message.body),
      column(({ state }) => state.firstResult?.readAt ?? null),
      column(({ state }) => state.firstResult?.home ?? null),
      column(({ state }) => state.firstResult?.away ?? null),
    ]
    await retryAfterDeadlock(() => pool.query({ name: 'write scores', text: WRITE_SCORES, values }))
  },
})

const scoreState = (row: ScoreRow): ScoreState => ({
  home: row.home,
  away: row.away,
  completed: row.completed,
  lastUpdate: row.last_update,
  readAt: row.read_at,
  message: row.message_hash,
  changedAt: row.changed_at,
  firstCompletedAt: row.first_completed_at,
  candidate:
    row.first_read_at !== null && row.first_read_hash !== null
      ? { readAt: row.first_read_at, message: row.first_read_hash }
      : null,
  firstResult:
    row.completed_at !== null && row.completed_home !== null && row.completed_away !== null
      ? { readAt: row.completed_at, home: row.completed_home, away: row.completed_away }
      : null,
})
