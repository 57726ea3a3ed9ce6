// The events in the server's replies.
import { hash } from 'node:crypto'
import type { StoredEvent } from '../../port.ts'
import type { ReadReply, Uuid } from './protocol.ts'
import type { StreamNames } from './stream-names.ts'

/** An event as the server has it, system events included; `stream` is its name on the server. */
export type RecordedEvent = {
  readonly stream: string
  readonly revision: number
  readonly position: string
  readonly type: string
  readonly id: string
  readonly data: Buffer
}

const NO_BYTES = Buffer.alloc(0)

/** Other messages in the replies of a read are ignored. */
export function recordedEventsIn(replies: readonly ReadReply[]): RecordedEvent[] {
  const events: RecordedEvent[] = []
  for (const { resolved } of replies) {
    if (!resolved?.event) continue
    const { stream, revision = 0, position = '0', metadata, id, data = NO_BYTES } = resolved.event
    const [name, type] = [stream?.utf8?.toString() ?? '', metadata?.type ?? '']
    events.push({ stream: name, revision: Number(revision), position, type, id: uuidText(id), data })
  }
  return events
}

/**
 * Our events, without those of other applications and those that the system writes into our streams. `hash` is that of the
 * bytes as read; whether `id` matches it is for the audit to check, as on every store.
 */
export function storedEvents(replies: readonly ReadReply[], names: StreamNames): StoredEvent[] {
  const events: StoredEvent[] = []
  for (const { stream: onServer, revision: version, position, type, id, data } of recordedEventsIn(replies)) {
    const stream = type.startsWith('$') ? null : names.fromServer(onServer)
    if (stream === null) continue
    events.push({ stream, version, position, type, id, hash: hash('sha256', data, 'hex'), body: data.toString() })
  }
  return events
}

/** The server may send an id in either form, whichever was requested. */
export function uuidText({ text = '', halves }: Uuid = {}): string {
  if (!halves) return text
  const hex = [halves.mostSignificant, halves.leastSignificant]
    .map((half = '0') => BigInt(half).toString(16).padStart(16, '0'))
    .join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
