import type { FastifyRequest } from 'fastify'
import type { Client } from '#services/accounts/sessions/session.ts'

/** Where a request comes from. A proxy's headers are believed only if TRUST_PROXY names it. */
export const clientOf = (request: FastifyRequest): Client => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
})
