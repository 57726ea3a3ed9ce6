// The text of a reason given with a command: free text, so the ledger holds a commitment to it and the text stays here.
import type pg from 'pg'
import type { Meta } from '#domain/meta.ts'
import { commitment, newSalt } from './commitments.ts'

/** Keeps the text before its command is sent, and gives back what the events carry; null where no reason was given. */
export async function keepReason(pool: pg.Pool, code: string, text: string | undefined): Promise<Meta['reason']> {
  if (text === undefined || text.trim() === '') return null
  const salt = newSalt()
  const hash = commitment(salt, text)
  await pool.query('insert into app.reason_text (commitment, salt, text) values ($1, $2, $3)', [hash, salt, text])
  return { code, text: hash }
}
