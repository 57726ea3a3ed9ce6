// Action `signin`. A wrong name and a wrong password are one answer, after the same time.
import type { FastifyRequest } from 'fastify'
import { balanceCents } from '#domain/account/state.ts'
import { findByName } from '#services/accounts/credentials.ts'
import { readUserName, type UserName } from '#services/accounts/names/names.ts'
import { isUsable } from '#services/accounts/passwords/passwords.ts'
import type { AuthBody, SignedIn } from '#services/contract/contract.ts'
import { ApiError } from '../http/errors.ts'
import type { Services } from '../services.ts'
import { openSession } from './open_session.ts'
import { prove } from './prove.ts'
import { userOf } from './users.ts'

/** `gone` is aborted when nobody waits for the answer any more. */
export async function signIn(
  services: Services,
  request: FastifyRequest,
  body: Extract<AuthBody, { action: 'signin' }>,
  gone: AbortSignal,
): Promise<SignedIn> {
  const name = readUserName(body.username)
  if (name === null || !isUsable(body.password)) throw new ApiError('credentials_wrong')
  const attempt = await services.attempts.signIn(name.normal, request.ip, gone)
  const credential = await prove(services.passwords, attempt, () => activeCredential(services, name), body.password)
  if (credential === null) throw new ApiError('credentials_wrong')

  const { accountId: id, username } = credential
  const { token, state, role } = await openSession(services, request, credential).catch(async (error: unknown) => {
    const isBlocked = error instanceof ApiError && error.code === 'account_blocked'
    await (isBlocked ? attempt.right(null) : attempt.unchecked())
    throw error
  })
  await attempt.right(id)
  services.security.record('authn_login_success', request, { account: id, name: name.normal })
  const email = await services.reads.people.emailOf(id)
  const user = userOf({ id, username, role, blocked: false, balanceCents: balanceCents(state), email })
  return { user, token, ...(credential.mustChangePassword && { passwordChangeRequired: true as const }) }
}

async function activeCredential({ pool, passwordChanges }: Services, name: UserName) {
  const found = await findByName(pool, name)
  return found?.status === 'active' ? passwordChanges.upToDate(found) : null
}
