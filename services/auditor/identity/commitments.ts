// Commitments to personal values, and the rows that hold the values.

import { hash } from 'node:crypto'
import type pg from 'pg'
import Cursor from 'pg-cursor'
import { canonicalText } from '../events/canonical.ts'

const PAGE = 1_000

/** Most bytes of UTF-8 per unit of a string. */
const BYTES_PER_UNIT = 3
/** The bytes to hash; reused by each call. */
let input = Buffer.alloc(4_096)

/** SHA-256 in hex of the salt, followed by the canonical JSON of the value in UTF-8. */
export function commitmentOf(salt: Buffer, value: unknown): string {
  const text = canonicalText(value)
  const most = salt.length + BYTES_PER_UNIT * text.length
  if (input.length < most) input = Buffer.alloc(2 * most)
  salt.copy(input)
  return hash('sha256', input.subarray(0, salt.length + input.write(text, salt.length)), 'hex')
}

/**
 * Whether an event recorded at `recordedAt` may be newer than the rows. `newerThan`: null if log and rows are of the
 * same moment.
 */
export const isNewer = (recordedAt: string, newerThan: string | null): boolean =>
  newerThan !== null && recordedAt > newerThan

export async function* rowsOf<Row>(client: pg.Client, query: string): AsyncGenerator<Row> {
  const cursor = client.query(new Cursor<Row>(query))
  for (;;) {
    const rows = await cursor.read(PAGE)
    if (rows.length === 0) break
    yield* rows
  }
  await cursor.close()
}

/** The values of one column of a table. */
export async function* keysOf(client: pg.Client, table: string, column: string): AsyncGenerator<string> {
  for await (const { key } of rowsOf<{ key: string }>(client, `select ${column} as key from ${table}`)) yield key
}
