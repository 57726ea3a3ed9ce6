// Action `forgot-password`: files a request for the admins. Any name gets the same answer after the same time.
import type { FastifyRequest } from 'fastify'
import { parseUserName } from '#services/accounts/names/names.ts'
import type { AuthBody } from '#services/contract/contract.ts'
import { logFailure } from '../http/errors/log-failure.ts'
import type { Services } from '../services.ts'

/** Throws ApiError rate_limited, counted by address and by name, whether or not the name is taken. */
export async function forgotPassword(
  { attempts, requests }: Services,
  request: FastifyRequest,
  { username }: Extract<AuthBody, { action: 'forgot-password' }>,
) {
  const name = parseUserName(username)
  await attempts.forgotPassword(name?.normal ?? username, request.ip)
  // not awaited: its duration would reveal whether the account exists
  if (name !== null) requests.fileForgottenPassword(name).catch((error: unknown) => logFailure(request, error))
  return { success: true as const }
}
