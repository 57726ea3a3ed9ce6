// Sessions against their commitments.

import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import { commitmentOf, rowsOf } from './commitments.ts'

type SessionRow = { account: string; ip: string; userAgent: string; salt: Buffer; commitment: string }

/** The account of each session, by commitment, ended ones too. Checks every row against its commitment. */
export async function readSessions(client: pg.Client, findings: Findings): Promise<Map<string, string>> {
  const owners = new Map<string, string>()
  const query = `select account_id as account, ip, user_agent as "userAgent", salt, commitment from app.session
    union select account_id, ip, user_agent, salt, commitment from app.session_address order by commitment`
  for await (const { account, ip, userAgent, salt, commitment } of rowsOf<SessionRow>(client, query)) {
    const other = owners.get(commitment) ?? account
    if (other !== account) findings.about(`session ${commitment}`, 'session_mismatch', other, account, account)
    owners.set(commitment, account)
    const due = commitmentOf(salt, { ip, userAgent })
    if (due !== commitment) findings.about(`session ${commitment}`, 'session_commitment', commitment, due, account)
  }
  return owners
}
