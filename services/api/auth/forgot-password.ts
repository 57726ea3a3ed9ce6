// Action `forgot-password`: a request for the admins, with the same answer at the same moment for any name.
import type { FastifyRequest } from 'fastify'
import { parseUserName } from '#services/accounts/names/names.ts'
import type { AuthBody } from '#services/contract/contract.ts'
import { logFailure } from '../http/errors/log-failure.ts'
import type { Services } from '../services.ts'

/** Throws ApiError rate_limited, by address and by name, whether anybody has it or not. */
export async function forgotPassword(
  { attempts, requests }: Services,
  request: FastifyRequest,
  { username }: Extract<AuthBody, { action: 'forgot-password' }>,
) {
  const name = parseUserName(username)
  await attempts.forgotPassword(name?.normal ?? username, request.ip)
  // not awaited: how long it takes would tell whether there is such an account
  if (name !== null) requests.fileForgottenPassword(name).catch((error: unknown) => logFailure(request, error))
  return { success: true as const }
}
