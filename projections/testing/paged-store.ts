// A store whose subscriptions come in pages of a chosen size, however the events were committed.
import type { EventStore, StoredEvent } from '#services/event-store/port.ts'

/** `size`: called for each page. `handled`: called after each. */
export function pagedStore(store: EventStore, size: () => number, handled: () => void = () => undefined): EventStore {
  return {
    logId: store.logId,
    append: (request) => store.append(request),
    readStream: (stream, fromVersion) => store.readStream(stream, fromVersion),
    readHead: (stream) => store.readHead(stream),
    readAll: (after, pageSize) => store.readAll(after, pageSize),
    lastPosition: () => store.lastPosition(),
    comparePositions: (a, b) => store.comparePositions(a, b),
    close: () => store.close(),
    subscribe(after, handle, failed) {
      const inPages = async (page: StoredEvent[]) => {
        for (let at = 0; at < page.length; ) {
          const count = Math.max(1, size())
          await handle(page.slice(at, at + count))
          at += count
          handled()
        }
      }
      return store.subscribe(after, inPages, failed)
    },
  }
}
