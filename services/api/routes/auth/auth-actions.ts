// POST /api/auth/auth: everything that starts, checks or ends a session, by `action`.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AdminVerified, AuthBody, Done, ErrorReply, Refreshed, SignedIn } from '#services/contract/contract.ts'
import { bearerToken, dutyOf, isOfTheDesk } from '../../auth/authentication.ts'
import { changePassword } from '../../auth/change-password.ts'
import { forgotPassword } from '../../auth/forgot-password.ts'
import { refresh } from '../../auth/refresh.ts'
import { completeSignIn } from '../../auth/second-factor/complete-sign-in.ts'
import { signIn } from '../../auth/sign-in.ts'
import { signUp } from '../../auth/sign-up.ts'
import type { Api } from '../../http/api.ts'
import { untilClosed } from '../../http/connection/until-closed.ts'
import { ApiError, type FailureCode } from '../../http/errors/errors.ts'
import { isBlank } from '../../http/json/blank-field.ts'
import type { Services } from '../../services.ts'

const FAILURES: { readonly [action in AuthBody['action'] | '']?: FailureCode } = {
  signup: 'signup_failed',
  signin: 'signin_failed',
  'second-factor': 'signin_failed',
  'change-password': 'change_password_failed',
}
const FIELDS = ['username', 'password', 'oldPassword', 'newPassword', 'code']

export function actOnAuth(app: Api, services: Services): void {
  const { sessions, signIns, security } = services

  function act(request: FastifyRequest, body: AuthBody, signal: AbortSignal) {
    switch (body.action) {
      case 'signup':
        return signUp(services, request, body, signal)
      case 'signin':
        return signIn(services, request, body, signal)
      case 'second-factor':
        return completeSignIn(services, request, body)
      case 'refresh':
        return refresh(services, request, body)
      case 'verify-admin':
        return verifyAdmin(body.token ?? null)
      case 'change-password':
        return changePassword(services, request, body, signal)
      case 'forgot-password':
        return forgotPassword(services, request, body)
      case 'signout':
        return signOut(request)
    }
  }

  async function verifyAdmin(token: string | null) {
    const session = token === null ? null : await sessions.find(token)
    const due = session === null ? null : dutyOf(session)
    if (due !== null) throw new ApiError(due)
    return { isAdmin: session !== null && isOfTheDesk(session) }
  }

  async function signOut(request: FastifyRequest) {
    const token = bearerToken(request)
    const session = token === null ? null : await sessions.find(token)
    if (session === null) throw new ApiError('unauthorized')
    await signIns.signOut(session, { id: session.commitment })
    security.record('authn_logout', request, { account: session.accountId })
    return { success: true as const }
  }

  app.post(
    '/api/auth/auth',
    {
      schema: {
        summary: 'Sign up, sign in, refresh, verify an admin, change the own password, sign out',
        tags: ['auth'],
        body: AuthBody,
        response: { 200: z.union([SignedIn, Refreshed, AdminVerified, Done]), '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: {
        bearer: 'optional',
        failure: ({ body }) => FAILURES[(body as Partial<AuthBody> | null)?.action ?? ''],
        carries: ['Idempotency-Key', 'X-Ledger-Position'],
        invalid: (field, value) => {
          if (field === 'action') return { code: 'action_unknown' }
          return FIELDS.includes(field) && isBlank(value) ? { code: 'fields_missing' } : null
        },
      },
    },
    (request, reply) => act(request, request.body, untilClosed(reply)),
  )
}
