// How long a session lasts: 30 days from its last use, and at most 90 from its start. Use is noted once an hour, so
// that requests do not have to write.
import type pg from 'pg'

export const IDLE = `interval '30 days'`
const LONGEST = `interval '90 days'`
const NOTED_EVERY = `interval '1 hour'`

/** Conditions on the session `s`. */
export const HAS_EXPIRED = `(s.expires_at <= now() or s.created_at <= now() - ${LONGEST})`
/** Milliseconds until it expires if it is not used. */
export const LASTS_MS = `extract(epoch from least(s.expires_at, s.created_at + ${LONGEST}) - now())::float8 * 1000`
/** It has neither expired nor been ended by its owner. */
export const IS_LIVE = `(s.ending_since is null and not ${HAS_EXPIRED})`
export const IS_TO_EXTEND = `s.seen_at < now() - ${NOTED_EVERY}`

/** Notes that these sessions are in use, which postpones their end. */
export async function extendSessions(db: Pick<pg.Pool, 'query'>, ids: readonly string[]): Promise<void> {
  await db.query(
    `update app.session set seen_at = now(), expires_at = least(now() + ${IDLE}, created_at + ${LONGEST})
      where token_hash in (select decode(id, 'hex') from unnest($1::text[]) as id) and expires_at > now()`,
    [ids],
  )
}
