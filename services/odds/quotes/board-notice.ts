// Notifies the boards of all processes that fixtures have new prices or scores.
import type pg from 'pg'

/** Channel of `{fixtures: [ids]}`. */
export const QUOTES_CHANNEL = 'fairbook_quotes'
/** Below Postgres' limit of 8,000 bytes for a payload. */
const IDS_PER_NOTICE = 200

export type BoardNotice = {
  /** Tells every board that these fixtures changed. */
  notify(fixtures: readonly string[]): Promise<void>
}

export const createBoardNotice = (pool: pg.Pool): BoardNotice => ({
  async notify(fixtures) {
    for (let from = 0; from < fixtures.length; from += IDS_PER_NOTICE) {
      const payload = JSON.stringify({ fixtures: fixtures.slice(from, from + IDS_PER_NOTICE) })
      await pool.query('select pg_notify($1, $2)', [QUOTES_CHANNEL, payload])
    }
  },
})
