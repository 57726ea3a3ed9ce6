// Follows the log: a catch-up subscription of the server with our filter, begun again at the last event taken wherever it
// breaks off. The server drops whoever is slow as a matter of course, and of a dead server the client may hear nothing.
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { LogIdentityMismatch, type Position, type StoredEvent, StoreUnavailable, type Subscription } from '../port.ts'
import { compareNumericPositions } from '../positions.ts'
import type { Link } from './connection.ts'
import { failureOf, isTransient } from './failures.ts'
import type { PagedRead } from './paged-read.ts'
import type { Parts } from './parts.ts'
import { storedEvents } from './records.ts'
import { subscribeRequest } from './requests.ts'

type Followed = Pick<Parts, 'connection' | 'identity' | 'names' | 'patience'>

/** Replies that wait here at most; the server then waits, or drops the subscription, which is begun again. */
const BUFFER = 4_000

/**
 * Hands every event after `after` to `handle` in order, once each, until it is closed or `handle` throws. `first` is the
 * log's first event: what comes before it on the server is nothing to us. `ended` is called in the end, for whatever reason.
 */
export function follow(
  { after, first }: { readonly after: Position | null; readonly first: StoredEvent },
  handle: (page: StoredEvent[]) => Promise<void>,
  failed: (error: unknown) => void,
  parts: Followed,
  ended: () => void,
): Subscription {
  const stop = new AbortController()
  const run = async () => {
    if (after === null) await handle([first])
    for await (const page of pagesAfter(after ?? first.position, parts, stop.signal)) {
      parts.identity.note(page[page.length - 1]!)
      await handle(page)
    }
  }
  const running = run()
    .catch((error: unknown) => failed(error))
    .finally(ended)
  return {
    async close() {
      stop.abort()
      await running
    },
  }
}

/** Our events after a position, until `stop`, over lost connections. Throws LogIdentityMismatch, AccessRefused. */
async function* pagesAfter(
  after: Position,
  { connection, names, patience }: Followed,
  stop: AbortSignal,
): AsyncGenerator<StoredEvent[]> {
  let position = after
  let subscription: PagedRead | null = null
  const stopped = once(stop, 'abort').then(() => {
    subscription?.cancel()
    return null
  })
  for (let wait = 0; !stop.aborted; wait = Math.min(2 * wait + 20, 1_000)) {
    let link: Link | null = null
    try {
      if (wait > 0) await pause(wait, undefined, { signal: stop })
      link = await Promise.race([connection.link(Date.now() + patience.connect), stopped])
      if (!link) return
      const { reader } = link
      if (!(await reader.at(position))) {
        throw new LogIdentityMismatch(`the log on the event store has no event of ours at position ${position}`)
      }
      if (stop.aborted) return
      let isBehind = false
      const checkSilence = async () => {
        const last = await reader.lastOfAll()
        const wasBehind = isBehind
        isBehind = last !== null && isAfter(last.position, position)
        if (isBehind && wasBehind) throw new StoreUnavailable('the subscription has fallen silent')
      }
      subscription = link.read(subscribeRequest(position, { stream: names.pattern }), BUFFER)
      for await (const replies of subscription.pages(patience.idle, checkSilence)) {
        const page = storedEvents(replies, names).filter((event) => isAfter(event.position, position))
        if (page.length === 0) continue
        position = page[page.length - 1]!.position
        isBehind = false
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

const isAfter = (a: Position, b: Position) => compareNumericPositions(a, b) > 0
