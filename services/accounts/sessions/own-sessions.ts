// The sessions of one account, as its owner sees and ends them. They are named by their commitment: it opens nothing.
import type pg from 'pg'
import { IS_LIVE } from './session-expiry.ts'

export type OwnSession = {
  readonly id: string
  readonly ip: string
  readonly userAgent: string
  readonly signedInAt: Date
  readonly usedAt: Date
  readonly secondFactor: boolean
}

/** More are not shown: all but one can still be ended at once. */
const SHOWN_MAX = 100

/** The last used first. */
export async function ownSessions(db: Pick<pg.Pool, 'query'>, accountId: string): Promise<OwnSession[]> {
  const { rows } = await db.query<OwnSession>(
    `select commitment as id, ip, user_agent as "userAgent", created_at as "signedInAt", seen_at as "usedAt",
            second_factor as "secondFactor"
       from app.session s where account_id = $1 and ${IS_LIVE} order by seen_at desc, created_at desc limit ${SHOWN_MAX}`,
    [accountId],
  )
  return rows
}

/** `which`: one session, or all but one. Answers how many ended; the caller evicts and notifies. */
export async function deleteOwnSessions(
  db: Pick<pg.Pool, 'query'>,
  accountId: string,
  which: { readonly id: string } | { readonly otherThan: string },
): Promise<number> {
  const [condition, commitment] = 'id' in which ? ['=', which.id] : ['<>', which.otherThan]
  const { rowCount } = await db.query(`delete from app.session where account_id = $1 and commitment ${condition} $2`, [
    accountId,
    commitment,
  ])
  return rowCount ?? 0
}

/** Notes that the second factor was shown in it. */
export async function secureSession(db: Pick<pg.Pool, 'query'>, accountId: string, commitment: string): Promise<void> {
  await db.query('update app.session set second_factor = true where account_id = $1 and commitment = $2', [
    accountId,
    commitment,
  ])
}
