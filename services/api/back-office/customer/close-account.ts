// Action `closeAccount`: a super admin closes an empty bettor's account, with a reason.
import type { FastifyRequest } from 'fastify'
import { Id } from '#domain/values.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { giveByHand, saidOf } from '../by-hand.ts'

export async function closeAccount(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { userId, reason }: Extract<AdminBody, { action: 'closeAccount' }>,
) {
  const { closings, sessions, security } = services
  if (!Id.safeParse(userId).success) throw new ApiError('account_missing')
  const byHand = { asked: { type: 'closeAccount', userId }, reason }
  const { outcome, position } = await giveByHand(services, request, session, byHand, (meta) =>
    closings.close(userId, meta),
  )
  sessions.evictAccount(userId)
  if (!outcome.repeated) security.record('user_closed', request, { account: userId, by: session.accountId })
  return { success: true as const, message: saidOf(outcome, 'Account closed'), position }
}
