// Persons: rows that are there must be what the ledger committed to. A row that is not there was erased.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import Cursor from 'pg-cursor'
import { canonicalText } from './events/canonical.ts'
import type { Findings } from './findings.ts'
import type { Account, State } from './state.ts'

const PAGE = 1_000

/** SHA-256 of the salt and the canonical JSON of the value. */
const commitmentOf = (salt: Buffer, value: unknown): string =>
  createHash('sha256').update(salt).update(canonicalText(value)).digest('hex')

type SessionRow = { account: string; ip: string; userAgent: string; salt: Buffer; commitment: string }

/** By commitment, whose session it is; every row is checked against its own commitment. */
export async function readSessions(client: pg.Client, findings: Findings): Promise<Map<string, string>> {
  const owners = new Map<string, string>()
  const query = `select account_id as account, ip, user_agent as "userAgent", salt, commitment from app.session
    order by commitment`
  for await (const { account, ip, userAgent, salt, commitment } of rowsOf<SessionRow>(client, query)) {
    owners.set(commitment, account)
    const due = commitmentOf(salt, { ip, userAgent })
    if (due !== commitment) findings.about(`session ${commitment}`, 'session_commitment', commitment, due, account)
  }
  return owners
}

type ReasonRow = { commitment: string; salt: Buffer; text: string }

/** Answers how many rows there were. */
export async function checkReasons(client: pg.Client, findings: Findings): Promise<number> {
  let count = 0
  const query = 'select commitment, salt, text from app.reason_text order by commitment'
  for await (const { commitment, salt, text } of rowsOf<ReasonRow>(client, query)) {
    count += 1
    const due = commitmentOf(salt, text)
    if (due !== commitment) findings.about(`reason ${commitment}`, 'reason_mismatch', commitment, due)
  }
  return count
}

type IdentityRow = {
  account: string
  username: string
  normal: string
  usernameSalt: Buffer
  password: string
  passwordSalt: Buffer
  status: string
}

/**
 * `state`: of the whole log. `newerThan`: changes of passwords recorded after it may be newer than the rows; null where log
 * and rows are of one moment. Answers how many rows there were.
 */
export async function checkIdentities(
  client: pg.Client,
  state: State,
  findings: Findings,
  newerThan: string | null,
): Promise<number> {
  let count = 0
  const changes = await readPasswordChanges(client, findings)
  const query = `select account_id as account, username, username_normal as normal, username_salt as "usernameSalt",
    password_hash as password, password_salt as "passwordSalt", status from app.identity order by account_id`
  for await (const row of rowsOf<IdentityRow>(client, query)) {
    count += 1
    const subject = `identity ${row.account}`
    const account = state.accounts.get(row.account)
    if (account === undefined) {
      // claimed, and not opened in the ledger yet
      if (row.status !== 'pending') {
        findings.about(subject, 'identity_mismatch', 'an account in the ledger', row.status, row.account)
      }
      continue
    }
    const username = commitmentOf(row.usernameSalt, row.normal)
    if (username !== account.username) {
      findings.about(subject, 'username_mismatch', account.username, username, row.account)
    }
    // a name from before folding was complete keeps the form of then
    if (normalised(row.username) !== row.normal && foldedOnce(row.username) !== row.normal) {
      findings.about(subject, 'username_mismatch', row.normal, normalised(row.username), row.account)
    }
    const password = commitmentOf(row.passwordSalt, row.password)
    const inForce = account.passwords.at(-1)!
    if (password !== inForce && !isUnderWay(account, password, changes, newerThan)) {
      findings.about(subject, 'password_mismatch', inForce, password, row.account)
    }
  }
  return count
}

export const PASSWORD_CHANGES = 'app.password_change'

type ChangeRow = { account: string; password: string; salt: Buffer; commitment: string }

/** Changes of passwords that the rows of identity may not have yet: by commitment, whose. */
async function readPasswordChanges(client: pg.Client, findings: Findings): Promise<Map<string, string>> {
  const changes = new Map<string, string>()
  const query = `select account_id as account, password_hash as password, password_salt as salt, commitment
    from ${PASSWORD_CHANGES} order by commitment`
  for await (const { account, password, salt, commitment } of rowsOf<ChangeRow>(client, query)) {
    changes.set(commitment, account)
    const due = commitmentOf(salt, password)
    if (due !== commitment) {
      findings.about(`password_change ${commitment}`, 'password_mismatch', commitment, due, account)
    }
  }
  return changes
}

/** The row still has an earlier password of the account, and the one in force is on its way to it. */
function isUnderWay(
  { id, passwords, passwordSince }: Account,
  password: string,
  changes: ReadonlyMap<string, string>,
  newerThan: string | null,
): boolean {
  // a change names the one before it, so no older one can be there beside it
  if (changes.get(passwords.at(-1)!) === id) return passwords.at(-2) === password
  if (!passwords.includes(password)) return false
  return newerThan !== null && passwordSince > newerThan
}

/** NFKC, case-folded: what of a user name is unique, and what was committed to. */
export function normalised(username: string): string {
  let folded = foldedOnce(username)
  while (foldedOnce(folded) !== folded) folded = foldedOnce(folded)
  return folded
}

export function foldedOnce(username: string): string {
  const folded = Array.from(username.normalize('NFKC'), (character) =>
    Array.from(character.toUpperCase(), (upper) => upper.toLowerCase()).join(''),
  )
  return folded.join('').normalize('NFKC')
}

async function* rowsOf<Row>(client: pg.Client, query: string): AsyncGenerator<Row> {
  const cursor = client.query(new Cursor<Row>(query))
  for (;;) {
    const rows = await cursor.read(PAGE)
    if (rows.length === 0) break
    yield* rows
  }
  await cursor.close()
}
