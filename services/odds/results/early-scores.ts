// Games that the provider calls completed, or gives a score, before their start: brought forward unannounced, or a
// mistake of the provider.
import type pg from 'pg'
import { retryAfterDeadlock } from '#services/platform/database/deadlock.ts'
import type { ScoreEvent } from '../provider/wire.ts'

/** What a read before the start says about a game. */
export type EarlyRead = {
  readonly fixture: string
  readonly home: number | null
  readonly away: number | null
  readonly completed: boolean
}
export type EarlyScore = EarlyRead & { readonly since: Date; readonly readAt: Date }

export type EarlyScores = {
  /**
   * `begun`: reported to have begun; `waiting`: reported to wait for their start. Returns the games for which this has
   * changed. A later read is never overwritten.
   */
  noteEarly(begun: readonly EarlyRead[], waiting: readonly string[], readAt: Date): Promise<string[]>
  /**
   * Those of these games whose last read says that they have begun. Once a game has been read after its start, it is
   * not among them.
   */
  earlyScores(fixtures: readonly string[]): Promise<EarlyScore[]>
}

/** Whether the event says more than that the game is still to come. */
export const hasBegun = ({ completed, scores }: ScoreEvent): boolean =>
  completed || scores?.some(({ score }) => score !== null) === true

const NOTE_BEGUN = `
insert into app.early_score as e (fixture_id, home, away, completed, since, read_at)
select fixture_id, home, away, completed, $5, $5
from unnest($1::text[], $2::integer[], $3::integer[], $4::boolean[]) as t(fixture_id, home, away, completed)
order by 1
on conflict (fixture_id) do update set home = excluded.home, away = excluded.away, completed = excluded.completed,
  read_at = excluded.read_at
where e.read_at < excluded.read_at
returning fixture_id, xmax = 0 as is_new`
const TAKE_BACK = 'delete from app.early_score where fixture_id = any($1) and read_at < $2 returning fixture_id'

export const EARLY_SCORES = `
select fixture_id as fixture, home, away, completed, since, read_at as "readAt" from app.early_score e
where fixture_id = any($1)
  and not exists (select from app.score s where s.fixture_id = e.fixture_id and s.read_at > e.read_at)`

export const createEarlyScores = (pool: pg.Pool): EarlyScores => ({
  async noteEarly(begun, waiting, readAt) {
    const news: string[] = []
    if (begun.length > 0) {
      const values = [
        begun.map(({ fixture }) => fixture),
        begun.map(({ home }) => home),
        begun.map(({ away }) => away),
        begun.map(({ completed }) => completed),
        readAt,
      ]
      const { rows } = await retryAfterDeadlock(() =>
        pool.query<{ fixture_id: string; is_new: boolean }>({ name: 'note early', text: NOTE_BEGUN, values }),
      )
      news.push(...rows.filter(({ is_new }) => is_new).map(({ fixture_id }) => fixture_id))
    }
    if (waiting.length > 0) {
      const { rows } = await pool.query<{ fixture_id: string }>({
        name: 'take back early',
        text: TAKE_BACK,
        values: [waiting, readAt],
      })
      news.push(...rows.map(({ fixture_id }) => fixture_id))
    }
    return news
  },

  async earlyScores(fixtures) {
    const { rows } = await pool.query<EarlyScore>({ name: 'early scores', text: EARLY_SCORES, values: [fixtures] })
    return rows
  },
})
