// The bare log in a process of its own: settlements are appended, each to a different stream, as many at once as the
// settler has in progress. Reports the number per second to its parent.

import { metaOf, settled } from '#domain/testing/samples.ts'
import { storedMeta } from '#domain/versions/event-versions.ts'
import { commandId } from '#services/commands/command-id.ts'
import { encodeEvent } from '#services/event-store/encoding.ts'
import { openEventStore } from '#services/event-store/open.ts'

const APPENDS = 30_000
const AT_ONCE = 128

const { DATABASE_URL = '', EVENTSTORE_URL, EVENTSTORE_PREFIX = '' } = process.env
const store = await openEventStore({ EVENTSTORE_URL, EVENTSTORE_PREFIX, DATABASE_URL })
const { type, schema, data } = settled()
const meta = { ...metaOf(), recordedAt: new Date().toISOString() }
const stored = storedMeta(type, schema, meta)
const appends = Array.from({ length: APPENDS }, (_, n) => {
  const stream = `account-${commandId('bare', String(n))}`
  return {
    stream,
    event: encodeEvent({ log: store.logId, stream, version: 0, type, schema, data, meta: stored, prev: null }),
  }
})
const queue = appends.values()
const append = async () => {
  for (const { stream, event } of queue) {
    await store.append({ stream, expected: { version: -1, hash: null }, events: [event] })
  }
}
const begin = performance.now()
await Promise.all(Array.from({ length: AT_ONCE }, append))
process.send?.({ perSecond: APPENDS / ((performance.now() - begin) / 1_000) })
await store.close()
process.disconnect()
