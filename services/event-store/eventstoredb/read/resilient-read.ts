// Reads that survive lost connections: a read is safe to repeat.
import { setTimeout as pause } from 'node:timers/promises'
import { Backoff } from '#services/platform/process/backoff.ts'
import type { Connection, Link } from '../connection/connection.ts'
import { failureOf, isRetryable } from '../wire/failures.ts'
import type { ReadReply } from '../wire/replies.ts'

const RETRY_MS = { first: 10, max: 500 }
const RESUME_MS = 20

/**
 * A short read, retried until it succeeds. Throws StoreUnavailable after `until`; LogIdentityMismatch and AccessRefused
 * at once.
 */
export async function retryRead<T>(
  connection: Connection,
  until: number,
  read: (link: Link) => Promise<T>,
): Promise<T> {
  for (const backoff = new Backoff(RETRY_MS.first, RETRY_MS.max); ; await backoff.wait()) {
    const link = await connection.link(until)
    try {
      return await read(link)
    } catch (error) {
      void connection.probe(link)
      if (!isRetryable(error) || Date.now() + backoff.nextMs >= until) throw failureOf(error)
    }
  }
}

/**
 * The replies of a long read. `rest` is called again after a lost connection, for a request that starts where the last
 * page ended. Throws StoreUnavailable if nothing arrives for `timeoutMs` and the server does not reply to a ping
 * either; LogIdentityMismatch; AccessRefused.
 */
export async function* resumeRead(
  connection: Connection,
  timeoutMs: number,
  rest: () => Buffer,
): AsyncGenerator<ReadReply[]> {
  let until = Date.now() + timeoutMs
  for (;;) {
    const link = await connection.link(until)
    try {
      for await (const page of link.read(rest()).pages(timeoutMs, () => link.reader.ping())) {
        yield page
        // the time that the consumer takes does not count
        until = Date.now() + timeoutMs
      }
      return
    } catch (error) {
      void connection.probe(link)
      const failure = failureOf(error)
      if (!isRetryable(failure) || Date.now() >= until) throw failure
    }
    await pause(RESUME_MS)
  }
}
