// Reads that go on over lost connections: nothing is lost by asking again.
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection, Link } from './connection.ts'
import { failureOf, isTransient } from './failures.ts'
import type { ReadReply, ReadRequest } from './protocol.ts'

/** A short read, tried until there is an answer. Throws StoreUnavailable after `until`; LogIdentityMismatch, AccessRefused at once. */
export async function retryRead<T>(
  connection: Connection,
  until: number,
  read: (link: Link) => Promise<T>,
): Promise<T> {
  for (let wait = 10; ; wait = Math.min(2 * wait, 500)) {
    const link = await connection.link(until)
    try {
      return await read(link)
    } catch (error) {
      void connection.probe(link)
      if (!isTransient(error) || Date.now() + wait >= until) throw failureOf(error)
    }
    await pause(wait)
  }
}

/**
 * The replies of a long read. `rest` is called again where the connection was lost, and says where to go on. Throws
 * StoreUnavailable where nothing comes for `patienceMs` and the server does not answer otherwise; LogIdentityMismatch, AccessRefused.
 */
export async function* resumeRead(
  connection: Connection,
  patienceMs: number,
  rest: () => ReadRequest,
): AsyncGenerator<ReadReply[]> {
  let until = Date.now() + patienceMs
  for (;;) {
    const link = await connection.link(until)
    try {
      for await (const page of link.read(rest()).pages(patienceMs, () => link.reader.ping())) {
        yield page
        // whoever takes the pages may be slow: that time does not count
        until = Date.now() + patienceMs
      }
      return
    } catch (error) {
      void connection.probe(link)
      const failure = failureOf(error)
      if (!isTransient(failure) || Date.now() >= until) throw failure
    }
    await pause(20)
  }
}
