// Picks our events from those of the server.
import { hash } from 'node:crypto'
import type { StoredEvent } from '../../port.ts'
import type { ReadReply } from './replies.ts'
import type { StreamNames } from './stream-names.ts'

/**
 * Leaves out events of other applications, and those that the system writes into our streams. `hash` is that of the
 * bytes as read; whether `id` matches it is for the audit to check, as on every store.
 */
export function storedEvents(replies: readonly ReadReply[], names: StreamNames): StoredEvent[] {
  const events: StoredEvent[] = []
  for (const reply of replies) {
    if (reply === null || reply.type.startsWith('$')) continue
    const { stream: onServer, revision: version, position, type, id, data } = reply
    const stream = names.fromServer(onServer)
    if (stream === null) continue
    events.push({ stream, version, position, type, id, hash: hash('sha256', data, 'hex'), body: data.toString() })
  }
  return events
}
