// Files that are written while they are sent: exports of lists of any length.
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'

export type FileType = { readonly type: 'text/csv' | 'application/x-ndjson'; readonly name: string }

/**
 * Sends what `parts` yields, as fast as the client reads it. A failure before the first part is answered as any other; after it,
 * the connection breaks, so that nobody takes the beginning for the whole. `reply`: of any route, as for `sendCached`.
 */
export async function sendFile(reply: unknown, { type, name }: FileType, parts: AsyncIterable<string>): Promise<void> {
  const open = reply as FastifyReply
  const iterator = parts[Symbol.asyncIterator]()
  const first = await iterator.next()
  // already answered because it took too long
  if (open.sent) return
  open.hijack()
  open.raw.writeHead(200, {
    ...(open.getHeaders() as Record<string, string>),
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
  })
  async function* all() {
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  await pipeline(all, open.raw).catch((error: NodeJS.ErrnoException) => {
    // the client has left
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}
