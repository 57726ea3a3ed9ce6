// Whether the Redis of the settings answers when a worker starts. BullMQ itself would wait for it for ever, and the
// worker would neither be ready nor end.
import { Redis } from 'ioredis'
import { lineOf, TransientError } from '#services/platform/errors.ts'

const CONNECT_TIMEOUT_MS = 5_000

/** Throws TransientError, in one line, if the server cannot be reached or does not let us in. */
export async function expectRedis(url: string, timeoutMs: number = CONNECT_TIMEOUT_MS): Promise<void> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let reason: unknown
  // the promise only says that the connection is closed
  client.on('error', (error) => {
    reason ??= error
  })
  try {
    await client.connect()
    await client.ping()
  } catch (error) {
    const cause = reason ?? error
    throw new TransientError(`the Redis in REDIS_URL cannot be used: ${lineOf(cause)}`, { cause })
  } finally {
    client.disconnect()
  }
}
