// Texts of reasons against their commitments.

import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { State } from '../replay/state.ts'
import { absentOf } from '../spill/absent.ts'
import { commitmentOf, isNewer, keysOf, rowsOf } from './commitments.ts'

const REASONS = 'app.reason_text'

type ReasonRow = { commitment: string; salt: Buffer; text: string }

/** Returns the number of rows. A text without an event is no finding: texts are stored before their command is sent. */
export async function checkReasons(
  client: pg.Client,
  { reasons, erasures, spill }: State,
  findings: Findings,
  newerThan: string | null,
): Promise<number> {
  let [count, found, last] = [0, 0, '']
  const query = `select commitment, salt, text from ${REASONS} order by commitment`
  for await (const { commitment, salt, text } of rowsOf<ReasonRow>(client, query)) {
    count += 1
    if (commitment !== last && reasons.has(commitment)) found += 1
    last = commitment
    const due = commitmentOf(salt, text)
    if (due !== commitment) findings.about(`reason ${commitment}`, 'reason_mismatch', commitment, due)
  }
  const erased = new Set(erasures.flatMap((erasure) => erasure.reasons))
  const expected = { count: reasons.size, keys: () => reasons.keys() }
  for await (const commitment of absentOf(spill, expected, found, () => keysOf(client, REASONS, 'commitment'))) {
    const { place, by, recordedAt } = reasons.peek(commitment)!
    if (erased.has(commitment) || isNewer(recordedAt, newerThan)) continue
    findings.at(place, 'reason_gone', `reason ${commitment}`, 'none', by)
  }
  return count
}
