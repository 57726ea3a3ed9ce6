// Personal data that is still there although the ledger says that it was erased: the erasure was not carried out, or a
// backup brought the data back. Erasures that may still be under way are left out.
import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { State } from '../replay/state.ts'

/** The tables with rows of a person. All others are deleted together with the identity. */
const TABLES = {
  identity: 'app.identity',
  note: 'app.note_text',
  request: 'app.request',
  session: 'app.session',
  'session address': 'app.session_address',
} as const

/** `erasedBefore`: system time; erasures recorded earlier must have been carried out. Null: all must. */
export async function checkErasures(
  client: pg.Client,
  { erasures }: Pick<State, 'erasures'>,
  findings: Findings,
  erasedBefore: string | null,
): Promise<void> {
  const due = erasures.filter(({ recordedAt }) => erasedBefore === null || recordedAt < erasedBefore)
  if (due.length === 0) return
  const accounts = due.map(({ account }) => account)
  for (const [kind, table] of Object.entries(TABLES)) {
    const { rows } = await client.query<{ account: string; count: number }>(
      `select account_id as account, count(*)::integer as count from ${table} where account_id = any($1) group by 1 order by 1`,
      [accounts],
    )
    for (const { account, count } of rows) {
      findings.about(`${kind} of ${account}`, 'erasure_incomplete', 'no row', count, account)
    }
  }
  for (const { account, reasons } of due) {
    const { rows } = await client.query<{ commitment: string }>(
      'select commitment from app.reason_text where commitment = any($1) order by 1',
      [reasons],
    )
    for (const { commitment } of rows) {
      findings.about(`reason ${commitment}`, 'erasure_incomplete', 'no text', 'its text', account)
    }
  }
}
