// Sign-ins, and ends that owners asked for, that are not in the ledger yet.
import type pg from 'pg'

type Db = Pick<pg.Pool | pg.ClientBase, 'query'>

/** A session, identified by its commitment. */
export type UnrecordedSignIn = {
  readonly accountId: string
  readonly session: string
  readonly secondFactor: boolean
}
export type UnrecordedEnd = { readonly accountId: string; readonly session: string }

/** The ledger has the sign-in. False if the session has ended in the meantime. */
export async function markRecorded(db: Db, session: string): Promise<boolean> {
  const { rows } = await db.query<{ lives: boolean }>(
    `update app.session_address set recording_since = null where commitment = $1
     returning exists (select from app.session s where s.commitment = $1) as lives`,
    [session],
  )
  return rows[0]?.lives === true
}

/** Undoes a sign-in whose token nobody was given, and which is not in the ledger. */
export async function dropSignIn(db: Db, session: string): Promise<void> {
  await db.query(
    `with dropped as (delete from app.session where commitment = $1)
     delete from app.session_address where commitment = $1`,
    [session],
  )
}

/** Sign-ins begun longer ago than this on open accounts: a crash left them. */
export async function unrecordedSignIns(db: Db, olderThanMs: number, limit: number): Promise<UnrecordedSignIn[]> {
  const { rows } = await db.query<UnrecordedSignIn>(
    `select account_id as "accountId", a.commitment as session, a.second_factor as "secondFactor"
       from app.session_address a join app.identity i using (account_id)
      where a.recording_since <= now() - $1 * interval '1 millisecond' and i.status = 'active'
      order by a.recording_since limit $2`,
    [olderThanMs, limit],
  )
  return rows
}

/** Ends begun longer ago than this. */
export async function unrecordedEnds(db: Db, olderThanMs: number, limit: number): Promise<UnrecordedEnd[]> {
  const { rows } = await db.query<UnrecordedEnd>(
    `select account_id as "accountId", commitment as session from app.session
      where ending_since <= now() - $1 * interval '1 millisecond' order by ending_since limit $2`,
    [olderThanMs, limit],
  )
  return rows
}
