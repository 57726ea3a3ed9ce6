// Which of a stream's pending appends go together in one call.
import { type AppendRequest, type AppendResult, type EncodedEvent, MAX_APPEND_BYTES, type StreamHead } from '../port.ts'

/** One append that waits for its answer. */
export type PendingAppend = {
  readonly request: AppendRequest
  /** Of its bodies together. */
  readonly bytes: number
  /** The head that it leaves. */
  readonly head: StreamHead
  resolve(result: AppendResult): void
  reject(error: unknown): void
}

/** Appends of one stream that build on each other: written together or not at all. */
export type Chunk = {
  readonly stream: string
  readonly expected: StreamHead
  readonly appends: readonly PendingAppend[]
  readonly events: readonly EncodedEvent[]
  /** The head that all of it leaves. */
  readonly head: StreamHead
}

/** So that reading back what a chunk became is quick. */
const MAX_EVENTS = 500

export function headAfter({ events }: AppendRequest): StreamHead {
  const last = events[events.length - 1]!
  return { version: last.version, hash: last.hash }
}

export function bytesOf({ events }: AppendRequest): number {
  return events.reduce((sum, event) => sum + Buffer.byteLength(event.body), 0)
}

/**
 * Takes the first of `pending` and all that builds on it, as far as one call may carry. What does not build on it (a
 * second append that was decided on the same head) stays for a later call, where the store decides.
 */
export function takeChunk(pending: PendingAppend[]): { chunk: Chunk; left: PendingAppend[] } {
  const appends: PendingAppend[] = []
  const left: PendingAppend[] = []
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

function sameHead(a: StreamHead, b: StreamHead): boolean {
  return a.version === b.version && a.hash === b.hash
}
