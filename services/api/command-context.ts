// From a request to a command: its name, who sends it, and what its refusal looks like over HTTP.
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '#domain/decision.ts'
import type { CommandMeta, Meta } from '#domain/meta.ts'
import type { Session } from '#services/accounts/sessions/sessions.ts'
import { commandId, IDEMPOTENCY_KEY, randomId } from '#services/commands/command-id.ts'
import { ApiError } from './http/errors.ts'

/** The request's Idempotency-Key; null without one. Such a request is not protected against being sent twice. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  if (typeof header !== 'string' || !IDEMPOTENCY_KEY.test(header)) throw new ApiError('idempotency_key_invalid')
  return header
}

/** Name of the command that a request is, for the account (or the part of the product) that sends it. */
export function requestCommandId(request: FastifyRequest, actor: string): string {
  const key = idempotencyKey(request)
  return key === null ? randomId() : commandId(actor, key)
}

/**
 * The same for a stranger, who is nobody yet: a key stands for something only together with the name that is asked for. The
 * ledger must not tell the name, so `username` is the salted commitment to it.
 */
export function anonymousCommandId(request: FastifyRequest): (username: string) => string {
  const key = idempotencyKey(request)
  const random = randomId()
  return (username) => (key === null ? random : commandId(`sign-up ${username}`, key))
}

/** `asked`: hash of what was asked for, without anything that the server adds, and without anything personal. */
export function commandMeta(
  request: FastifyRequest,
  session: Session,
  asked: string,
  businessNow: Date,
  reason: Meta['reason'] = null,
): CommandMeta {
  return {
    actor: { id: session.accountId, role: session.role },
    session: session.commitment,
    command: { id: requestCommandId(request, session.accountId), hash: asked },
    correlation: randomId(),
    causation: null,
    at: businessNow.toISOString(),
    reason,
  }
}

/** A refusal of the domain as it is answered: its own code and text. */
export const refusedBy = (refusal: Refusal): ApiError => new ApiError(refusal.code, { error: refusal.error })
