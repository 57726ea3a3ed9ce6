// Copies a log into another store, byte for byte and in order. Continues where an earlier copy ended.
import { decodeBody } from '#services/event-store/encoding.ts'
import type { EventStore, StoredEvent } from '#services/event-store/port.ts'
import { MoveError } from './errors.ts'

/** Up to this many consecutive events of one stream go in one append. */
const APPEND_EVENTS = 200
const APPEND_BYTES = 500_000

export type CopyOptions = {
  readonly from: EventStore
  readonly to: EventStore
  /** Called now and then with the number of events in `to`. */
  readonly progress?: (events: number) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * Resolves to the number of events, all of which are in `to`. Appends one after the other, because only that preserves
 * the order of the log. Throws MoveError if `to` has an event that the log does not have in this place; then nothing
 * was written.
 */
export async function copyEvents({ from, to, progress = () => undefined, signal }: CopyOptions): Promise<number> {
  const copied = each(to.readAll(null))
  let next = await copied.next()
  let number = 0
  let pending: StoredEvent[] = []
  let bytes = 0
  const flush = async () => {
    if (pending.length > 0) await append(to, pending, number - pending.length)
    pending = []
    bytes = 0
    progress(number)
  }
  for await (const event of each(from.readAll(null))) {
    signal?.throwIfAborted()
    if (!next.done) {
      if (!isSame(next.value, event))
        throw new MoveError(
          'move_not_empty',
          `${nameOf(next.value)} of the other store is event ${number}, ${nameOf(event)}, of the log`,
        )
      next = await copied.next()
    } else {
      const size = Buffer.byteLength(event.body)
      const follows =
        pending.length < APPEND_EVENTS && bytes + size <= APPEND_BYTES && pending[0]?.stream === event.stream
      if (!follows) await flush()
      pending.push(event)
      bytes += size
    }
    number += 1
  }
  if (!next.done)
    throw new MoveError(
      'move_not_empty',
      `the other store goes on after event ${number - 1}, the last of the log, with ${nameOf(next.value)}`,
    )
  await flush()
  return number
}

async function* each(pages: AsyncIterable<readonly StoredEvent[]>): AsyncGenerator<StoredEvent, undefined> {
  for await (const page of pages) yield* page
}

const nameOf = ({ stream, version, type }: StoredEvent): string => `${stream}@${version} (${type})`

const isSame = (one: StoredEvent, other: StoredEvent): boolean =>
  one.stream === other.stream && one.version === other.version && one.body === other.body && one.hash === other.hash

async function append(to: EventStore, events: readonly StoredEvent[], number: number): Promise<void> {
  const [first] = events
  const expected = { version: first!.version - 1, hash: decodeBody(first!.body).prev }
  const result = await to.append({ stream: first!.stream, expected, events })
  if (!result.ok)
    throw new MoveError(
      'move_not_empty',
      `the other store does not take event ${number}, ${nameOf(first!)}: somebody else writes to it`,
    )
}
