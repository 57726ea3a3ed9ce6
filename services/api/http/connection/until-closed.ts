import type { FastifyReply } from 'fastify'

/** Aborted when the client has gone, or has its answer. */
export function untilClosed(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  return closed.signal
}
