import type { FastifyReply } from 'fastify'

/** A signal that is aborted when the client has disconnected or has its reply. */
export function untilClosed(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  return closed.signal
}
