// The rows of `app.session`.
import type pg from 'pg'
import type { Role } from '#domain/values.ts'
import { type SessionDraft, sessionId } from './session.ts'
import type { Lasting } from './session-cache.ts'
import { TELL_ENDED, toldOf } from './session-ends.ts'
import { extendSessions, HAS_EXPIRED, IDLE, IS_LIVE, IS_TO_EXTEND, LASTS_MS } from './session-expiry.ts'

type Db = Pick<pg.Pool | pg.ClientBase, 'query'>

/**
 * `passwordHash`: the hash that the password was verified against. False if it is no longer the account's: a change of
 * password ends all sessions, and must leave none that was started with the old one. `named`: another event names the
 * session; otherwise its sign-in is now in progress.
 */
export async function insertSession(
  db: Db,
  accountId: string,
  draft: SessionDraft,
  passwordHash: string,
  { named = false } = {},
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with opened as (
       insert into app.session (token_hash, account_id, ip, user_agent, salt, commitment, second_factor, expires_at)
       select decode($1, 'hex'), account_id, $3, $4, $5, $6, $8, now() + ${IDLE}
         from app.identity where account_id = $2 and password_hash = $7 for share
       returning *)
     insert into app.session_address (commitment, account_id, ip, user_agent, salt, second_factor, recording_since)
     select commitment, account_id, ip, user_agent, salt, second_factor, case when $9 then null else now() end from opened`,
    [
      draft.id,
      accountId,
      draft.client.ip,
      draft.client.userAgent,
      draft.salt,
      draft.commitment,
      passwordHash,
      draft.secondFactor,
      named,
    ],
  )
  return rowCount === 1
}

type Row = {
  /** Index of the session's token among those asked for, from 0. */
  asked: number
  accountId: string
  username: string
  role: Role
  commitment: string
  ip: string
  toExtend: boolean
  lastsMs: number
  mustChangePassword: boolean
  secondFactor: boolean
}

const FIND = `
  select asked.at::int - 1 as asked, s.account_id as "accountId", i.username, s.commitment, s.ip,
         coalesce(a.role, i.registration ->> 'role') as role,
         ${IS_TO_EXTEND} as "toExtend", ${LASTS_MS} as "lastsMs", i.must_change_password as "mustChangePassword",
         s.second_factor as "secondFactor"
    from unnest($1::bytea[]) with ordinality as asked (token_hash, at)
    join app.session s using (token_hash)
    join app.identity i on i.account_id = s.account_id
    left join app.account a on a.account_id = s.account_id
   where ${IS_LIVE} and i.status = 'active'
     and not coalesce(a.blocked or a.closed, false)`

/**
 * The live sessions of these tokens, by token; those not used for an hour are extended. `adminsNeedFactor`: sessions of
 * admins that began without a second factor are marked.
 */
export async function readSessions(
  db: Db,
  tokens: readonly string[],
  adminsNeedFactor = false,
): Promise<Map<string, Lasting>> {
  const ids = tokens.map(sessionId)
  // a prepared statement: this runs for every second bet or so, and planning it takes longer than running it
  const values = [ids.map((id) => Buffer.from(id, 'hex'))]
  const { rows } = await db.query<Row>({ name: 'sessions', text: FIND, values })
  const found = new Map<string, Lasting>()
  for (const { asked, accountId, username, role, commitment, ip, mustChangePassword, secondFactor, lastsMs } of rows) {
    const session = {
      id: ids[asked]!,
      accountId,
      username,
      role,
      commitment,
      ip,
      ...(mustChangePassword && { passwordChangeRequired: true as const }),
      ...(secondFactor && { secondFactor: true as const }),
      ...(adminsNeedFactor && !secondFactor && role !== 'user' && { secondFactorRequired: true as const }),
    }
    found.set(tokens[asked]!, { session, lastsMs })
  }
  const toExtend = rows.filter((row) => row.toExtend).map((row) => ids[row.asked]!)
  if (toExtend.length > 0) await extendSessions(db, toExtend)
  return found
}

/** Ends all sessions of an account. Processes are notified on commit. */
export async function endSessions(db: Db, accountId: string): Promise<void> {
  await db.query(`with ended as (delete from app.session where account_id = $1) ${TELL_ENDED}`, [accountId])
}

/** Deletes expired sessions, and those of blocked or closed accounts. Returns how many. */
export async function sweepSessions(db: Db): Promise<number> {
  const { rows } = await db.query<{ sessions: number }>(
    `with ended as (
       delete from app.session s where ${HAS_EXPIRED} or exists (
         select from app.account a where a.account_id = s.account_id and (a.blocked or a.closed))
       returning account_id)
     select count(*)::int as sessions, ${toldOf('account_id')} from ended group by account_id`,
  )
  return rows.reduce((sum, { sessions }) => sum + sessions, 0)
}
