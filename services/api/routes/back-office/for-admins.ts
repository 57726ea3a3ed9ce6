// What the reads of the back office share.
import type { FastifyRequest } from 'fastify'
import type { ProjectionName } from '#projections/projection.ts'
import { ErrorReply } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads, type WithHeaders } from '../../consistency/read-consistency.ts'
import type { Services } from '../../services.ts'

export const FOR_ADMINS = {
  queue: 'reads',
  session: { refusal: 'unauthorized', admin: true },
  carries: ['X-Ledger-Position'],
} as const
export const ERRORS = { '4xx': ErrorReply, '5xx': ErrorReply } as const
export const TAGS = ['back office']

/** Makes a read wait until the read models it needs have reached what the caller has already seen. */
export const freshReadsOf =
  (services: Services) =>
  (request: FastifyRequest, reply: WithHeaders, needed: readonly ProjectionName[]): Promise<void> =>
    awaitFreshReads(services, request, reply, sessionOf(request), needed)
