// The rows of second factors. The ledger says which of them are in force: they are found by the commitment that it
// names.
import type pg from 'pg'

type Db = Pick<pg.Pool, 'query'>

/** A secret that is not confirmed by then is not used any more. */
const CONFIRMED_WITHIN = `interval '1 hour'`

export type Authenticator = { readonly commitment: string; readonly sealed: Buffer; readonly salt: Buffer }

export async function insertAuthenticator(db: Db, accountId: string, made: Authenticator): Promise<void> {
  await db.query('insert into app.authenticator (commitment, account_id, secret, salt) values ($1, $2, $3, $4)', [
    made.commitment,
    accountId,
    made.sealed,
    made.salt,
  ])
}

/** The sealed secret. `unconfirmed`: only while it may still be confirmed. */
export async function findSecret(
  db: Db,
  accountId: string,
  factor: string,
  { unconfirmed = false } = {},
): Promise<Buffer | null> {
  const { rows } = await db.query<{ secret: Buffer }>(
    `select secret from app.authenticator where commitment = $1 and account_id = $2
       and (not $3 or made_at > now() - ${CONFIRMED_WITHIN})`,
    [factor, accountId, unconfirmed],
  )
  return rows[0]?.secret ?? null
}

/** Spends the codes up to this time step. False if this one has been spent; of two concurrent calls, one wins. */
export async function spendStep(db: Db, factor: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'update app.authenticator set last_step = $2 where commitment = $1 and last_step < $2',
    [factor, step],
  )
  return rowCount === 1
}

export async function insertRecoveryCodes(
  db: Db,
  accountId: string,
  { commitment, salt, hashes }: { commitment: string; salt: Buffer; hashes: readonly Buffer[] },
): Promise<void> {
  await db.query(
    `with made as (
       insert into app.recovery_code_set (commitment, account_id, salt) values ($1, $2, $3) returning commitment
     )
     insert into app.recovery_code (commitment, code_hash) select commitment, unnest($4::bytea[]) from made`,
    [commitment, accountId, salt, hashes],
  )
}

/** False if the set has no such code, or it has been used; of two concurrent calls, one wins. */
export async function spendRecoveryCode(db: Db, set: string, codeHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    'update app.recovery_code set used_at = now() where commitment = $1 and code_hash = $2 and used_at is null',
    [set, codeHash],
  )
  return rowCount === 1
}

export async function countRecoveryCodes(db: Db, set: string): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    'select count(*)::int as left from app.recovery_code where commitment = $1 and used_at is null',
    [set],
  )
  return rows[0]!.left
}

/** Deletes what is not in force: everything except `factor`, `recoveryCodes`, and what may still be confirmed. */
export async function deleteObsolete(
  db: Db,
  accountId: string,
  inForce: { readonly factor: string; readonly recoveryCodes: string } | undefined,
): Promise<void> {
  await db.query(
    `with secrets as (
       delete from app.authenticator where account_id = $1 and commitment is distinct from $2
         and made_at < now() - 2 * ${CONFIRMED_WITHIN}
     )
     delete from app.recovery_code_set where account_id = $1 and commitment is distinct from $3
       and made_at < now() - 2 * ${CONFIRMED_WITHIN}`,
    [accountId, inForce?.factor, inForce?.recoveryCodes],
  )
}
