// Changes of passwords that `app.identity` may not have yet.

import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { Account } from '../replay/entities.ts'
import { commitmentOf, rowsOf } from './commitments.ts'
import type { UnderWay } from './under-way.ts'

export const PASSWORD_CHANGES = 'app.password_change'

type ChangeRow = { account: string; password: string; salt: Buffer; commitment: string }

/** Checks every row against its commitment. Returns the account of each change, by commitment. */
export async function readPasswordChanges(client: pg.Client, findings: Findings): Promise<Map<string, string>> {
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

/** Whether the row may still have an earlier password because the one in force has not reached it yet. */
export function isUnderWay(
  { id, passwords, passwordSince }: Account,
  password: string,
  changes: ReadonlyMap<string, string>,
  { newerThan, doneBefore }: UnderWay,
): boolean {
  // a change names the password before it, so there is never more than one under way
  if (changes.get(passwords.at(-1)!) === id && passwordSince > doneBefore) return passwords.at(-2) === password
  if (!passwords.includes(password)) return false
  return newerThan !== null && passwordSince > newerThan
}
