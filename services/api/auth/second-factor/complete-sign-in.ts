// Action `second-factor`: the second step of a sign-in. The challenge proves that the password was right.
import type { FastifyRequest } from 'fastify'
import { findByAccount } from '#services/accounts/credentials.ts'
import { parseUserName } from '#services/accounts/names/names.ts'
import type { AuthBody, SignedIn } from '#services/contract/contract.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { signedIn } from '../sign-in.ts'
import { verifyCode } from './verify-code.ts'

export async function completeSignIn(
  services: Services,
  request: FastifyRequest,
  { challenge, code }: Extract<AuthBody, { action: 'second-factor' }>,
): Promise<SignedIn> {
  const { attempts, challenges, passwordChanges, pool, secondFactors } = services
  const asked = challenges.read(challenge)
  const found = asked === null ? null : await findByAccount(pool, asked.accountId)
  const credential = found === null ? null : await passwordChanges.resolveCurrent(found)
  if (asked === null || credential === null || !asked.isOf(credential.passwordHash)) {
    throw new ApiError('challenge_expired')
  }
  const { accountId, username } = credential
  const prove = () => secondFactors.prove(accountId, code)
  const shown = await verifyCode(services, request, accountId, code, prove)
  const answer = await signedIn(services, request, credential, shown)
  const name = parseUserName(username)?.normal ?? username
  await attempts.addKnownAddress(accountId, name, request.ip)
  return answer
}
