// Texts of reasons against their commitments.

import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import { commitmentOf, rowsOf } from './commitments.ts'

type ReasonRow = { commitment: string; salt: Buffer; text: string }

/** Returns the number of rows. */
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
