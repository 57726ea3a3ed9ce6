// A session for somebody whose password was right, at a sign-in or a repeated sign-up.
import type { FastifyRequest } from 'fastify'
import { sessionId } from '#services/accounts/sessions/session.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { clientOf } from './client.ts'

/** Throws ApiError account_blocked, account_closed, PasswordReplaced. The stream is the truth: a read model may not know of a block yet. */
export async function openSession(
  { accounts, sessions }: Pick<Services, 'accounts' | 'sessions'>,
  request: FastifyRequest,
  { accountId, passwordHash }: { readonly accountId: string; readonly passwordHash: string },
) {
  // opened before the account is read: a block that comes after that read finds the session, and ends it
  const token = await sessions.open(accountId, clientOf(request), passwordHash)
  const state = await accounts.read(accountId)
  const { opened, blocked, closed } = state
  if (opened === null) throw new Error(`account ${accountId} has a password but was never opened`)
  if (!blocked && !closed) return { token, state, role: opened.role }
  await sessions.end(sessionId(token))
  throw new ApiError(closed ? 'account_closed' : 'account_blocked')
}
