// Reads that go on over lost connections: nothing is lost by asking again.
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection, Link } from './connection.ts'
import { failureOf, isPassing } from './failures.ts'
import type { ReadMessage, ReadReply } from './messages.ts'

/** Asks until there is an answer. Throws StoreUnavailable after `until`; OtherLog, AccessRefused at once. */
export async function ask<T>(connection: Connection, until: number, question: (link: Link) => Promise<T>): Promise<T> {
  for (let wait = 10; ; wait = Math.min(2 * wait, 500)) {
    const link = await connection.link(until)
    try {
      return await question(link)
    } catch (error) {
      void connection.doubt(link)
      if (!isPassing(error) || Date.now() + wait >= until) throw failureOf(error)
    }
    await pause(wait)
  }
}

/**
 * The replies of a long read. `begin` is called again where the connection was lost, and says where to go on. Throws
 * StoreUnavailable where nothing comes for `patienceMs` and the server does not answer otherwise; OtherLog, AccessRefused.
 */
export async function* replies(
  connection: Connection,
  patienceMs: number,
  begin: () => ReadMessage,
): AsyncGenerator<ReadReply[]> {
  let until = Date.now() + patienceMs
  for (;;) {
    const link = await connection.link(until)
    const pull = link.read(begin())
    try {
      for (;;) {
        // whoever takes the pages may be slow: that time does not count
        until = Date.now() + patienceMs
        const page = await pull.next(patienceMs)
        if (page === null) return
        if (page.length === 0) await link.reader.ping()
        else yield page
      }
    } catch (error) {
      void connection.doubt(link)
      const failure = failureOf(error)
      if (!isPassing(failure) || Date.now() >= until) throw failure
    } finally {
      pull.cancel()
    }
    await pause(20)
  }
}
