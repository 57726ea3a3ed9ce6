// That the log which the store holds is the one that the product knows: at the start by the read models' checkpoints,
// afterwards by what the store itself finds at each reconnect.
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'
import { unrecoverableIn } from '#services/platform/process/transient-errors.ts'
import { PROJECTIONS } from './projection.ts'
import { readCheckpoints, verifyCheckpoint } from './runner/checkpoint.ts'

/**
 * Throws LogIdentityMismatch where the read models were folded from another log, or know an event that the store does not have:
 * a restored backup, a fail-over that lost the end of the log, another server.
 */
export async function expectSameLog(pool: pg.Pool, store: EventStore): Promise<void> {
  const checkpoints = await readCheckpoints(pool, PROJECTIONS, { schema: 'app' })
  const distinct = new Map(checkpoints.map((checkpoint) => [`${checkpoint.logId} ${checkpoint.event}`, checkpoint]))
  for (const checkpoint of distinct.values()) await verifyCheckpoint(store, checkpoint.logId, checkpoint)
}

/** The same store; `found` is called when a call fails because another log answers. The call fails as before. */
export function watchLog(store: EventStore, found: (error: Error) => void): EventStore {
  const look = (error: unknown) => {
    const other = unrecoverableIn(error)
    if (other !== null) found(other)
  }
  const watched = <T>(call: Promise<T>): Promise<T> => {
    call.catch(look)
    return call
  }
  const watchedEach = <T>(items: AsyncIterable<T>): AsyncIterable<T> => ({
    [Symbol.asyncIterator]() {
      const each = items[Symbol.asyncIterator]()
      const end = each.return?.bind(each)
      return { next: () => watched(each.next()), ...(end && { return: (value?: unknown) => end(value) }) }
    },
  })
  return {
    logId: store.logId,
    append: (request) => watched(store.append(request)),
    readStream: (stream, from) => watchedEach(store.readStream(stream, from)),
    readHead: (stream) => watched(store.readHead(stream)),
    readAll: (after, pageSize) => watchedEach(store.readAll(after, pageSize)),
    lastPosition: () => watched(store.lastPosition()),
    subscribe: (after, handle, failed) =>
      watched(
        store.subscribe(after, handle, (error) => {
          look(error)
          failed(error)
        }),
      ),
    comparePositions: (a, b) => store.comparePositions(a, b),
    close: () => store.close(),
  }
}
