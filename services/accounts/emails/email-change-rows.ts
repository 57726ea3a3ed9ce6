// The rows of `app.email_change`: addresses that are not in force yet, and what is needed to complete an interrupted
// change.
import type pg from 'pg'
import type { CommandMeta } from '#domain/meta.ts'

export type EmailChange = {
  readonly commandId: string
  readonly accountId: string
  /** Null if the address is to be removed. */
  readonly address: { readonly email: string; readonly salt: Buffer; readonly commitment: string } | null
  readonly command: Pick<CommandMeta, 'actor' | 'session' | 'correlation'> & {
    readonly hash: string
    /** Commitment to the address in force when it was requested. */
    readonly replaces: string | null
  }
}

type Row = {
  commandId: string
  accountId: string
  email: string | null
  salt: Buffer | null
  commitment: string | null
  command: EmailChange['command']
}

const COLUMNS = `command_id as "commandId", account_id as "accountId", email, email_salt as salt, commitment, command`

type Db = pg.Pool | pg.ClientBase

const changeOf = ({ email, salt, commitment, ...row }: Row): EmailChange => ({
  ...row,
  address: email === null || salt === null || commitment === null ? null : { email, salt, commitment },
})

/** False if the command has a row already. */
export async function insertEmailChange(db: Db, change: EmailChange): Promise<boolean> {
  const { commandId, accountId, address, command } = change
  const { rowCount } = await db.query(
    `insert into app.email_change (command_id, account_id, email, email_salt, commitment, command)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [commandId, accountId, address?.email, address?.salt, address?.commitment, JSON.stringify(command)],
  )
  return rowCount === 1
}

export async function findEmailChange(db: Db, commandId: string): Promise<EmailChange | null> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from app.email_change where command_id = $1`, [commandId])
  return rows[0] === undefined ? null : changeOf(rows[0])
}

export async function deleteEmailChange(db: Db, commandId: string): Promise<void> {
  await db.query('delete from app.email_change where command_id = $1', [commandId])
}

/** Puts the address that the ledger names in force: null removes it, any other is in a row here. */
export async function putEmail(client: pg.ClientBase, accountId: string, commitment: string | null): Promise<void> {
  if (commitment === null) {
    await client.query('update app.identity set email = null, email_salt = null where account_id = $1', [accountId])
    return
  }
  await client.query(
    `update app.identity i set email = c.email, email_salt = c.email_salt
       from app.email_change c where i.account_id = $1 and c.account_id = $1 and c.commitment = $2`,
    [accountId, commitment],
  )
}

export async function emailOf(db: Db, accountId: string): Promise<string | null> {
  const { rows } = await db.query<{ email: string | null }>('select email from app.identity where account_id = $1', [
    accountId,
  ])
  return rows[0]?.email ?? null
}

/** Changes of the account that are in progress, or that a crash left. */
export async function changesUnderWay(db: Db, accountId: string): Promise<EmailChange[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from app.email_change where account_id = $1 order by requested_at`,
    [accountId],
  )
  return rows.map(changeOf)
}

/** Changes that were requested longer ago than this: a crash left them. */
export async function interruptedEmailChanges(db: Db, olderThanMs: number, limit: number): Promise<EmailChange[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from app.email_change
      where requested_at <= now() - $1 * interval '1 millisecond'
      order by requested_at limit $2`,
    [olderThanMs, limit],
  )
  return rows.map(changeOf)
}
