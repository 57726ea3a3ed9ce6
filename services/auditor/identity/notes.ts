// Texts of notes against their commitments, and against the bettors whom they are about by the ledger.

import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { State } from '../replay/state.ts'
import { absentOf } from '../spill/absent.ts'
import { commitmentOf, isNewer, keysOf, rowsOf } from './commitments.ts'

export const NOTE_TEXTS = 'app.note_text'

type NoteRow = { commitment: string; account: string; salt: Buffer; text: string }

/** A text without an event is no finding: texts are stored before their command is sent. */
export async function checkNotes(
  client: pg.Client,
  { notes, accounts, spill }: State,
  findings: Findings,
  newerThan: string | null,
): Promise<void> {
  let [found, last] = [0, '']
  const query = `select commitment, account_id as account, salt, text from ${NOTE_TEXTS} order by commitment`
  for await (const { commitment, account, salt, text } of rowsOf<NoteRow>(client, query)) {
    if (commitment !== last && notes.has(commitment)) found += 1
    last = commitment
    const due = commitmentOf(salt, text)
    if (due !== commitment) findings.about(`note ${commitment}`, 'note_mismatch', commitment, due, account)
    const about = notes.peek(commitment)?.account ?? account
    if (about !== account) findings.about(`note ${commitment}`, 'note_mismatch', about, account, account)
  }
  const expected = { count: notes.size, keys: () => notes.keys() }
  for await (const commitment of absentOf(spill, expected, found, () => keysOf(client, NOTE_TEXTS, 'commitment'))) {
    const { account, recordedAt } = notes.peek(commitment)!
    if (accounts.peek(account)?.erasure || isNewer(recordedAt, newerThan)) continue
    findings.about(`note ${commitment}`, 'note_gone', 'a text', 'none', account)
  }
}
