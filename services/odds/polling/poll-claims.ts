// Which process makes a poll, and when each was last made.
import type pg from 'pg'

type PollOf = { readonly league: string; readonly kind: string }

export type PollClaims = {
  /** Claims a poll that was last made before `before`: true for only one caller. */
  claimPoll(league: string, kind: string, now: Date, before: Date): Promise<boolean>
  /** The same for one game's additional markets. */
  claimEventPoll(fixture: string, now: Date, before: Date): Promise<boolean>
  /** Called if a claimed poll could not be made: it is due again as if it was last made at `polledAt`. */
  postponePoll(league: string, kind: string, claimedAt: Date, polledAt: Date): Promise<void>
  /** The reply to a poll has been stored. `unread`: how many of its games could not be read. */
  pollStored(poll: PollOf & { readonly unread: number }, at: Date): Promise<void>
  /** The provider answered a poll with an error, or not at all. */
  pollFailed(poll: PollOf, at: Date, code: string, text: string): Promise<void>
  /** When each poll was last made, by 'league/kind'. */
  lastPolls(): Promise<Map<string, Date>>
}

const CLAIM_POLL = `
insert into app.poll as p (league, kind, polled_at) values ($1, $2, $3)
on conflict (league, kind) do update set polled_at = excluded.polled_at where p.polled_at <= $4`

const CLAIM_EVENT_POLL = `
insert into app.event_odds_poll as p (fixture_id, polled_at) values ($1, $2)
on conflict (fixture_id) do update set polled_at = excluded.polled_at where p.polled_at <= $3`

/** An older answer says nothing about a newer one. */
const POLL_STORED = `
insert into app.poll as p (league, kind, polled_at, read_at, unread) values ($1, $2, $3, $3, $4)
on conflict (league, kind) do update set read_at = excluded.read_at, unread = excluded.unread,
  failing_since = null, failed_at = null, error_code = null, error = null
where p.read_at is null or p.read_at <= excluded.read_at`

const POLL_FAILED = `
update app.poll set failing_since = coalesce(failing_since, $3), failed_at = $3, error_code = $4, error = $5
where league = $1 and kind = $2 and (read_at is null or read_at < $3)`

export const createPollClaims = (pool: pg.Pool): PollClaims => ({
  async claimPoll(league, kind, now, before) {
    const values = [league, kind, now, before]
    const { rowCount } = await pool.query({ name: 'claim poll', text: CLAIM_POLL, values })
    return rowCount === 1
  },

  async claimEventPoll(fixture, now, before) {
    const { rowCount } = await pool.query({
      name: 'claim event poll',
      text: CLAIM_EVENT_POLL,
      values: [fixture, now, before],
    })
    return rowCount === 1
  },

  async postponePoll(league, kind, claimedAt, polledAt) {
    const values = [league, kind, claimedAt, polledAt]
    const text = 'update app.poll set polled_at = $4 where league = $1 and kind = $2 and polled_at = $3'
    await pool.query({ name: 'postpone poll', text, values })
  },

  async pollStored({ league, kind, unread }, at) {
    await pool.query({ name: 'poll stored', text: POLL_STORED, values: [league, kind, at, unread] })
  },

  async pollFailed({ league, kind }, at, code, error) {
    await pool.query({ name: 'poll failed', text: POLL_FAILED, values: [league, kind, at, code, error] })
  },

  async lastPolls() {
    const { rows } = await pool.query<{ league: string; kind: string; polled_at: Date }>(
      'select league, kind, polled_at from app.poll',
    )
    return new Map(rows.map(({ league, kind, polled_at }) => [`${league}/${kind}`, polled_at]))
  },
})
