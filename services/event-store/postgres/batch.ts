// Which of the waiting appends go together in one call, and in which chunks.
import type { AppendRequest, AppendResult, EncodedEvent, StreamHead } from '../port.ts'

/** One append that waits for its answer. */
export type Waiting = {
  readonly request: AppendRequest
  /** The head that it leaves. */
  readonly head: StreamHead
  resolve(result: AppendResult): void
  reject(error: Error): void
}

/** Appends of one stream that build on each other: written together or not at all. */
export type Chunk = { readonly stream: string; readonly expected: StreamHead; readonly appends: Waiting[] }

/** One call of log.append: a stream has one chunk at most. */
export type Batch = readonly Chunk[]

/** A batch's bodies together, in UTF-16 units: beyond it the others wait for the next. */
const MAX_UNITS = 4_000_000

export function headAfter({ events }: AppendRequest): StreamHead {
  const last = events[events.length - 1]!
  return { version: last.version, hash: last.hash }
}

export function sameHead(a: StreamHead, b: StreamHead): boolean {
  return a.version === b.version && a.hash === b.hash
}

/**
 * Takes from `waiting` what the next call carries. An append that does not build on the chunk of its stream (two that
 * were decided on the same head) stays for a later call, where the store decides.
 */
export function takeBatch(waiting: Waiting[]): { batch: Batch; left: Waiting[] } {
  const chunks = new Map<string, Chunk>()
  const left: Waiting[] = []
  let units = 0
  for (const append of waiting) {
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

/** The arguments of log.append. */
export function parametersOf(batch: Batch): string[] {
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
    batch.map((chunk) => chunk.stream).join('\n'),
    `{${batch.map((chunk) => chunk.expected.version).join(',')}}`,
    batch.map((chunk) => chunk.expected.hash ?? '').join('\n'),
    `{${chunks.join(',')}}`,
    events.map((event) => event.type).join('\n'),
    events.map((event) => event.hash).join('\n'),
    events.map((event) => event.body).join('\n'),
  ]
}
