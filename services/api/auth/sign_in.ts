// Action `signin`. A wrong name and a wrong password are one answer, after the same time.
import type { FastifyRequest } from 'fastify'
import { balanceCents } from '../../../domain/account/state.ts'
import { type Credential, findByName } from '../../identity/credentials.ts'
import { readUserName, type UserName } from '../../identity/names.ts'
import { isUsable } from '../../identity/passwords.ts'
import type { Attempt } from '../attempts.ts'
import type { AuthBody, SignedIn } from '../contract.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { userOf } from '../users.ts'
import { openSession } from './open_session.ts'

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
  const credential = await prove(services, attempt, name, body.password)

  const { accountId: id, username } = credential
  const { token, state, role } = await openSession(services, request, id).catch(async (error: unknown) => {
    const isBlocked = error instanceof ApiError && error.code === 'account_blocked'
    await (isBlocked ? attempt.right(null) : attempt.unchecked())
    throw error
  })
  await attempt.right(id)
  services.security.record('authn_login_success', request, { account: id, name: name.normal })
  const email = await services.reads.people.emailOf(id)
  const user = userOf({ id, username, role, blocked: false, balanceCents: balanceCents(state), email })
  return { user, token }
}

/** Whose password it is. Throws ApiError credentials_wrong. */
async function prove(
  { pool, passwords }: Services,
  attempt: Attempt,
  name: UserName,
  password: string,
): Promise<Credential> {
  let credential: Credential | null = null
  let right: boolean
  try {
    const found = await findByName(pool, name)
    credential = found?.status === 'active' ? found : null
    right = await passwords.verify(credential?.passwordHash ?? null, password, attempt.turn)
  } catch (error) {
    await attempt.unchecked()
    throw error
  }
  if (credential !== null && right) return credential
  await attempt.wrong()
  throw new ApiError('credentials_wrong')
}
