// Checks that the store still holds the same log: at the start against the read models' checkpoints, later at each
// reconnect of the store.
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'
import { unrecoverableIn } from '#services/platform/process/transient-errors.ts'
import { PROJECTIONS } from './projection.ts'
import { readCheckpoints, verifyCheckpoint } from './runner/checkpoint.ts'

/**
 * Throws LogIdentityMismatch if the read models were folded from another log, or contain an event that the store does
 * not have: after a restored backup, a failover that lost the end of the log, or with another server.
 */
export async function expectSameLog(pool: pg.Pool, store: EventStore): Promise<void> {
  const checkpoints = await readCheckpoints(pool, PROJECTIONS, { schema: 'app' })
  const distinct = new Map(checkpoints.map((checkpoint) => [`${checkpoint.logId} ${checkpoint.event}`, checkpoint]))
  for (const checkpoint of distinct.values()) await verifyCheckpoint(store, checkpoint.logId, checkpoint)
}

/**
 * The same store, but `onMismatch` is called when a call fails because the store holds another log. The call still
 * fails.
 */
export function watchLog(store: EventStore, onMismatch: (error: Error) => void): EventStore {
  const check = (error: unknown) => {
    const mismatch = unrecoverableIn(error)
    if (mismatch !== null) onMismatch(mismatch)
  }
  const watched = <T>(call: Promise<T>): Promise<T> => {
    call.catch(check)
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
    subscribe: (after, handle, onFailure) =>
      watched(
        store.subscribe(after, handle, (error) => {
          check(error)
          onFailure(error)
        }),
      ),
    comparePositions: (a, b) => store.comparePositions(a, b),
    close: () => store.close(),
  }
}
