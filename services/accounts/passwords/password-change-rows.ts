// The rows of `app.password_change`: new passwords that are not in force yet, and what is needed to complete an
// interrupted change.
import type pg from 'pg'
import type { CommandMeta } from '#domain/meta.ts'
import { endSessions } from '../sessions/session-rows.ts'

export type PendingChange = {
  readonly commitment: string
  readonly accountId: string
  readonly passwordHash: string
  readonly passwordSalt: Buffer
  readonly commandId: string
  readonly command: Pick<CommandMeta, 'actor' | 'session' | 'correlation' | 'reason'> & {
    readonly hash: string
    /** Commitment to the old password. */
    readonly replaces: string
  }
}

const COLUMNS = `commitment, account_id as "accountId", password_hash as "passwordHash", password_salt as "passwordSalt",
  command_id as "commandId", command`

type Db = pg.Pool | pg.ClientBase

/** False if the command, or the commitment, has a row already. */
export async function insertChange(db: Db, change: PendingChange): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into app.password_change (commitment, account_id, password_hash, password_salt, command_id, command)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [
      change.commitment,
      change.accountId,
      change.passwordHash,
      change.passwordSalt,
      change.commandId,
      JSON.stringify(change.command),
    ],
  )
  return rowCount === 1
}

async function findOne(db: Db, where: string, value: string): Promise<PendingChange | null> {
  const { rows } = await db.query<PendingChange>(`select ${COLUMNS} from app.password_change where ${where}`, [value])
  return rows[0] ?? null
}

export const findChange = (db: Db, commitment: string) => findOne(db, 'commitment = $1', commitment)
export const findChangeByCommand = (db: Db, commandId: string) => findOne(db, 'command_id = $1', commandId)

/** Replaces the old password. All sessions of the account end in the same transaction. */
export async function replacePassword(
  client: pg.ClientBase,
  { commitment, accountId, passwordHash, passwordSalt }: PendingChange,
): Promise<void> {
  await client.query(
    `update app.identity set password_hash = $2, password_salt = $3, must_change_password = false where account_id = $1`,
    [accountId, passwordHash, passwordSalt],
  )
  await deleteChange(client, commitment)
  await endSessions(client, accountId)
}

/** False if the row was already gone. */
export async function deleteChange(db: Db, commitment: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from app.password_change where commitment = $1', [commitment])
  return rowCount === 1
}

/** Changes that were requested longer ago than this: a crash left them. */
export async function interruptedChanges(db: Db, olderThanMs: number, limit: number): Promise<PendingChange[]> {
  const { rows } = await db.query<PendingChange>(
    `select ${COLUMNS} from app.password_change
      where requested_at <= now() - $1 * interval '1 millisecond'
      order by requested_at limit $2`,
    [olderThanMs, limit],
  )
  return rows
}
