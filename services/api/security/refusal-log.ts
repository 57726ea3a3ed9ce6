// Which refusals are written to the security log, and as what.
import type { FastifyRequest } from 'fastify'
import { parseUserName } from '#services/accounts/names/names.ts'
import type { ApiError } from '../http/errors/errors.ts'
import type { SecurityEvent, SecurityFields, SecurityLog } from './security-log.ts'

/** Writes a line if the refusal matters for security. */
export function recordRefusal(security: SecurityLog, request: FastifyRequest, error: ApiError): void {
  const name = attemptedName(request)
  const event = eventOf(error, name !== undefined)
  if (event === null) return
  const { code, retryAfterS } = error
  const fields: SecurityFields = {
    code,
    route: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
    ...(request.session && { account: request.session.accountId }),
    ...(name && { name }),
    ...(retryAfterS !== undefined && { retryAfterS }),
  }
  security.record(event, request, fields)
}

function eventOf({ code, status }: ApiError, signingIn: boolean): SecurityEvent | null {
  if (code === 'credentials_wrong' || (code === 'account_blocked' && signingIn)) return 'authn_login_fail'
  if (code === 'password_wrong') return 'authn_password_change_fail'
  if (status === 403) return 'authz_fail'
  if (status === 429) return signingIn ? 'authn_login_throttled' : 'excess_rate_limit_exceeded'
  return null
}

/** The name of an attempted sign-in: undefined if the request is none, null if it is not a possible user name. */
function attemptedName({ body }: FastifyRequest): string | null | undefined {
  const { action, username } = (body ?? {}) as { action?: unknown; username?: unknown }
  if (action !== 'signin' || typeof username !== 'string') return undefined
  return parseUserName(username)?.normal ?? null
}
