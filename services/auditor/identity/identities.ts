// Names, password hashes, email addresses and second factors against the ledger's commitments. A row that is missing was erased.

import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { State } from '../replay/state.ts'
import { commitmentOf, rowsOf } from './commitments.ts'
import { checkEmail, readEmailChanges } from './email-changes.ts'
import { isUnderWay, readPasswordChanges } from './password-changes.ts'
import { checkSecondFactor, readSecondFactors } from './second-factors.ts'
import { foldedOnce, normalised } from './usernames.ts'

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
}

/**
 * `state`: of the whole log. `newerThan`: changes recorded after it may be newer than the rows; null if log and
 * rows are of the same moment. Returns the number of rows.
 */
export async function checkIdentities(
  client: pg.Client,
  state: State,
  findings: Findings,
  newerThan: string | null,
): Promise<number> {
  let count = 0
  const changes = await readPasswordChanges(client, findings)
  const emailChanges = await readEmailChanges(client, findings)
  const secondFactors = await readSecondFactors(client, findings)
  const query = `select account_id as account, username, username_normal as normal, username_salt as "usernameSalt",
    password_hash as password, password_salt as "passwordSalt", email, email_salt as "emailSalt", status from app.identity order by account_id`
  for await (const row of rowsOf<IdentityRow>(client, query)) {
    count += 1
    const subject = `identity ${row.account}`
    const account = state.accounts.get(row.account)
    if (account === undefined) {
      // claimed, but not opened in the ledger yet
      if (row.status !== 'pending') {
        findings.about(subject, 'identity_mismatch', 'an account in the ledger', row.status, row.account)
      }
      continue
    }
    const username = commitmentOf(row.usernameSalt, row.normal)
    if (username !== account.username) {
      findings.about(subject, 'username_mismatch', account.username, username, row.account)
    }
    // names from before folding was complete keep their old normal form
    if (normalised(row.username) !== row.normal && foldedOnce(row.username) !== row.normal) {
      findings.about(subject, 'username_mismatch', row.normal, normalised(row.username), row.account)
    }
    const password = commitmentOf(row.passwordSalt, row.password)
    const inForce = account.passwords.at(-1)!
    if (password !== inForce && !isUnderWay(account, password, changes, newerThan)) {
      findings.about(subject, 'password_mismatch', inForce, password, row.account)
    }
    checkEmail(row, account, emailChanges, newerThan, findings)
    checkSecondFactor(account, secondFactors, newerThan, findings)
  }
  return count
}
