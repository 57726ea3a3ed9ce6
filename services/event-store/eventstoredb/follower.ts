// Follows the log: a catch-up subscription of the server with our filter, begun again at the last event taken wherever it
// breaks off. The server drops whoever is slow as a matter of course, and of a dead server the client may hear nothing.
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

/** What the reader of a subscription threw: its end, whatever it is. */
class HandlerFailed extends Error {}

/** Hands every event after `after` to `handle` in order, once each, until it is closed or `handle` throws. */
export function follow(
  after: Position | null,
  handle: (page: StoredEvent[]) => Promise<void>,
  failed: (error: unknown) => void,
  options: FollowOptions,
): Subscription {
  const { connection, names, first, idleMs, connectMs } = options
  const stop = new AbortController()
  const stopped = new Promise<null>((resolve) => stop.signal.addEventListener('abort', () => resolve(null)))
  let position = after
  let pages: PagedRead | null = null

  /** What the subscription brought that has not been taken before. */
  const newEvents = (replies: readonly ReadReply[]): StoredEvent[] =>
    storedEvents(replies, names).filter((event) => {
      if (position !== null && compareNumericPositions(event.position, position) <= 0) return false
      position = event.position
      return true
    })

  const handOn = async (page: StoredEvent[]) => {
    if (page.length === 0 || stop.signal.aborted) return
    options.took(page)
    try {
      await handle(page)
    } catch (error) {
      throw new HandlerFailed('the reader of a subscription failed', { cause: error })
    }
  }

  /** Nothing came for a while: throws where the log has gone on nevertheless, or the server does not answer. */
  const checkSilence = async (link: Link) => {
    const last = await link.reader.lastOfAll()
    if (last === null || (position !== null && compareNumericPositions(last.position, position) <= 0)) return
    const late = await pages!.next(idleMs)
    if (late?.length === 0) throw new StoreUnavailable('the subscription has fallen silent')
    await handOn(newEvents(late ?? []))
  }

  const followOn = async () => {
    const link = await Promise.race([connection.link(Date.now() + connectMs), stopped])
    if (link === null) return
    if (position === null) {
      position = first.position
      await handOn([first])
    }
    try {
      await followOver(link, position)
    } catch (error) {
      if (!(error instanceof HandlerFailed)) void connection.probe(link)
      throw error
    }
  }

  const followOver = async (link: Link, from: Position) => {
    if (!(await link.reader.at(from))) {
      throw new OtherLog(`the log on the event store has no event of ours at position ${from}`)
    }
    pages = link.read(subscribeRequest(from, { stream: names.pattern }), BUFFER)
    try {
      while (!stop.signal.aborted) {
        const replies = await pages.next(idleMs)
        if (replies === null) return
        if (replies.length === 0 && !stop.signal.aborted) await checkSilence(link)
        await handOn(newEvents(replies))
      }
    } finally {
      pages.cancel()
    }
  }

  const run = async () => {
    for (let wait = 0; !stop.signal.aborted; wait = Math.min(2 * wait + 20, 1_000)) {
      const begun = position
      try {
        await followOn()
      } catch (error) {
        if (error instanceof HandlerFailed) throw error.cause
        if (!isTransient(failureOf(error))) throw error
      }
      if (begun !== position) wait = 0
      else if (wait > 0) await pause(wait, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }

  const running = run()
    .catch((error: unknown) => failed(error))
    .finally(options.ended)
  return {
    async close() {
      stop.abort()
      pages?.cancel()
      await running
    },
  }
}
