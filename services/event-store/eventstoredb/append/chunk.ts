// Which of a stream's pending appends go together in one call.
import { type PendingAppend, sameHead } from '../../pending-append.ts'
import { type AppendRequest, type EncodedEvent, MAX_APPEND_BYTES, type StreamHead } from '../../port.ts'

/** `bytes`: the size of its bodies together. */
export type SizedAppend = PendingAppend & { readonly bytes: number }

/** Appends of one stream that build on each other: written together or not at all. */
export type Chunk = {
  readonly stream: string
  readonly expected: StreamHead
  readonly appends: readonly SizedAppend[]
  readonly events: readonly EncodedEvent[]
  /** The head of the stream after the last of them. */
  readonly head: StreamHead
}

/** Keeps it quick to read a chunk back. */
const MAX_EVENTS = 500

export function bytesOf({ events }: AppendRequest): number {
  return events.reduce((sum, event) => sum + Buffer.byteLength(event.body), 0)
}

/**
 * The first of `pending`, and what builds on it as far as one call can carry it. Anything else (another append decided
 * on the same head) is left for a later call, in which the store decides.
 */
export function nextChunk(pending: SizedAppend[]): { chunk: Chunk; left: SizedAppend[] } {
  const appends: SizedAppend[] = []
  const left: SizedAppend[] = []
  let bytes = 0
  let count = 0
  for (const append of pending) {
    const size = append.request.events.length
    const head = appends.at(-1)?.head
    const follows = head === undefined || sameHead(head, append.request.expected)
    const fits = head === undefined || (bytes + append.bytes <= MAX_APPEND_BYTES && count + size <= MAX_EVENTS)
    if (follows && fits) {
      appends.push(append)
      bytes += append.bytes
      count += size
    } else {
      left.push(append)
    }
  }
  const { stream, expected } = appends[0]!.request
  const events = appends.flatMap((append) => append.request.events)
  return { chunk: { stream, expected, appends, events, head: appends.at(-1)!.head }, left }
}
