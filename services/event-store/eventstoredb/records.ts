// What the server's replies hold.
import { hash } from 'node:crypto'
import type { StoredEvent } from '../port.ts'
import type { Names } from './names.ts'
import type { ReadReply, Uuid } from './protocol.ts'

/** An event as the server has it: its name of the stream, system events too. */
export type Recorded = {
  readonly stream: string
  readonly revision: number
  readonly position: string
  readonly type: string
  readonly id: string
  readonly data: Buffer
}

const NO_BYTES = Buffer.alloc(0)

/** The events in replies; what else the server says in a read is passed over. */
export function recordsIn(replies: readonly ReadReply[]): Recorded[] {
  const records: Recorded[] = []
  for (const { resolved } of replies) {
    if (!resolved?.event) continue
    const { stream, revision = 0, position = '0', metadata, id, data = NO_BYTES } = resolved.event
    const [name, type] = [stream?.utf8?.toString() ?? '', metadata?.type ?? '']
    records.push({ stream: name, revision: Number(revision), position, type, id: uuidText(id), data })
  }
  return records
}

/**
 * Our events in replies, without those of strangers and what the system writes into our streams. `hash` is that of the
 * bytes as they were read; that `id` belongs to it is for the audit to say, as on every store.
 */
export function storedEvents(replies: readonly ReadReply[], names: Names): StoredEvent[] {
  const events: StoredEvent[] = []
  for (const { stream: onServer, revision: version, position, type, id, data } of recordsIn(replies)) {
    const stream = type.startsWith('$') ? null : names.ours(onServer)
    if (stream === null) continue
    events.push({ stream, version, position, type, id, hash: hash('sha256', data, 'hex'), body: data.toString() })
  }
  return events
}

/** The server may send an id in either form, whichever was asked for. */
export function uuidText({ text = '', halves }: Uuid = {}): string {
  if (!halves) return text
  const hex = [halves.mostSignificant, halves.leastSignificant]
    .map((half = '0') => BigInt(half).toString(16).padStart(16, '0'))
    .join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
