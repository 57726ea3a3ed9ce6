// Makes a read wait until the read models have reached what the caller has already seen.
import type { FastifyRequest } from 'fastify'
import type { ProjectionName } from '#projections/projection.ts'
import { sessionOf } from '../auth/authentication.ts'
import type { Services } from '../services.ts'

/**
 * The part of a reply that is needed here: for a route with its own body type, Fastify's reply type is not assignable
 * to `FastifyReply`.
 */
export type WithHeaders = { header(name: string, value: string): unknown }

/** The request's X-Ledger-Position. It is empty where a command wrote nothing: there is nothing to wait for. */
export function requestedPosition({ headers }: FastifyRequest): string | undefined {
  const header = headers['x-ledger-position']
  return typeof header === 'string' && header !== '' ? header : undefined
}

/**
 * Waits until the `needed` read models have reached the request's X-Ledger-Position and the session's own writes. The
 * reply's X-Reads-Stale names those that have failed at an event, whose data is outdated.
 */
export async function awaitFreshReads(
  { freshness }: Pick<Services, 'freshness'>,
  request: FastifyRequest,
  reply: WithHeaders | null,
  needed: readonly ProjectionName[],
): Promise<void> {
  await freshness.waitFor(needed, requestedPosition(request), sessionOf(request))
  const stopped = freshness.stoppedProjections(needed)
  if (stopped.length > 0) reply?.header('x-reads-stale', stopped.join(','))
}
