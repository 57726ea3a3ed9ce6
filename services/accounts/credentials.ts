// The rows of `app.identity`: who has which name, and what it takes to finish a registration that was interrupted.
import type pg from 'pg'
import type { Commitments } from '#domain/account/commands.ts'
import type { Actor, Meta } from '#domain/meta.ts'
import type { Role } from '#domain/values.ts'
import { commitment } from './commitments.ts'
import { skeletonsOf } from './names/lookalikes.ts'
import type { UserName } from './names/names.ts'

/**
 * How an account was registered, stored with the claim of its name. Contains nothing personal: names and secrets have
 * columns of their own.
 */
export type PendingRegistration = {
  /** Id of the command that opens the account. */
  readonly command: string
  /** Hash of the command, as its events carry it. */
  readonly hash: string
  /** The ledger commits to the name as it was typed. Missing in claims from before it did. */
  readonly nameAsTyped?: true
  /** The same hash without the commitments, which differ in every attempt; repeated requests are compared by it. */
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
  /** Paid from the float of the admin who creates the user. */
  readonly transfer: { readonly id: string; readonly sender: string; readonly amountCents: number } | null
}

export type Credential = {
  readonly accountId: string
  readonly username: string
  readonly usernameNormal: string
  readonly usernameSalt: Buffer
  readonly passwordHash: string
  readonly passwordSalt: Buffer
  /** The password was generated, and has to be changed before anything else. */
  readonly mustChangePassword: boolean
  readonly status: 'pending' | 'active'
  /** A change of password is pending, so this password may no longer be in force. */
  readonly changing: boolean
  readonly registration: PendingRegistration
}

const COLUMNS = `account_id as "accountId", username, username_normal as "usernameNormal",
  username_salt as "usernameSalt", password_hash as "passwordHash", password_salt as "passwordSalt",
  must_change_password as "mustChangePassword", status, registration,
  exists (select from app.password_change c where c.account_id = identity.account_id) as changing`

type Db = pg.Pool | pg.ClientBase

type Committed = Pick<Credential, 'username' | 'usernameNormal' | 'usernameSalt' | 'passwordHash' | 'passwordSalt'> & {
  readonly registration: Pick<PendingRegistration, 'nameAsTyped'>
}

/** How the ledger refers to the user name and the password. */
export const commitmentsOf = ({ registration: { nameAsTyped }, ...credential }: Committed): Commitments => ({
  username: commitment(credential.usernameSalt, nameAsTyped ? credential.username : credential.usernameNormal),
  password: commitment(credential.passwordSalt, credential.passwordHash),
  ...(nameAsTyped && { nameAsTyped }),
})

/**
 * Claims a name and its skeletons for an account that is yet to be opened. Must run in a transaction. False if the name
 * or a lookalike is taken, or the command already has an account.
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
  // sorted, so that two claims of the same skeletons wait for each other rather than deadlock
  const skeletons = skeletonsOf(credential.usernameNormal)
  const claimed = await db.query(
    'insert into app.name_claim (skeleton, account_id) select unnest($1::text[]), $2 on conflict do nothing',
    [skeletons, credential.accountId],
  )
  if (claimed.rowCount === skeletons.length) return true
  await releaseName(db, credential.accountId)
  return false
}

async function findOne(db: Db, where: string, ...values: readonly unknown[]): Promise<Credential | null> {
  const { rows } = await db.query<Credential>(`select ${COLUMNS} from app.identity where ${where}`, [...values])
  return rows[0] ?? null
}

/** The account with this name. A name stored in its legacy form takes precedence over one in the current form. */
export const findByName = (db: Db, { normal, legacyNormal }: Pick<UserName, 'normal' | 'legacyNormal'>) =>
  findOne(db, 'username_normal in ($1, $2) order by username_normal = $2 desc limit 1', normal, legacyNormal)

/** The account that a new name conflicts with, because it has the same name or a lookalike. */
export const findConflicting = async (db: Db, normal: string): Promise<Credential | null> =>
  (await findOne(db, 'username_normal = $1', normal)) ??
  (await findOne(
    db,
    'account_id in (select account_id from app.name_claim where skeleton = any ($1)) limit 1',
    skeletonsOf(normal),
  ))
export const findByAccount = (db: Db, accountId: string) => findOne(db, 'account_id = $1', accountId)
export const findByCommand = (db: Db, command: string) => findOne(db, `registration ->> 'command' = $1`, command)

/**
 * Until the transaction ends, nobody else can change the account's rows in identity, open a session for it or file a
 * request.
 */
export async function lockIdentity(client: pg.ClientBase, accountId: string): Promise<void> {
  await client.query(`set local lock_timeout = '15s'`)
  await client.query('select from app.identity where account_id = $1 for no key update', [accountId])
}

/** Throws if the claim no longer exists, because somebody has released it. */
export async function activateAccount(db: Db, accountId: string): Promise<void> {
  const { rowCount } = await db.query(`update app.identity set status = 'active' where account_id = $1`, [accountId])
  if (rowCount !== 1) throw new Error(`the claim of account ${accountId} is gone`)
}

/** Releases the name of an account that was never opened. */
export async function releaseName(db: Db, accountId: string): Promise<void> {
  await db.query(`delete from app.identity where account_id = $1 and status = 'pending'`, [accountId])
}

/** Accounts that were claimed longer ago than this and have not been opened, because of a crash. */
export async function interruptedRegistrations(db: Db, olderThanMs: number, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ account_id: string }>(
    `select account_id from app.identity
      where status = 'pending' and claimed_at <= now() - $1 * interval '1 millisecond'
      order by claimed_at limit $2`,
    [olderThanMs, limit],
  )
  return rows.map((row) => row.account_id)
}
