// Asks a signed-in user for their password again before anything that identifies them is changed. Having a session does
// not allow more guesses.
import type { FastifyRequest } from 'fastify'
import { type Credential, findByAccount } from '#services/accounts/credentials.ts'
import { parseUserName, type UserName } from '#services/accounts/names/names.ts'
import { isWellFormedPassword } from '#services/accounts/passwords/passwords.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Attempt } from '../limits/attempts.ts'
import type { Services } from '../services.ts'
import { verifyPassword } from './verify-password.ts'

type Deps = Pick<Services, 'pool' | 'passwords' | 'passwordChanges' | 'attempts'>

export const nameOf = ({ username }: Session): UserName =>
  parseUserName(username) ?? { display: username, normal: username, legacyNormal: username }

/** Throws ApiError fields_missing, password_wrong, rate_limited. `signal` is aborted when the client disconnects. */
export async function verifyOwnPassword(
  { pool, passwords, passwordChanges, attempts }: Deps,
  request: FastifyRequest,
  session: Session,
  password: string,
  signal: AbortSignal,
): Promise<{ credential: Credential; attempt: Attempt }> {
  if (password === '') throw new ApiError('fields_missing')
  if (!isWellFormedPassword(password)) throw new ApiError('password_wrong')
  const { accountId } = session
  const attempt = await attempts.signIn(nameOf(session), request.ip, signal)
  const find = async () => {
    const found = await findByAccount(pool, accountId)
    return found === null ? null : passwordChanges.resolveCurrent(found)
  }
  const credential = await verifyPassword(passwords, attempt, find, password)
  if (credential === null) throw new ApiError('password_wrong')
  await attempt.succeeded(accountId)
  return { credential, attempt }
}
