// Follows the log: a catch-up subscription of the server with our filter, begun again at the last event taken wherever it
// breaks off. The server drops whoever is slow as a matter of course, and of a dead server the client may hear nothing.
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { OtherLog, type Position, type StoredEvent, StoreUnavailable, type Subscription } from '../port.ts'
import { compareNumericPositions } from '../positions.ts'
import type { Connection, Link } from './connection.ts'
import { failureOf, isTransient } from './failures.ts'
import type { Names } from './names.ts'
import type { PagedRead } from './paged-read.ts'
import type { ReadReply } from './protocol.ts'
import { storedEvents } from './records.ts'
import { subscribeRequest } from './requests.ts'

export type FollowOptions = {
  readonly connection: Connection
  readonly names: Names
  /** The log's first event: what comes before it on the server is nothing to us. */
  readonly first: StoredEvent
  /** After this long without an event, or a word of how far it has looked, the server is asked whether there is one. */
  readonly idleMs: number
  readonly connectMs: number
  /** Each page before it is handed on. */
  readonly took: (page: readonly StoredEvent[]) => void
  /** Called when it has ended, for whatever reason. */
  readonly ended: () => void
}

/** Replies that wait here at most; the server then waits, or drops the subscription, which is begun again. */
const BUFFER = 4_000

/** Hands every event after `after` to `handle` in order, once each, until it is closed or `handle` throws. */
export function follow(
  after: Position | null,
  handle: (page: StoredEvent[]) => Promise<void>,
  failed: (error: unknown) => void,
  options: FollowOptions,
): Subscription {
  const stop = new AbortController()
  const run = async () => {
    for await (const page of pagesAfter(after, options, stop.signal)) {
      options.took(page)
      await handle(page)
    }
  }
  const running = run()
    .catch((error: unknown) => failed(error))
    .finally(options.ended)
  return {
    async close() {
      stop.abort()
      await running
    },
  }
}

/** Our events after a position, until `stop`, over lost connections. Throws OtherLog, AccessRefused. */
async function* pagesAfter(
  after: Position | null,
  options: FollowOptions,
  stop: AbortSignal,
): AsyncGenerator<StoredEvent[]> {
  const { connection, connectMs, names, first } = options
  const stopped = once(stop, 'abort').then(() => null)
  let position = after ?? first.position
  if (after === null) yield [first]
  for (let wait = 0; !stop.aborted; wait = Math.min(2 * wait + 20, 1_000)) {
    let link: Link | null = null
    try {
      if (wait > 0) await pause(wait, undefined, { signal: stop })
      link = await Promise.race([connection.link(Date.now() + connectMs), stopped])
      if (!link) return
      for await (const replies of subscription(link, () => position, options, stop)) {
        const page = storedEvents(replies, names).filter((event) => isAfter(event.position, position))
        const last = page.at(-1)
        if (!last) continue
        position = last.position
        wait = 0
        yield page
      }
    } catch (error) {
      if (stop.aborted) return
      if (link) void connection.probe(link)
      if (!isTransient(failureOf(error))) throw error
    }
  }
}

/** The replies of one subscription, for as long as it lives. */
async function* subscription(
  link: Link,
  position: () => Position,
  { names, idleMs }: FollowOptions,
  stop: AbortSignal,
): AsyncGenerator<ReadReply[]> {
  const from = position()
  if (!(await link.reader.at(from))) {
    throw new OtherLog(`the log on the event store has no event of ours at position ${from}`)
  }
  const pages = link.read(subscribeRequest(from, { stream: names.pattern }), BUFFER)
  const cancel = () => pages.cancel()
  stop.addEventListener('abort', cancel)
  try {
    while (!stop.aborted) {
      const replies = await pages.next(idleMs)
      if (replies === null) return
      yield replies.length > 0 || stop.aborted ? replies : await lateReplies(link, pages, position(), idleMs)
    }
  } finally {
    stop.removeEventListener('abort', cancel)
    cancel()
  }
}

/** Nothing came for a while: throws where the log has gone on nevertheless, or the server does not answer. */
async function lateReplies(link: Link, pages: PagedRead, position: Position, idleMs: number): Promise<ReadReply[]> {
  const last = await link.reader.lastOfAll()
  if (last === null || !isAfter(last.position, position)) return []
  const replies = await pages.next(idleMs)
  if (replies?.length === 0) throw new StoreUnavailable('the subscription has fallen silent')
  return replies ?? []
}

const isAfter = (a: Position, b: Position) => compareNumericPositions(a, b) > 0
