// Action `signin`. An unknown name and a wrong password get the same answer after the same time.
import type { FastifyRequest } from 'fastify'
import { balanceCents } from '#domain/account/state.ts'
import { type Credential, findByName } from '#services/accounts/credentials.ts'
import { parseUserName, type UserName } from '#services/accounts/names/names.ts'
import { isWellFormedPassword } from '#services/accounts/passwords/passwords.ts'
import type { AuthBody, SignedIn } from '#services/contract/contract.ts'
import { ApiError, type ErrorCode } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { openSession } from './open-session.ts'
import { userOf } from './users.ts'
import { verifyPassword } from './verify-password.ts'

/** Refusals that are made only after the password was right. */
const RIGHT_PASSWORD: readonly ErrorCode[] = ['account_closed', 'account_blocked', 'second_factor_required']

/**
 * `signal` is aborted when the client disconnects. Throws ApiError second_factor_required, and what `verifyPassword`
 * throws.
 */
export async function signIn(
  services: Services,
  request: FastifyRequest,
  body: Extract<AuthBody, { action: 'signin' }>,
  signal: AbortSignal,
): Promise<SignedIn> {
  const { attempts, passwords } = services
  const name = parseUserName(body.username)
  if (name === null || !isWellFormedPassword(body.password)) throw new ApiError('credentials_wrong')
  const attempt = await attempts.signIn(name, request.ip, signal)
  const credential = await verifyPassword(passwords, attempt, () => activeCredential(services, name), body.password)
  if (credential === null) throw new ApiError('credentials_wrong')
  const answer = await signedIn(services, request, credential, null).catch(async (error: unknown) => {
    const wasRight = error instanceof ApiError && RIGHT_PASSWORD.includes(error.code)
    await (wasRight ? attempt.succeeded(null) : attempt.cancel())
    throw error
  })
  await attempt.succeeded(credential.accountId)
  return answer
}

/**
 * Opens the session once password and second factor have been checked. `shown`: the second factor whose code was right.
 */
export async function signedIn(
  services: Services,
  request: FastifyRequest,
  credential: Credential,
  shown: string | null,
): Promise<SignedIn> {
  const { accountId: id, username, usernameNormal: name, mustChangePassword } = credential
  const { token, state, role, due } = await openSession(services, request, credential, shown)
  services.security.record('authn_login_success', request, { account: id, name })
  const email = await services.reads.people.emailOf(id)
  const { owedCents } = state
  const user = userOf({ id, username, role, blocked: false, balanceCents: balanceCents(state), email, owedCents })
  return { user, token, ...(mustChangePassword && { passwordChangeRequired: true as const }), ...due }
}

async function activeCredential({ pool, passwordChanges }: Services, name: UserName) {
  const found = await findByName(pool, name)
  return found?.status === 'active' ? passwordChanges.resolveCurrent(found) : null
}
