// Authenticates requests by the session of their bearer token, before their body is read.
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Session } from '#services/accounts/sessions/session.ts'
import { ApiError, type ErrorCode } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `requireSession` and `allowSession`, and by a refresh. */
    session: Session | null
  }
}

type Finding = Pick<Services, 'sessions' | 'deadline'>

const BEARER = /^bearer +([A-Za-z0-9_-]{1,200})$/i

export function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header === undefined) return null
  return BEARER.exec(header)?.[1] ?? null
}

export const isAdmin = (session: Session): boolean => session.role !== 'user'

/** Refuses a request without a living session with `code`; with `admin`, one of a bettor with 403. */
export function requireSession(
  { sessions, deadline }: Finding,
  code: ErrorCode,
  { admin = false } = {},
): onRequestHookHandler {
  return (request, reply, done) => {
    const admit = (session: Session | null) => {
      if (session === null) return done(new ApiError(code))
      request.session = session
      if (session.passwordChangeRequired) return done(new ApiError('password_change_required'))
      done(admin && !isAdmin(session) ? new ApiError('not_an_admin') : undefined)
    }
    const token = bearerToken(request)
    if (token === null) return admit(null)
    const known = sessions.cached(token)
    if (known !== undefined) return admit(known)
    deadline.within(reply, 'unavailable', sessions.find(token)).then(admit, done)
  }
}

/** Notes the session where there is one; a token that is none is treated as no token. */
export function allowSession({ sessions, deadline }: Finding): onRequestHookHandler {
  return (request, reply, done) => {
    const token = bearerToken(request)
    if (token === null) return done()
    deadline.within(reply, 'unavailable', sessions.find(token)).then((session) => {
      request.session = session
      done(session?.passwordChangeRequired ? new ApiError('password_change_required') : undefined)
    }, done)
  }
}

/** The session of a route that requires one. */
export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null) throw new Error('a route reads a session that it does not require')
  return request.session
}
