// Before a read: is what the caller has seen already in the read models?
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../identity/sessions.ts'
import type { Services } from './services.ts'

/** Waits until a read is as fresh as the request's X-Ledger-Position and the session's own writes ask. */
export function readerOf(
  { freshness }: Pick<Services, 'freshness'>,
  request: FastifyRequest,
  session: Session | null,
): Promise<void> {
  const header = request.headers['x-ledger-position']
  return freshness.reached(typeof header === 'string' ? header : undefined, session?.id ?? null)
}

/** Says so where a read model stopped at an event: what is answered is older than it should be. */
export function markStale({ freshness }: Pick<Services, 'freshness'>, reply: FastifyReply): void {
  const stopped = freshness.stopped()
  if (stopped.length > 0) reply.header('x-reads-stale', stopped.join(','))
}
