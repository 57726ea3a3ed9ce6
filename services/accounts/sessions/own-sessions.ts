// The sessions of one account, as its owner sees and ends them. They are identified by their commitments, which open
// nothing.
import type pg from 'pg'
import { toldOf } from './session-ends.ts'
import { IS_LIVE } from './session-expiry.ts'

export type OwnSession = {
  readonly id: string
  readonly ip: string
  readonly userAgent: string
  readonly signedInAt: Date
  readonly usedAt: Date
  readonly secondFactor: boolean
}

/** No more than this are shown, but all others can still be ended at once. */
const SHOWN_MAX = 100

/** Last used first. */
export async function ownSessions(db: Pick<pg.Pool, 'query'>, accountId: string): Promise<OwnSession[]> {
  const { rows } = await db.query<OwnSession>(
    `select commitment as id, ip, user_agent as "userAgent", created_at as "signedInAt", seen_at as "usedAt",
            second_factor as "secondFactor"
       from app.session s where account_id = $1 and ${IS_LIVE} order by seen_at desc, created_at desc limit ${SHOWN_MAX}`,
    [accountId],
  )
  return rows
}

export async function hasSession(db: Pick<pg.Pool, 'query'>, accountId: string, commitment: string): Promise<boolean> {
  const query = 'select from app.session where account_id = $1 and commitment = $2'
  return (await db.query(query, [accountId, commitment])).rowCount === 1
}

/** Sessions of an account by commitment: one, or all but one. */
export type WhichSessions = { readonly id: string } | { readonly otherThan: string }
/** Or all that were signed in by then. */
export type EndedSessions = WhichSessions | { readonly signedInBy: Date }

function conditionOf(which: EndedSessions) {
  if ('id' in which) return { where: 'account_id = $1 and commitment = $2', value: which.id } as const
  if ('otherThan' in which) return { where: 'account_id = $1 and commitment <> $2', value: which.otherThan } as const
  return { where: 'account_id = $1 and created_at <= $2', value: which.signedInBy } as const
}

const HOW_MANY = `select (select count(*) from ended)::int as count, ${toldOf('$1::text')}`

/** Deletes sessions that an event of the account has ended. Returns how many. */
export async function deleteOwnSessions(
  db: Pick<pg.Pool, 'query'>,
  accountId: string,
  which: EndedSessions,
): Promise<number> {
  const { where, value } = conditionOf(which)
  const { rows } = await db.query<{ count: number }>(
    `with ended as (delete from app.session where ${where} returning 1) ${HOW_MANY}`,
    [accountId, value],
  )
  return rows[0]!.count
}

/** Marks sessions as ending: their tokens stop working. Returns how many. */
export async function beginEnd(db: Pick<pg.Pool, 'query'>, accountId: string, which: WhichSessions): Promise<number> {
  const { where, value } = conditionOf(which)
  const { rows } = await db.query<{ count: number }>(
    `with ended as (
       update app.session set ending_since = now() where ${where} and ending_since is null returning 1) ${HOW_MANY}`,
    [accountId, value],
  )
  return rows[0]!.count
}

/** Deletes them once the ledger has their end. */
export async function deleteEnded(db: Pick<pg.Pool, 'query'>, accountId: string, which: WhichSessions): Promise<void> {
  const { where, value } = conditionOf(which)
  await db.query(`delete from app.session where ${where} and ending_since is not null`, [accountId, value])
}

/** Records that the second factor was shown in the session. */
export async function secureSession(db: Pick<pg.Pool, 'query'>, accountId: string, commitment: string): Promise<void> {
  await db.query('update app.session set second_factor = true where account_id = $1 and commitment = $2', [
    accountId,
    commitment,
  ])
}
