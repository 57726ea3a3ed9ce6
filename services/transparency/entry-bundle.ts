// Events as c2sp.org/tlog-tiles hands them out: each with its length before it.
import type { EventStore } from '#services/event-store/port.ts'

/** What the length before an entry can say. */
const MAX_ENTRY_BYTES = 65_535

/** `count` events after the one at position `follows`. Throws RangeError where one is longer than the format can say. */
export async function bundleOf(
  store: Pick<EventStore, 'readAll'>,
  follows: string | null,
  count: number,
): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const page of store.readAll(follows, count)) {
    for (const { body, stream, version } of page.slice(0, count - parts.length / 2)) {
      const entry = Buffer.from(body)
      if (entry.length > MAX_ENTRY_BYTES) throw new RangeError(`${stream}@${version} has ${entry.length} bytes`)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(entry.length)
      parts.push(length, entry)
    }
    if (parts.length === 2 * count) break
  }
  return Buffer.concat(parts)
}
