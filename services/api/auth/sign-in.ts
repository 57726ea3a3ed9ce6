// Action `signin`. An unknown name and a wrong password get the same answer, after the same time.
import type { FastifyRequest } from 'fastify'
import { balanceCents } from '#domain/account/state.ts'
import { findByName } from '#services/accounts/credentials.ts'
import { parseUserName, type UserName } from '#services/accounts/names/names.ts'
import { isWellFormedPassword } from '#services/accounts/passwords/passwords.ts'
import type { AuthBody, SignedIn } from '#services/contract/contract.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { openSession } from './open-session.ts'
import { userOf } from './users.ts'
import { verifyPassword } from './verify-password.ts'

/** `signal` is aborted when the client has gone. */
export async function signIn(
  services: Services,
  request: FastifyRequest,
  body: Extract<AuthBody, { action: 'signin' }>,
  signal: AbortSignal,
): Promise<SignedIn> {
  const { attempts, passwords, security, reads } = services
  const name = parseUserName(body.username)
  if (name === null || !isWellFormedPassword(body.password)) throw new ApiError('credentials_wrong')
  const attempt = await attempts.signIn(name.normal, request.ip, signal)
  const credential = await verifyPassword(passwords, attempt, () => activeCredential(services, name), body.password)
  if (credential === null) throw new ApiError('credentials_wrong')

  const { accountId: id, username } = credential
  const { token, state, role } = await openSession(services, request, credential).catch(async (error: unknown) => {
    const isBlocked = error instanceof ApiError && /^account_(blocked|closed)$/.test(error.code)
    await (isBlocked ? attempt.succeeded(null) : attempt.cancel())
    throw error
  })
  await attempt.succeeded(id)
  security.record('authn_login_success', request, { account: id, name: name.normal })
  const email = await reads.people.emailOf(id)
  const user = userOf({ id, username, role, blocked: false, balanceCents: balanceCents(state), email })
  return { user, token, ...(credential.mustChangePassword && { passwordChangeRequired: true as const }) }
}

async function activeCredential({ pool, passwordChanges }: Services, name: UserName) {
  const found = await findByName(pool, name)
  return found?.status === 'active' ? passwordChanges.resolveCurrent(found) : null
}
