// Identities of accounts without a registration: rows with values to which the ledger has commitments.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { commitment } from '#services/accounts/commitments.ts'

/** Always the same for a text. */
export const saltOf = (text: string): Buffer => createHash('sha256').update(`salt of ${text}`).digest()
export const committed = (text: string): string => commitment(saltOf(text), text)

export type MadeIdentity = {
  readonly account: string
  /** In lower case, as it is claimed. */
  readonly name: string
  /** Stands for the hash of a password. */
  readonly secret: string
  readonly registration: { readonly role: string; readonly openedBy: string }
}

export async function insertIdentity(
  pool: Pick<pg.Pool, 'query'>,
  { account, name, secret, registration }: MadeIdentity,
): Promise<void> {
  await pool.query(
    `insert into app.identity (account_id, username, username_normal, username_salt, password_hash, password_salt, status, registration)
     values ($1, $2, $2, $3, $4, $5, 'active', $6)`,
    [account, name, saltOf(name), secret, saltOf(secret), JSON.stringify(registration)],
  )
}
