// A session for somebody who has proven a password, whether by signing in or by sending a sign-up again.
import type { FastifyRequest } from 'fastify'
import { sessionId } from '#services/accounts/sessions/sessions.ts'
import { ApiError } from '../http/errors.ts'
import type { Services } from '../services.ts'
import { clientOf } from './client.ts'

/** Throws ApiError account_blocked, PasswordReplaced. The stream is the truth: a read model may not know of a block yet. */
export async function openSession(
  { accounts, sessions }: Pick<Services, 'accounts' | 'sessions'>,
  request: FastifyRequest,
  { accountId, passwordHash }: { readonly accountId: string; readonly passwordHash: string },
) {
  // opened before the account is looked at: a block that comes later than that look finds the session, and ends it
  const token = await sessions.open(accountId, clientOf(request), passwordHash)
  const state = await accounts.read(accountId)
  const { opened, blocked } = state
  if (opened === null) throw new Error(`account ${accountId} has a password but was never opened`)
  if (!blocked) return { token, state, role: opened.role }
  await sessions.endOne(sessionId(token))
  throw new ApiError('account_blocked')
}
