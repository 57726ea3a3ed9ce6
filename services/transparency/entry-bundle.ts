// An entry bundle of c2sp.org/tlog-tiles: events, each preceded by its length.
import type { EventStore } from '#services/event-store/port.ts'

/** The largest length that the format can express. */
const MAX_ENTRY_BYTES = 65_535

/** `count` events after the one at position `follows`. Throws RangeError if one is too long for the format. */
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
