// Sessions that a block ended: the next request with such a token is told that the account is blocked.
import type pg from 'pg'
import { TELL_ENDED } from './session-ends.ts'
import { IS_LIVE } from './session-expiry.ts'

type Db = Pick<pg.Pool, 'query'>

const REMEMBERED_FOR = `interval '30 days'`
/** Longer than the read model needs to learn of a block. */
const BEHIND = `interval '1 minute'`

/** Ends the sessions of a blocked account, and remembers why. */
export async function endBlockedSessions(db: Db, accountId: string): Promise<void> {
  await db.query(
    `with ended as (delete from app.session s where account_id = $1 returning token_hash, account_id, ${IS_LIVE} as live),
     remembered as (
       insert into app.blocked_session (token_hash, account_id) select token_hash, account_id from ended where live
       on conflict do nothing)
     ${TELL_ENDED}`,
    [accountId],
  )
}

/** After an unblock, the old sessions count as simply ended. */
export async function forgetBlockedSessions(db: Db, accountId: string): Promise<void> {
  await db.query('delete from app.blocked_session where account_id = $1', [accountId])
}

/**
 * Which of these session ids a block ended, or is about to end. Rows left by an interrupted unblock do not count, since
 * the account is not blocked.
 */
export async function readBlockedSessions(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `with asked as (select decode(id, 'hex') as token_hash from unnest($1::text[]) as id)
     select encode(token_hash, 'hex') as id from asked join app.blocked_session b using (token_hash)
       left join app.account a using (account_id)
      where a.blocked or b.ended_at > now() - ${BEHIND}
     union
     select encode(token_hash, 'hex') from asked join app.session s using (token_hash) join app.account a using (account_id)
      where a.blocked and ${IS_LIVE}`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Deletes old rows, and ends sessions that a blocked account still has. Returns how many sessions. */
export async function sweepBlockedSessions(db: Db): Promise<number> {
  await db.query(`delete from app.blocked_session where ended_at < now() - ${REMEMBERED_FOR}`)
  const { rows } = await db.query<{ account: string; sessions: number }>(
    `select s.account_id as account, count(*)::int as sessions
       from app.session s join app.account a using (account_id) where a.blocked group by 1`,
  )
  for (const { account } of rows) await endBlockedSessions(db, account)
  return rows.reduce((sum, { sessions }) => sum + sessions, 0)
}
