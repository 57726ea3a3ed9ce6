// The rows of `app.identity`: who has which name, and what an interrupted registration of an account needs to be finished.
import type pg from 'pg'
import type { Actor, Meta } from '#domain/meta.ts'
import type { Role } from '#domain/values.ts'
import { commitment } from './commitments.ts'
import { looksOf } from './names/lookalikes.ts'
import type { UserName } from './names/names.ts'

/** How an account came to be, kept with the claim of its name. Nothing personal: names and secrets have columns. */
export type PendingRegistration = {
  /** Id of the command that opens the account. */
  readonly command: string
  /** Hash of what was asked for, as the events carry it. */
  readonly hash: string
  /** The same without the commitments, which differ from try to try: a repeated request is compared by this. */
  readonly requestHash: string
  readonly role: Role
  readonly openedBy: string
  readonly ageAttested: boolean
  readonly actor: Actor
  readonly session: string | null
  readonly correlation: string
  readonly reason: Meta['reason']
  /** A welcome grant, or the float of a new admin. */
  readonly amountCents: number
  /** Paid out of the float of the admin who creates the user. */
  readonly transfer: { readonly id: string; readonly sender: string; readonly amountCents: number } | null
}

export type Credential = {
  readonly accountId: string
  readonly username: string
  readonly usernameNormal: string
  readonly usernameSalt: Buffer
  readonly passwordHash: string
  readonly passwordSalt: Buffer
  /** Nobody chose the password: nothing else may be done before it is changed. */
  readonly mustChangePassword: boolean
  readonly status: 'pending' | 'active'
  /** A new password is on its way: this one may not be in force any more. */
  readonly changing: boolean
  readonly registration: PendingRegistration
}

const COLUMNS = `account_id as "accountId", username, username_normal as "usernameNormal",
  username_salt as "usernameSalt", password_hash as "passwordHash", password_salt as "passwordSalt",
  must_change_password as "mustChangePassword", status, registration,
  exists (select from app.password_change c where c.account_id = identity.account_id) as changing`

type Db = pg.Pool | pg.ClientBase

/** How the ledger names the user name and the password. */
export const commitmentsOf = (
  credential: Pick<Credential, 'usernameNormal' | 'usernameSalt' | 'passwordHash' | 'passwordSalt'>,
): { username: string; password: string } => ({
  username: commitment(credential.usernameSalt, credential.usernameNormal),
  password: commitment(credential.passwordSalt, credential.passwordHash),
})

/**
 * Claims a name, with what it looks like, for an account that is yet to be opened; in a transaction. False: the name, one
 * that looks like it, or the command, has an account already.
 */
export async function claimName(
  db: pg.ClientBase,
  credential: Omit<Credential, 'status' | 'changing'>,
): Promise<boolean> {
  const inserted = await db.query(
    `insert into app.identity
       (account_id, username, username_normal, username_salt, password_hash, password_salt, must_change_password,
        status, registration)
     values ($1, $2, $3, $4, $5, $6, $7, 'pending', $8)
     on conflict do nothing`,
    [
      credential.accountId,
      credential.username,
      credential.usernameNormal,
      credential.usernameSalt,
      credential.passwordHash,
      credential.passwordSalt,
      credential.mustChangePassword,
      JSON.stringify(credential.registration),
    ],
  )
  if (inserted.rowCount !== 1) return false
  // in order, so that two who claim the same ones wait for each other and do not deadlock
  const looks = looksOf(credential.usernameNormal)
  const claimed = await db.query(
    'insert into app.name_claim (look, account_id) select unnest($1::text[]), $2 on conflict do nothing',
    [looks, credential.accountId],
  )
  if (claimed.rowCount === looks.length) return true
  await releaseName(db, credential.accountId)
  return false
}

async function findOne(db: Db, where: string, ...values: readonly unknown[]): Promise<Credential | null> {
  const { rows } = await db.query<Credential>(`select ${COLUMNS} from app.identity where ${where}`, [...values])
  return rows[0] ?? null
}

/** Whose name it is: a name of before is found as it was stored then, and goes before one that is stored as names are now. */
export const findByName = (db: Db, { normal, former }: Pick<UserName, 'normal' | 'former'>) =>
  findOne(db, 'username_normal in ($1, $2) order by username_normal = $2 desc limit 1', normal, former)

/** Who stands in the way of a new name: has it, or one that looks like it. */
export const findRival = async (db: Db, normal: string): Promise<Credential | null> =>
  (await findOne(db, 'username_normal = $1', normal)) ??
  (await findOne(
    db,
    'account_id in (select account_id from app.name_claim where look = any ($1)) limit 1',
    looksOf(normal),
  ))
export const findByAccount = (db: Db, accountId: string) => findOne(db, 'account_id = $1', accountId)
export const findByCommand = (db: Db, command: string) => findOne(db, `registration ->> 'command' = $1`, command)

/**
 * Takes the row for one registration: others who would finish or release the same one wait, or skip it.
 * Null where there is none any more, or it is taken and `skip` is asked for.
 */
export const lockRegistration = (db: pg.ClientBase, accountId: string, { skip = false } = {}) =>
  findOne(db, `account_id = $1 for update ${skip ? 'skip locked' : ''}`, accountId)

export async function activateAccount(db: Db, accountId: string): Promise<void> {
  await db.query(`update app.identity set status = 'active' where account_id = $1`, [accountId])
}

/** Gives the name of an account free that was never opened. */
export async function releaseName(db: Db, accountId: string): Promise<void> {
  await db.query(`delete from app.identity where account_id = $1 and status = 'pending'`, [accountId])
}

/** Accounts claimed longer ago than this and still not opened: a crash left them. */
export async function interruptedRegistrations(db: Db, olderThanMs: number, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ account_id: string }>(
    `select account_id from app.identity
      where status = 'pending' and claimed_at <= now() - $1 * interval '1 millisecond'
      order by claimed_at limit $2`,
    [olderThanMs, limit],
  )
  return rows.map((row) => row.account_id)
}
