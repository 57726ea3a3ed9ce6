// Action `closeAccount`: a super admin closes an empty bettor's account, with a reason.
import type { FastifyRequest } from 'fastify'
import { Id } from '#domain/values.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { refusedBy } from '../../command-context.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { metaByHand, saidOf } from '../by-hand.ts'

export async function closeAccount(
  { closings, sessions, commandClaims, freshness, security, clock, pool }: Services,
  request: FastifyRequest,
  session: Session,
  { userId, reason }: Extract<AdminBody, { action: 'closeAccount' }>,
) {
  if (!Id.safeParse(userId).success) throw new ApiError('account_missing')
  const meta = await metaByHand({ clock, pool }, request, session, { asked: { type: 'closeAccount', userId }, reason })
  const outcome = await commandClaims.hold(meta.command, () => closings.close(userId, meta))
  if (!outcome.accepted) throw refusedBy(outcome.refusal)
  sessions.evictAccount(userId)
  if (!outcome.repeated) security.record('user_closed', request, { account: userId, by: session.accountId })
  const position = await freshness.recordSharedWrite(session.id, outcome)
  return { success: true as const, message: saidOf(outcome, 'Account closed'), position }
}
