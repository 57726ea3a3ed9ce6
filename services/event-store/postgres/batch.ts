// Which of the pending appends go together in one call, and in which chunks.
import { type PendingAppend, sameGiven, sameHead } from '../pending-append.ts'
import type { EncodedEvent, Given, StreamHead } from '../port.ts'
import { byteaArray, integerArray, textArray } from './binary-arrays.ts'

/** Appends of one stream that build on each other: written together or not at all. */
export type Chunk = { readonly stream: string; readonly expected: StreamHead; readonly appends: PendingAppend[] }

/**
 * One call of log.append: at most one chunk of each stream, and at most one given head, which holds for all of them.
 */
export type Batch = { readonly chunks: readonly Chunk[]; readonly given: Given | undefined }

/** Limit for the total length of a batch's bodies, in UTF-16 units; the rest waits for the next batch. */
const MAX_UNITS = 4_000_000

/**
 * What the next call carries of `pending`. Left for a later call, in which the store decides, are: an append that does
 * not build on the chunk of its stream (both were decided on the same head); an append that is given a different head
 * from those before it; and an append to the stream of the given head, because a call compares that head once, before
 * it writes anything. Later appends of the same streams wait with them. If the first append waits again after a
 * superseded call, no append that is given a head joins it, so that this call cannot be superseded too.
 */
export function nextBatch(pending: PendingAppend[]): { batch: Batch; left: PendingAppend[] } {
  const chunks = new Map<string, Chunk>()
  const left: PendingAppend[] = []
  const waiting = new Set<string>()
  const isPlain = pending[0]?.waitsAgain === true
  let units = 0
  let given: Given | undefined
  for (const append of pending) {
    const { stream, expected, events, given: wanted } = append.request
    const size = events.reduce((sum, event) => sum + event.body.length, 0)
    const chunk = chunks.get(stream)
    const fits = units === 0 || units + size <= MAX_UNITS
    const buildsOn = chunk === undefined || sameHead(chunk.appends[chunk.appends.length - 1]!.head, expected)
    const isUnderGiven =
      wanted === undefined || (!isPlain && sameGiven(given ?? wanted, wanted) && !chunks.has(wanted.stream))
    if (waiting.has(stream) || stream === given?.stream || !fits || !buildsOn || !isUnderGiven) {
      left.push(append)
      waiting.add(stream)
      continue
    }
    if (chunk === undefined) chunks.set(stream, { stream, expected, appends: [append] })
    else chunk.appends.push(append)
    units += size
    given ??= wanted
  }
  return { batch: { chunks: [...chunks.values()], given }, left }
}

/** The arguments of the call, with lists in binary format. */
export function parametersOf({ chunks: batch, given }: Batch): (Buffer | string | number | null)[] {
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
    // empty if the stream does not exist
    byteaArray(batch.map((chunk) => chunk.expected.hash ?? '')),
    integerArray(chunks),
    textArray(events.map((event) => event.type)),
    byteaArray(events.map((event) => event.hash)),
    textArray(events.map((event) => event.body)),
    given?.stream ?? null,
    given?.head.version ?? null,
    given?.head.hash == null ? null : Buffer.from(given.head.hash, 'hex'),
  ]
}
