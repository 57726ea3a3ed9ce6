// Sessions against their commitments, and whether those that the log names are there.

import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { Spill } from '../spill/spill.ts'
import type { Known } from '../spill/spill-map.ts'
import { commitmentOf, rowsOf } from './commitments.ts'

type SessionRow = { account: string; ip: string; userAgent: string; salt: Buffer; commitment: string }

/**
 * `owners`: the account of each session, by commitment, ended ones too. `keptSince`: of what was recorded later, in system time,
 * the session is stored; null where that is not known.
 */
export type Sessions = { readonly owners: Pick<Known<string>, 'get' | 'size'>; readonly keptSince: string | null }

export const NO_SESSIONS: Sessions = { owners: new Map(), keptSince: null }

/** Where sessions came from is kept since this migration. */
const KEPT_BY = '032-command-addresses.sql'
/** An address is kept for 180 days from the start of its session, which lasts for 90 at most; and a day for the clocks. */
const KEPT = `interval '89 days'`

/** Checks every row against its commitment. */
export async function readSessions(client: pg.Client, findings: Findings, spill: Spill): Promise<Sessions> {
  const owners = spill.map<string>()
  const query = `select account_id as account, ip, user_agent as "userAgent", salt, commitment from app.session
    union select account_id, ip, user_agent, salt, commitment from app.session_address order by commitment`
  for await (const { account, ip, userAgent, salt, commitment } of rowsOf<SessionRow>(client, query)) {
    const other = owners.get(commitment) ?? account
    if (other !== account) findings.about(`session ${commitment}`, 'session_mismatch', other, account, account)
    owners.set(commitment, account)
    spill.settle()
    const due = commitmentOf(salt, { ip, userAgent })
    if (due !== commitment) findings.about(`session ${commitment}`, 'session_commitment', commitment, due, account)
  }
  const { rows } = await client.query<{ since: Date }>(
    `select greatest(applied_at, clock_timestamp() - ${KEPT}) as since from log.migration where name = $1`,
    [KEPT_BY],
  )
  return { owners, keptSince: rows[0]?.since.toISOString() ?? null }
}

/** The accounts with a session that counts as begun with a second factor. */
export async function readProvenSessions(client: pg.Client): Promise<string[]> {
  const query = 'select distinct account_id as account from app.session where second_factor order by 1'
  const { rows } = await client.query<{ account: string }>(query)
  return rows.map(({ account }) => account)
}
