// Email addresses against the ledger's commitments, and changes of them that `app.identity` may not have yet.

import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { Account } from '../replay/entities.ts'
import { commitmentOf, rowsOf } from './commitments.ts'
import type { UnderWay } from './under-way.ts'

export const EMAIL_CHANGES = 'app.email_change'

type ChangeRow = {
  command: string
  account: string
  email: string | null
  salt: Buffer | null
  commitment: string | null
}

/**
 * Checks every row against its commitment. Returns the changes under way as '<account> <commitment>', with 'none' for a
 * removal.
 */
export async function readEmailChanges(client: pg.Client, findings: Findings): Promise<Set<string>> {
  const changes = new Set<string>()
  const query = `select command_id as command, account_id as account, email, email_salt as salt, commitment
    from ${EMAIL_CHANGES} order by command_id`
  for await (const { command, account, email, salt, commitment } of rowsOf<ChangeRow>(client, query)) {
    changes.add(keyOf(account, commitment))
    const due = emailCommitment(email, salt)
    if (due !== commitment) {
      findings.about(`email_change ${command}`, 'email_mismatch', commitment ?? 'none', due ?? 'none', account)
    }
  }
  return changes
}

const keyOf = (account: string, commitment: string | null): string => `${account} ${commitment ?? 'none'}`

/**
 * Null if there is no address. A salt without an address is no such case: its commitment matches none in the ledger.
 */
const emailCommitment = (email: string | null, salt: Buffer | null): string | null =>
  email === null && salt === null ? null : commitmentOf(salt ?? Buffer.alloc(0), email)

type EmailRow = { readonly email: string | null; readonly emailSalt: Buffer | null }

/** Reports a row whose address is neither the one in force nor, while a change is under way, an earlier one. */
export function checkEmail(
  { email, emailSalt }: EmailRow,
  { id, emails, emailSince }: Account,
  changes: ReadonlySet<string>,
  { newerThan, doneBefore }: UnderWay,
  findings: Findings,
): void {
  const found = emailCommitment(email, emailSalt)
  const inForce = emails.at(-1) ?? null
  if (found === inForce) return
  const wasBefore = found === null || emails.includes(found)
  const isSince = (moment: string | null) => moment !== null && emailSince !== null && emailSince > moment
  const isUnderWay = changes.has(keyOf(id, inForce)) && isSince(doneBefore)
  if (wasBefore && (isSince(newerThan) || isUnderWay)) return
  findings.about(`identity ${id}`, 'email_mismatch', inForce ?? 'none', found ?? 'none', id)
}
