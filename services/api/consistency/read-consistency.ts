// Before a read: is what the caller has seen already in the read models that it looks at?
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProjectionName } from '#projections/projection.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { Services } from '../services.ts'

/**
 * Waits until a read is as fresh as the request's X-Ledger-Position and the session's own writes ask; says so in the
 * reply where a read model stopped at an event, and the answer is older than it should be.
 */
export async function awaitFreshReads(
  { freshness }: Pick<Services, 'freshness'>,
  request: FastifyRequest,
  reply: FastifyReply | null,
  session: Session,
  needed: readonly ProjectionName[],
): Promise<void> {
  const header = request.headers['x-ledger-position']
  await freshness.waitFor(needed, typeof header === 'string' ? header : undefined, session)
  const stopped = freshness.stoppedProjections(needed)
  if (stopped.length > 0) reply?.header('x-reads-stale', stopped.join(','))
}
