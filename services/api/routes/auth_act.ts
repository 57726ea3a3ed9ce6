// POST /api/auth/auth: everything that begins, checks or ends a session, by `action`.
import { z } from 'zod'
import { refresh } from '../auth/refresh.ts'
import { signIn } from '../auth/sign_in.ts'
import { signUp } from '../auth/sign_up.ts'
import { bearerToken, isAdmin } from '../authentication.ts'
import { AdminVerified, AuthBody, Done, ErrorReply, Refreshed, SignedIn } from '../contract.ts'
import { ApiError, type FailureCode } from '../errors.ts'
import { isFault } from '../failures.ts'
import type { Api } from '../server.ts'
import type { Services } from '../services.ts'

const FAILURES: Partial<Record<AuthBody['action'], FailureCode>> = { signup: 'signup_failed', signin: 'signin_failed' }

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

export function actOnAuth(app: Api, services: Services): void {
  const { sessions } = services

  function act(request: Parameters<typeof signIn>[1], body: AuthBody) {
    switch (body.action) {
      case 'signup':
        return signUp(services, request, body)
      case 'signin':
        return signIn(services, request, body)
      case 'refresh':
        return refresh(services, request, body)
      case 'verify-admin':
        return verifyAdmin(body.token ?? null)
      case 'signout':
        return signOut(bearerToken(request))
    }
  }

  async function verifyAdmin(token: string | null) {
    const session = token === null ? null : await sessions.find(token)
    return { isAdmin: session !== null && isAdmin(session) }
  }

  async function signOut(token: string | null) {
    const session = token === null ? null : await sessions.find(token)
    if (session === null) throw new ApiError('unauthorized')
    await sessions.endOne(session.id)
    return { success: true as const }
  }

  app.post(
    '/api/auth/auth',
    {
      schema: {
        summary: 'Sign up, sign in, refresh, verify an admin, sign out',
        tags: ['auth'],
        body: AuthBody,
        response: { 200: z.union([SignedIn, Refreshed, AdminVerified, Done]), '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: {
        bearer: 'allowed',
        carries: ['Idempotency-Key', 'X-Ledger-Position'],
        invalid: (field, value) => {
          if (field === 'action') return { code: 'action_unknown' }
          return ['username', 'password'].includes(field) && isBlank(value) ? { code: 'fields_missing' } : null
        },
      },
    },
    async (request) => {
      const { body } = request
      if ('username' in body && body.username === '') throw new ApiError('fields_missing')
      if ('password' in body && body.password === '') throw new ApiError('fields_missing')
      try {
        return await act(request, body)
      } catch (error) {
        const failure = FAILURES[body.action]
        if (failure === undefined || !isFault(error)) throw error
        request.log.error(error)
        throw new ApiError(failure)
      }
    },
  )
}
