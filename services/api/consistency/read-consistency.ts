// Before a read: have the read models reached what the caller has seen already?
import type { FastifyRequest } from 'fastify'
import type { ProjectionName } from '#projections/projection.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { Services } from '../services.ts'

/** Of a reply: with a route's own type of body, Fastify's type is no `FastifyReply`. */
export type WithHeaders = { header(name: string, value: string): unknown }

/**
 * Waits until the read models that are needed have reached the request's X-Ledger-Position and the session's own writes. The
 * reply's X-Reads-Stale names those that have failed at an event: what is read from them is outdated.
 */
export async function awaitFreshReads(
  { freshness }: Pick<Services, 'freshness'>,
  request: FastifyRequest,
  reply: WithHeaders | null,
  session: Session,
  needed: readonly ProjectionName[],
): Promise<void> {
  const header = request.headers['x-ledger-position']
  await freshness.waitFor(needed, typeof header === 'string' ? header : undefined, session)
  const stopped = freshness.stoppedProjections(needed)
  if (stopped.length > 0) reply?.header('x-reads-stale', stopped.join(','))
}
