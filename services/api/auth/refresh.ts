// Action `refresh`: the current state of the signed-in user. Needs that user's own bearer token.
import type { FastifyRequest } from 'fastify'
import { parseUserName } from '#services/accounts/names/names.ts'
import type { AuthBody } from '#services/contract/contract.ts'
import { awaitFreshReads } from '../consistency/read-consistency.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { bearerToken, dutyOf, refusalOf } from './authentication.ts'

export async function refresh(
  services: Services,
  request: FastifyRequest,
  body: Extract<AuthBody, { action: 'refresh' }>,
) {
  const token = bearerToken(request)
  const session = token === null ? null : await services.sessions.find(token)
  if (session === null) throw await refusalOf(services, token, 'unauthorized')
  if (parseUserName(body.username)?.normal !== parseUserName(session.username)?.normal) {
    throw new ApiError('unauthorized')
  }
  const due = dutyOf(session)
  if (due !== null) throw new ApiError(due)
  request.session = session
  return services.queues.run('reads', request, async () => {
    await awaitFreshReads(services, request, null, ['accounts'])
    const user = (await services.reads.people.users([session.accountId])).get(session.accountId)
    if (user === undefined) throw new ApiError('reads_behind')
    return { user }
  })
}
