// Which of the pending appends go together in one call, and in which chunks.
import { type PendingAppend, sameHead } from '../pending-append.ts'
import type { EncodedEvent, StreamHead } from '../port.ts'
import { byteaArray, integerArray, textArray } from './binary-arrays.ts'

/** Appends of one stream that build on each other: written together or not at all. */
export type Chunk = { readonly stream: string; readonly expected: StreamHead; readonly appends: PendingAppend[] }

/** One call of log.append: at most one chunk of each stream. */
export type Batch = readonly Chunk[]

/** Size of a batch's bodies, in UTF-16 units; the rest waits for the next batch. */
const MAX_UNITS = 4_000_000

/**
 * What the next call carries of `pending`. An append that does not build on the chunk of its stream (two were decided on
 * the same head) is left for a later call, where the store decides.
 */
export function nextBatch(pending: PendingAppend[]): { batch: Batch; left: PendingAppend[] } {
  const chunks = new Map<string, Chunk>()
  const left: PendingAppend[] = []
  let units = 0
  for (const append of pending) {
    const { stream, expected, events } = append.request
    const size = events.reduce((sum, event) => sum + event.body.length, 0)
    const chunk = chunks.get(stream)
    if (units > 0 && units + size > MAX_UNITS) {
      left.push(append)
    } else if (!chunk) {
      chunks.set(stream, { stream, expected, appends: [append] })
      units += size
    } else if (sameHead(chunk.appends[chunk.appends.length - 1]!.head, expected)) {
      chunk.appends.push(append)
      units += size
    } else {
      left.push(append)
    }
  }
  return { batch: [...chunks.values()], left }
}

/** The arguments of the call, in binary. */
export function parametersOf(batch: Batch): Buffer[] {
  const chunks: number[] = []
  const events: EncodedEvent[] = []
  batch.forEach((chunk, index) => {
    for (const append of chunk.appends) {
      for (const event of append.request.events) {
        chunks.push(index + 1)
        events.push(event)
      }
    }
  })
  return [
    textArray(batch.map((chunk) => chunk.stream)),
    integerArray(batch.map((chunk) => chunk.expected.version)),
    // empty where there is no stream yet
    byteaArray(batch.map((chunk) => chunk.expected.hash ?? '')),
    integerArray(chunks),
    textArray(events.map((event) => event.type)),
    byteaArray(events.map((event) => event.hash)),
    textArray(events.map((event) => event.body)),
  ]
}
