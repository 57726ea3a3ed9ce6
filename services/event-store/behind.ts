// How far a reader is behind the log.
import { decodeBody } from './encoding.ts'
import type { EventStore, Position } from './port.ts'

/** Age in seconds of the first event after `position`, by when it was recorded; 0 if there is none. */
export async function secondsBehind(
  store: Pick<EventStore, 'readAll'>,
  position: Position | null,
  now = Date.now(),
): Promise<number> {
  for await (const [next] of store.readAll(position, 1)) {
    if (next === undefined) continue
    return Math.max(0, (now - Date.parse(decodeBody(next.body).meta.recordedAt)) / 1_000)
  }
  return 0
}
