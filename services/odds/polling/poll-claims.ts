// Which process makes a poll, and when each was last made.
import type pg from 'pg'

export type PollClaims = {
  /** Claims a poll that was last made before `before`: true for one caller only. */
  claimPoll(league: string, kind: string, now: Date, before: Date): Promise<boolean>
  /** When each poll was last made, by 'league/kind'. */
  lastPolls(): Promise<Map<string, Date>>
}

const CLAIM_POLL = `
insert into app.poll as p (league, kind, polled_at) values ($1, $2, $3)
on conflict (league, kind) do update set polled_at = excluded.polled_at where p.polled_at <= $4`

export const createPollClaims = (pool: pg.Pool): PollClaims => ({
  async claimPoll(league, kind, now, before) {
    const values = [league, kind, now, before]
    const { rowCount } = await pool.query({ name: 'claim poll', text: CLAIM_POLL, values })
    return rowCount === 1
  },

  async lastPolls() {
    const { rows } = await pool.query<{ league: string; kind: string; polled_at: Date }>('select * from app.poll')
    return new Map(rows.map(({ league, kind, polled_at }) => [`${league}/${kind}`, polled_at]))
  },
})
