// Follows the log: a catch-up subscription of the server with our filter, restarted after the last event whenever it
// breaks off. The server drops slow subscribers routinely, and a dead server may leave the client without an error.
import { once } from 'node:events'
import { Backoff } from '#services/platform/process/backoff.ts'
import {
  LogIdentityMismatch,
  type Position,
  type StoredEvent,
  StoreUnavailable,
  type Subscription,
} from '../../port.ts'
import { compareNumericPositions } from '../../positions.ts'
import type { Components } from '../components.ts'
import type { Link } from '../connection/connection.ts'
import { failureOf, isRetryable } from '../wire/failures.ts'
import { storedEvents } from '../wire/recorded-events.ts'
import { subscribeRequest } from '../wire/requests.ts'
import type { PagedRead } from './paged-read.ts'

type Source = Pick<Components, 'connection' | 'identity' | 'names' | 'timeouts'>

/** How many replies may wait here; beyond that the server waits, or drops the subscription, which is then restarted. */
const BUFFER_SIZE = 4_000
const RESTART_MS = { first: 20, max: 1_000 }

/**
 * Passes every event after `after` to `handle`, in order and once each, until it is closed or `handle` throws. `first`
 * is the log's first event: anything before it on the server is not ours. `onEnd` is called in the end, for whatever
 * reason.
 */
export function subscribe(
  { after, first }: { readonly after: Position | null; readonly first: StoredEvent },
  handle: (page: StoredEvent[]) => Promise<void>,
  onFailure: (error: unknown) => void,
  source: Source,
  onEnd: () => void,
): Subscription {
  const stop = new AbortController()
  const run = async () => {
    if (after === null) await handle([first])
    for await (const page of pagesAfter(after ?? first.position, source, stop.signal)) {
      source.identity.observe(page[page.length - 1]!)
      await handle(page)
    }
  }
  const running = run()
    .catch((error: unknown) => onFailure(error))
    .finally(onEnd)
  return {
    async close() {
      stop.abort()
      await running
    },
  }
}

/** Our events after a position, until `stop`, across lost connections. Throws LogIdentityMismatch, AccessRefused. */
async function* pagesAfter(
  after: Position,
  { connection, names, timeouts }: Source,
  stop: AbortSignal,
): AsyncGenerator<StoredEvent[]> {
  let position = after
  let subscription: PagedRead | null = null
  const stopped = once(stop, 'abort').then(() => {
    subscription?.cancel()
    return null
  })
  const backoff = new Backoff(RESTART_MS.first, RESTART_MS.max)
  for (; !stop.aborted; await backoff.wait(stop)) {
    let link: Link | null = null
    try {
      link = await Promise.race([connection.link(Date.now() + timeouts.connect), stopped])
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
      subscription = link.read(subscribeRequest(position, { stream: names.pattern }), BUFFER_SIZE)
      for await (const replies of subscription.pages(timeouts.idle, checkSilence)) {
        const page = storedEvents(replies, names).filter((event) => isAfter(event.position, position))
        if (page.length === 0) continue
        position = page[page.length - 1]!.position
        isBehind = false
        backoff.reset()
        yield page
      }
    } catch (error) {
      if (stop.aborted) return
      if (link) void connection.probe(link)
      if (!isRetryable(failureOf(error))) throw error
    }
  }
}

const isAfter = (a: Position, b: Position) => compareNumericPositions(a, b) > 0
