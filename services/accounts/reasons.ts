// The reason given with a command is free text: the ledger has a commitment to it, the text is stored here.
import type pg from 'pg'
import type { Meta } from '#domain/meta.ts'
import { saysSomething } from '#domain/values.ts'
import { commitment, newSalt } from './commitments.ts'

/** Stores the text before its command is sent; answers what the events carry, null if no reason was given. */
export async function storeReason(pool: pg.Pool, code: string, text: string | undefined): Promise<Meta['reason']> {
  if (text === undefined || !saysSomething(text)) return null
  const salt = newSalt()
  const hash = commitment(salt, text)
  await pool.query('insert into app.reason_text (commitment, salt, text) values ($1, $2, $3)', [hash, salt, text])
  return { code, text: hash }
}
