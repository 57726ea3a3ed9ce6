// What the provider said that traced events name, and whether it is still kept as it was said.
import type { Body } from '../../events/body.ts'
import { sha256 } from '../../events/read-body.ts'
import { whereReadable } from '../../postgres/readable.ts'
import type { Snapshot } from '../../postgres/snapshot.ts'

const MESSAGES = 'app.provider_message'
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

export type Kept = 'kept' | 'changed'

/** 'changed' where the bytes have another hash; nothing for messages that were pruned, or may not be read. */
export async function keptMessages(
  snapshot: Snapshot | null,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Kept>> {
  const kept = new Map<string, Kept>()
  await whereReadable(snapshot, MESSAGES, async (client) => {
    for (let at = 0; at < hashes.length; at += AT_ONCE) {
      const asked = hashes.slice(at, at + AT_ONCE)
      const query = `select hash, body from ${MESSAGES} where hash = any($1)`
      const { rows } = await client.query<{ hash: string; body: string }>(query, [asked])
      for (const { hash, body } of rows) kept.set(hash, sha256(body) === hash ? 'kept' : 'changed')
    }
  })
  return kept
}
