// Authenticates requests by the session of their bearer token: when the head arrives, before the body is read, and
// again when the work begins if the session may have ended since.
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Session } from '#services/accounts/sessions/session.ts'
import { noteAddress } from '../command-context.ts'
import type { Api } from '../http/api.ts'
import { ApiError, type ErrorCode } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes with `session` or `allowSession`, and by a refresh. */
    session: Session | null
    /** The value of `sessions.endings` when the session was checked. */
    sessionCheckedAt: number
  }
  interface FastifyContextConfig {
    /**
     * The route requires a session; `refusal` is the error code without one. With `admin`, bettors are refused with
     * 403. With `setsUpFactor`, accounts that still have to set up a second factor are let in. Auditors may only read,
     * except on routes marked `ownAccess`, which change how they sign in themselves.
     */
    session?: {
      readonly refusal: ErrorCode
      readonly admin?: true
      readonly setsUpFactor?: true
      readonly ownAccess?: true
    }
  }
}

type Deps = Pick<Services, 'sessions' | 'deadline' | 'addresses'>

const BEARER = /^bearer +([A-Za-z0-9_-]{1,200})$/i
/** If a request started within this time of its check, its session cannot have ended unnoticed here in between. */
const RECHECK_AFTER_MS = 250
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

export function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header === undefined) return null
  return BEARER.exec(header)?.[1] ?? null
}

/** Why a token without a session is refused: its account has been blocked, or else `code`. */
export async function refusalOf(
  { sessions }: Pick<Services, 'sessions'>,
  token: string | null,
  refusal: ErrorCode,
): Promise<ApiError> {
  const isBlocked = token !== null && (await sessions.isBlocked(token))
  return new ApiError(isBlocked ? 'account_blocked' : refusal)
}

/** True for those who may use the back office: admins and auditors. */
export const isOfTheDesk = ({ role }: Pick<Session, 'role'>): boolean => role !== 'user'

/** True for those who see everything the back office has: super admins and auditors. */
export const seesAll = ({ role }: Pick<Session, 'role'>): boolean => role === 'super-admin' || role === 'auditor'

/** What has to be done in this session before anything else, or null. */
export function dutyOf(session: Session): 'password_change_required' | 'second_factor_setup_required' | null {
  if (session.passwordChangeRequired) return 'password_change_required'
  return session.secondFactorRequired ? 'second_factor_setup_required' : null
}

/** Enforces `config.session` on every route that is added to `routes` from here on. */
export function requireSessions(routes: Api, deps: Deps): void {
  const { sessions, deadline } = deps
  routes.decorateRequest('sessionCheckedAt', 0)
  routes.addHook('onRoute', (route) => {
    const { handler, config } = route
    if (config?.session === undefined) return
    const { refusal, admin = false, setsUpFactor = false, ownAccess = false } = config.session
    const isForWriters = !ownAccess && !READS.has(String(route.method))

    /** Sets the request's session, or returns why it is refused. */
    function admit(request: FastifyRequest, session: Session): ApiError | undefined {
      request.session = session
      const due = dutyOf(session)
      if (due !== null && !(setsUpFactor && due === 'second_factor_setup_required')) return new ApiError(due)
      if (isForWriters && session.role === 'auditor') return new ApiError('read_only')
      return admin && !isOfTheDesk(session) ? new ApiError('not_an_admin') : undefined
    }

    route.onRequest = (request, reply, done) => {
      request.sessionCheckedAt = sessions.endings
      const token = bearerToken(request)
      if (token === null) return done(new ApiError(refusal))
      const cached = sessions.cached(token)
      if (cached) return done(admit(request, cached))
      deadline.within(reply, 'unavailable', admitted(request, token)).then(done, done)
    }

    async function admitted(request: FastifyRequest, token: string): Promise<ApiError | undefined> {
      const session = await sessions.find(token)
      return session === null ? refusalOf(deps, token, refusal) : admit(request, session)
    }

    route.handler = function (request, reply) {
      /** Before a write, the address it comes from is recorded. */
      const begin = () =>
        request.method === 'GET' || request.session?.ip === request.ip
          ? handler.call(this, request, reply)
          : noteAddress(deps, request, sessionOf(request)).then(() => handler.call(this, request, reply))
      const arrivedMs = performance.now() - reply.arrivedAt
      if (request.sessionCheckedAt === sessions.endings && arrivedMs < RECHECK_AFTER_MS) {
        return begin()
      }
      return admitted(request, bearerToken(request)!).then((refused) => {
        if (refused !== undefined) throw refused
        return begin()
      })
    }
  })
}

/** Sets the request's session if it has a valid one. An invalid token counts as none. */
export function allowSession({ sessions, deadline }: Deps): onRequestHookHandler {
  return (request, reply, done) => {
    const token = bearerToken(request)
    if (token === null) return done()
    deadline.within(reply, 'unavailable', sessions.find(token)).then((session) => {
      request.session = session
      const due = session === null ? null : dutyOf(session)
      done(due === null ? undefined : new ApiError(due))
    }, done)
  }
}

/** The session of a request whose route requires one. */
export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null) throw new Error('a route reads a session that it does not require')
  return request.session
}
