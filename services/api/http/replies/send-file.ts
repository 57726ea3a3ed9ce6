// Files that are written while they are sent: exports of lists of any length.
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'

export type FileType = { readonly type: 'text/csv' | 'application/jsonl'; readonly name: string }

/**
 * Sends what `parts` yields, as fast as the client reads it. A failure before the first part is answered like any
 * other; after that it breaks the connection, so that nobody takes a partial file for the whole. `reply`: of any route,
 * as for `sendCached`.
 */
export async function sendFile(
  reply: unknown,
  { type, name }: FileType,
  parts: AsyncIterable<string>,
): Promise<FastifyReply> {
  const open = reply as FastifyReply
  const iterator = parts[Symbol.asyncIterator]()
  try {
    const first = await iterator.next()
    // already answered, because it took too long
    if (open.sent) return open
    open.hijack()
    open.raw.writeHead(200, {
      ...(open.getHeaders() as Record<string, string>),
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
    })
    await pipeline(async function* () {
      for (let part = first; !part.done; part = await iterator.next()) yield part.value
    }, open.raw)
  } catch (error) {
    // the client has disconnected
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  } finally {
    // so that the list behind it is no longer read
    await iterator.return?.()
  }
  return open
}
