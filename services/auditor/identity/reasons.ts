// Texts of reasons against their commitments.

import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { State } from '../replay/state.ts'
import { commitmentOf, isNewer, rowsOf } from './commitments.ts'

type ReasonRow = { commitment: string; salt: Buffer; text: string }

/** Returns the number of rows. A text is stored before its command is sent. */
export async function checkReasons(
  client: pg.Client,
  { reasons, erasures }: State,
  findings: Findings,
  newerThan: string | null,
): Promise<number> {
  const missing = new Map(reasons)
  for (const erasure of erasures) for (const reason of erasure.reasons) missing.delete(reason)
  let count = 0
  const query = 'select commitment, salt, text from app.reason_text order by commitment'
  for await (const { commitment, salt, text } of rowsOf<ReasonRow>(client, query)) {
    count += 1
    missing.delete(commitment)
    const due = commitmentOf(salt, text)
    if (due !== commitment) findings.about(`reason ${commitment}`, 'reason_mismatch', commitment, due)
  }
  for (const [commitment, { place, by, recordedAt }] of missing) {
    if (!isNewer(recordedAt, newerThan)) findings.at(place, 'reason_gone', `reason ${commitment}`, 'none', by)
  }
  return count
}
