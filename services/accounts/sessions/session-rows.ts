// The rows of `app.session`: how a session begins, and how all of an account end with a transaction.
import type pg from 'pg'
import type { SessionDraft } from './session-draft.ts'

/** NOTIFY channel; the payload is a SessionsEnded. */
export const SESSIONS_CHANNEL = 'fairbook_sessions'
export type SessionsEnded = { readonly account: string } | { readonly token: string }

/**
 * `passwordHash`: what the password was checked against. False where that is not the account's any more: a change of
 * password that ends all sessions leaves none that began with the old one.
 */
export async function insertSession(
  db: pg.Pool | pg.ClientBase,
  accountId: string,
  draft: SessionDraft,
  passwordHash: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into app.session (token_hash, account_id, ip, user_agent, salt, commitment, expires_at)
     select decode($1, 'hex'), account_id, $3, $4, $5, $6, now() + interval '30 days'
       from app.identity where account_id = $2 and password_hash = $7 for share`,
    [draft.id, accountId, draft.client.ip, draft.client.userAgent, draft.salt, draft.commitment, passwordHash],
  )
  return rowCount === 1
}

/** Ends all sessions of an account with the transaction that `client` is in; processes hear of it when it commits. */
export async function endSessionsWith(client: pg.ClientBase, accountId: string): Promise<void> {
  await client.query('delete from app.session where account_id = $1', [accountId])
  const ended: SessionsEnded = { account: accountId }
  await client.query('select pg_notify($1, $2)', [SESSIONS_CHANNEL, JSON.stringify(ended)])
}
