// Action `refresh`: the signed-in user as it stands now. Needs the bearer token of that very user.
import type { FastifyRequest } from 'fastify'
import { readUserName } from '#services/accounts/names/names.ts'
import type { AuthBody } from '#services/contract/contract.ts'
import { readFresh } from '../consistency/read-consistency.ts'
import { ApiError } from '../http/errors.ts'
import type { Services } from '../services.ts'
import { bearerToken } from './authentication.ts'

export async function refresh(
  services: Services,
  request: FastifyRequest,
  body: Extract<AuthBody, { action: 'refresh' }>,
) {
  const token = bearerToken(request)
  const session = token === null ? null : await services.sessions.find(token)
  if (session === null || readUserName(body.username)?.normal !== readUserName(session.username)?.normal) {
    throw new ApiError('unauthorized')
  }
  if (session.passwordChangeRequired) throw new ApiError('password_change_required')
  request.session = session
  return services.shares.within('reads', request, async () => {
    await readFresh(services, request, null, session, ['accounts'])
    const user = (await services.reads.people.users([session.accountId])).get(session.accountId)
    if (user === undefined) throw new ApiError('reads_behind')
    return { user }
  })
}
