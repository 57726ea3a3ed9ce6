// The reason given with a command is free text: the ledger has a commitment to it, and the text is stored here.
import type pg from 'pg'
import type { Meta } from '#domain/meta.ts'
import { saysSomething } from '#domain/values.ts'
import { commitment, newSalt } from './commitments.ts'

/** Stores the text before its command is sent. Returns what the events carry, or null if no reason was given. */
export async function storeReason(pool: pg.Pool, code: string, text: string | undefined): Promise<Meta['reason']> {
  if (text === undefined || !saysSomething(text)) return null
  const salt = newSalt()
  const hash = commitment(salt, text)
  await pool.query('insert into app.reason_text (commitment, salt, text) values ($1, $2, $3)', [hash, salt, text])
  return { code, text: hash }
}

/** Longer than any command takes that may still name a reason; commands with rows of their own are looked up. */
const UNDER_WAY = '1 hour'
const SWEEP_AT_ONCE = 1_000

/**
 * Reasons that no event names by the time that the audit trail has everything recorded within an hour after they were
 * typed. A command that waits to be completed still names its own.
 */
const SWEEP = `
  with due as materialized (
    select r.commitment,
      exists (select from app.audit a where a.reason_text = r.commitment)
      or exists (select from app.request q where q.reason = r.commitment) as named
    from app.reason_text r
    where r.unnamed_since < (select recorded_at from app.audit order by number desc limit 1) - interval '${UNDER_WAY}'
      and not exists (
        select from app.identity i where i.status = 'pending' and i.registration -> 'reason' ->> 'text' = r.commitment)
      and not exists (select from app.password_change p where p.command -> 'reason' ->> 'text' = r.commitment)
    order by r.unnamed_since limit ${SWEEP_AT_ONCE}
  ),
  named as (
    update app.reason_text r set unnamed_since = null from due where r.commitment = due.commitment and due.named
  )
  delete from app.reason_text r using due where r.commitment = due.commitment and not due.named`

/**
 * Deletes reasons whose commands led to nothing, because they may be about a person. Safe to run anywhere, any time, in
 * several processes.
 */
export async function sweepReasons(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  return (await pool.query(SWEEP)).rowCount ?? 0
}
