// Authenticates requests by the session of their bearer token: when the head arrives, before the body is read, and again when
// the work begins if the session may have ended since.
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Session } from '#services/accounts/sessions/session.ts'
import { noteAddress } from '../command-context.ts'
import type { Api } from '../http/api.ts'
import { ApiError, type ErrorCode } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes with `session`, by `allowSession`, and by a refresh. */
    session: Session | null
    /** `sessions.endings` when the session was checked. */
    sessionCheckedAt: number
  }
  interface FastifyContextConfig {
    /**
     * A session is required: the code that others are refused with. With `admin`, bettors are refused with 403; with
     * `setsUpFactor`, those who have to set up a second factor are not. An auditor writes nothing, but for what is marked
     * `ownAccess`: the way into the own account.
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
/** A request that took no longer to begin has not outlived a session whose end went unnoticed here. */
const RECHECK_AFTER_MS = 250
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

export function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header === undefined) return null
  return BEARER.exec(header)?.[1] ?? null
}

/** Why a token without a session is refused: its account was blocked meanwhile, or else with this code. */
export async function refusalOf(
  { sessions }: Pick<Services, 'sessions'>,
  token: string | null,
  refusal: ErrorCode,
): Promise<ApiError> {
  const isBlocked = token !== null && (await sessions.isBlocked(token))
  return new ApiError(isBlocked ? 'account_blocked' : refusal)
}

/** Admins and auditors: whom the back office is for. */
export const isOfTheDesk = ({ role }: Pick<Session, 'role'>): boolean => role !== 'user'

/** Super admins and auditors: they see all that the desk has. */
export const seesAll = ({ role }: Pick<Session, 'role'>): boolean => role === 'super-admin' || role === 'auditor'

/** What has to be done in this session before anything else; null: nothing. */
export function dutyOf(session: Session): 'password_change_required' | 'second_factor_setup_required' | null {
  if (session.passwordChangeRequired) return 'password_change_required'
  return session.secondFactorRequired ? 'second_factor_setup_required' : null
}

/** Applies `config.session` of every route that is added to `routes` from here on. */
export function requireSessions(routes: Api, deps: Deps): void {
  const { sessions, deadline } = deps
  routes.decorateRequest('sessionCheckedAt', 0)
  routes.addHook('onRoute', (route) => {
    const { handler, config } = route
    if (config?.session === undefined) return
    const { refusal, admin = false, setsUpFactor = false, ownAccess = false } = config.session
    const isForWriters = !ownAccess && !READS.has(String(route.method))

    /** Sets the request's session; answers why it is refused. */
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
      /** A write first says where it comes from. */
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

/** Sets the request's session if there is one; an invalid token counts as none. */
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

/** The session of a route that requires one. */
export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null) throw new Error('a route reads a session that it does not require')
  return request.session
}
