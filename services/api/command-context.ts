// From a request to a command: its id, its metadata, and its refusal as an HTTP error.
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '#domain/decision.ts'
import type { CommandMeta } from '#domain/meta.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { commandId, IDEMPOTENCY_KEY, randomId } from '#services/commands/command-id.ts'
import { ApiError } from './http/errors/errors.ts'
import type { Services } from './services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Created on first use. */
    correlation: string | null
  }
}

/** The request's Idempotency-Key, or null. Without one, a request is not protected against duplicates. */
function idempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  if (typeof header !== 'string' || !IDEMPOTENCY_KEY.test(header)) throw new ApiError('idempotency_key_invalid')
  return header
}

/** Id that groups the events of a request and identifies its source; also its trace id. */
export function correlationOf(request: FastifyRequest): string {
  request.correlation ??= request.trace ?? randomId()
  return request.correlation
}

/** Stores where a request came from before it writes anything, unless that is where its session began. */
export async function noteAddress(
  { addresses }: Pick<Services, 'addresses'>,
  request: FastifyRequest,
  { accountId, ip }: Session,
): Promise<void> {
  if (request.ip !== ip) await addresses.note({ correlation: correlationOf(request), accountId, ip: request.ip })
}

/** The id of a request's command. `actor`: the account, or the part of the product, that sends it. */
export function requestCommandId(request: FastifyRequest, actor: string): string {
  const key = idempotencyKey(request)
  return key === null ? randomId() : commandId(actor, key)
}

/**
 * The same for an anonymous request. Strangers may choose the same key, so the key only counts together with the
 * requested name. The ledger must not reveal the name, so the id is derived from the salted commitment to it.
 */
export function anonymousCommandId(request: FastifyRequest): (usernameCommitment: string) => string {
  const key = idempotencyKey(request)
  const random = randomId()
  return (usernameCommitment) => (key === null ? random : commandId(`sign-up ${usernameCommitment}`, key))
}

/** `requestHash`: over the request without anything the server adds, and without personal data. */
export function commandMeta(
  request: FastifyRequest,
  session: Session,
  requestHash: string,
  businessNow: Date,
): CommandMeta {
  return {
    actor: { id: session.accountId, role: session.role },
    session: session.commitment,
    command: { id: requestCommandId(request, session.accountId), hash: requestHash },
    correlation: correlationOf(request),
    causation: null,
    at: businessNow.toISOString(),
    reason: null,
  }
}

/** A refusal of the domain as an HTTP error with the same code and text. */
export const refusedBy = (refusal: Refusal): ApiError => new ApiError(refusal.code, { error: refusal.error })

/** Why a command was not accepted: an error found before the ledger was asked, or the ledger's refusal. */
export type Denied = { readonly error: ApiError } | { readonly refusal: Refusal }

/** As the caller is told. */
export const errorOf = (denied: Denied): ApiError => ('error' in denied ? denied.error : refusedBy(denied.refusal))
