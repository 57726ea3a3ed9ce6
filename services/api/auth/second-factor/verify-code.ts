// Checks a code of the second factor, within the limits of attempts.
import type { FastifyRequest } from 'fastify'
import { isAppCode, plainCode } from '#services/accounts/second-factor/codes.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'

type Deps = Pick<Services, 'attempts' | 'security'>

/**
 * Runs `check` with the code and counts the attempt. Returns the result of `check`. Throws ApiError second_factor_wrong
 * if that is null, or rate_limited.
 */
export async function verifyCode<Result>(
  { attempts, security }: Deps,
  request: FastifyRequest,
  accountId: string,
  code: string,
  check: () => Promise<Result | null>,
): Promise<Result> {
  const attempt = await attempts.secondFactor(accountId, request.ip, isAppCode(plainCode(code)))
  const result = await check().catch(async (error: unknown) => {
    await attempt.cancel()
    throw error
  })
  if (result === null) {
    await attempt.failed()
    security.record('authn_second_factor_fail', request, { account: accountId })
    throw new ApiError('second_factor_wrong')
  }
  await attempt.succeeded(null)
  return result
}
