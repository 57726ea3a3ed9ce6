// The provider's messages that traced events name, and whether they are still stored as they were.
import type pg from 'pg'
import type { Body } from '../../events/body.ts'
import { sha256 } from '../../events/read-body.ts'
import { whereReadable } from '../../postgres/readable.ts'
import type { Snapshot } from '../../postgres/snapshot.ts'

export const MESSAGES = 'app.provider_message'
const AT_ONCE = 500

export type NamedMessage = {
  readonly number: number
  readonly what: 'quote' | 'score'
  readonly message: string
  readonly source: string
  readonly at: string
}

export function* messagesNamedBy({ type, data }: Body, number: number): Generator<NamedMessage> {
  if (type === 'BetPlaced') {
    for (const { message, bookmaker, fetchedAt } of data.legs) {
      if (message !== undefined) yield { number, what: 'quote', message, source: bookmaker, at: fetchedAt }
    }
  }
  if (type === 'ResultRecorded' || type === 'ResultCorrected') {
    for (const { message, readAt } of data.reads)
      yield { number, what: 'score', message, source: data.source, at: readAt }
  }
}

/**
 * 'changed': its bytes have another hash. 'not kept': the database has it no more. 'not here': it has none to look at,
 * as an export, or none that may be read, and cannot say.
 */
export type Stored = 'kept' | 'changed' | 'not kept' | 'not here'
type Kept = Extract<Stored, 'kept' | 'changed'>

export const storedAs = (hash: string, body: string): Kept => (sha256(body) === hash ? 'kept' : 'changed')

/**
 * The stored bodies by the hash that names them; messages that are not stored are left out. A null that somebody
 * allowed is read as ''.
 */
export async function bodiesOf(client: pg.Client, hashes: readonly string[]): Promise<Map<string, string>> {
  const query = `select hash, coalesce(body, '') as body from ${MESSAGES} where hash = any($1) order by hash`
  const { rows } = await client.query<{ hash: string; body: string }>(query, [hashes])
  return new Map(rows.map(({ hash, body }) => [hash, body]))
}

/** How each message is stored; those that are not are left out. Null if the messages cannot be read. */
export async function keptMessages(
  snapshot: Snapshot | null,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Kept> | null> {
  return whereReadable(snapshot, MESSAGES, async (client) => {
    const kept = new Map<string, Kept>()
    for (let at = 0; at < hashes.length; at += AT_ONCE) {
      const asked = hashes.slice(at, at + AT_ONCE)
      for (const [hash, body] of await bodiesOf(client, asked)) kept.set(hash, storedAs(hash, body))
    }
    return kept
  })
}
