// Names, password hashes, email addresses and second factors against the ledger's commitments, and whatever else the
// ledger says about an identity.

import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { Account } from '../replay/entities.ts'
import type { State } from '../replay/state.ts'
import { absentOf } from '../spill/absent.ts'
import { commitmentOf, isNewer, keysOf, rowsOf } from './commitments.ts'
import { checkEmail, readEmailChanges } from './email-changes.ts'
import { isUnderWay, readPasswordChanges } from './password-changes.ts'
import { checkSecondFactor, readSecondFactors } from './second-factors.ts'
import type { UnderWay } from './under-way.ts'
import { foldedOnce, normalised } from './usernames.ts'

const IDENTITY = 'app.identity'
/** Far longer than any name. A name that somebody made longer is wrong anyway, and would take long to fold. */
const LONGEST = 1_000

type IdentityRow = {
  account: string
  username: string
  normal: string
  usernameSalt: Buffer
  password: string
  passwordSalt: Buffer
  email: string | null
  emailSalt: Buffer | null
  status: string
  mustChange: boolean
  role: string | null
  openedBy: string | null
}

/**
 * `state`: of the whole log. `openedBefore`: system time; accounts opened earlier must be active. Null: all must.
 * Returns the number of rows.
 */
export async function checkIdentities(
  client: pg.Client,
  state: State,
  findings: Findings,
  openedBefore: string | null,
  underWay: UnderWay,
): Promise<number> {
  const { newerThan } = underWay
  let [count, found, last] = [0, 0, '']
  const changes = await readPasswordChanges(client, findings)
  const emailChanges = await readEmailChanges(client, findings)
  const secondFactors = await readSecondFactors(client, findings, state.spill)
  const query = `select account_id as account, left(username, ${LONGEST}) as username, left(username_normal, ${LONGEST}) as normal, username_salt as "usernameSalt",
    password_hash as password, password_salt as "passwordSalt", email, email_salt as "emailSalt", status, must_change_password as "mustChange", registration ->> 'role' as role,
    registration ->> 'openedBy' as "openedBy" from ${IDENTITY} order by account_id`
  for await (const row of rowsOf<IdentityRow>(client, query)) {
    count += 1
    const subject = `identity ${row.account}`
    const account = state.accounts.peek(row.account)
    if (account === undefined) {
      // the name is claimed, but the account is not opened in the ledger yet
      if (row.status !== 'pending') {
        findings.about(subject, 'identity_mismatch', 'an account in the ledger', row.status, row.account)
      }
      continue
    }
    if (row.account !== last) found += 1
    last = row.account
    checkStanding(row, account, openedBefore, findings)
    const username = commitmentOf(row.usernameSalt, account.nameAsTyped ? row.username : row.normal)
    if (username !== account.username) {
      findings.about(subject, 'username_mismatch', account.username, username, row.account)
    }
    // legacy names, from before folding was complete, keep their old normal form
    if (normalised(row.username) !== row.normal && foldedOnce(row.username) !== row.normal) {
      findings.about(subject, 'username_mismatch', row.normal, normalised(row.username), row.account)
    }
    const password = commitmentOf(row.passwordSalt, row.password)
    const inForce = account.passwords.at(-1)!
    if (password !== inForce && !isUnderWay(account, password, changes, underWay)) {
      findings.about(subject, 'password_mismatch', inForce, password, row.account)
    }
    // only a password in force says anything: while a change is under way, the row still has the previous one
    if (password === inForce && row.mustChange && !mayHaveToChange(account)) {
      findings.about(subject, 'identity_mismatch', 'a password that was chosen', 'one to be changed', row.account)
    }
    checkEmail(row, account, emailChanges, underWay, findings)
    checkSecondFactor(account, secondFactors, newerThan, findings)
  }
  const expected = { count: state.accounts.size, keys: () => state.accounts.keys() }
  for await (const id of absentOf(state.spill, expected, found, () => keysOf(client, IDENTITY, 'account_id'))) {
    const { openedRecordedAt, erasure } = state.accounts.peek(id)!
    if (erasure !== null || isNewer(openedRecordedAt, newerThan)) continue
    findings.about(`identity ${id}`, 'identity_gone', 'the identity of an account', 'none', id)
  }
  return count
}

/** Checks registration and status against the opening of the account. */
function checkStanding(
  { status, role, openedBy }: IdentityRow,
  account: Account,
  openedBefore: string | null,
  findings: Findings,
): void {
  const wrong = (expected: string, actual: string | null) =>
    findings.about(`identity ${account.id}`, 'identity_mismatch', expected, actual ?? 'nothing', account.id)
  if (role !== account.role) wrong(account.role, role)
  if (openedBy !== account.openedBy) wrong(`opened by ${account.openedBy}`, openedBy)
  // the row of an account opened a moment ago may still be pending
  const isLate = openedBefore === null || account.openedRecordedAt < openedBefore
  if (status !== 'active' && (isLate || status !== 'pending')) wrong('active', status)
}

/** Only the first super admin's first password may be one that nobody chose. */
const mayHaveToChange = ({ openedBy, passwords }: Account): boolean => openedBy === 'setup' && passwords.length === 1
