// Actions `approveDraw` and `declineDraw`: a super admin decides what plain admins asked for beyond the day's budget of
// the treasury.
import type { FastifyRequest } from 'fastify'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { refusedBy } from '../../command-context.ts'
import type { Services } from '../../services.ts'
import { metaByHand } from '../by-hand.ts'
import { floatReply } from './float-reply.ts'

export async function decideDraw(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { action, drawId, reason }: Extract<AdminBody, { action: 'approveDraw' | 'declineDraw' }>,
) {
  const { treasury, commandClaims } = services
  const decision = action === 'approveDraw' ? 'approve' : 'decline'
  const meta = await metaByHand(services, request, session, { asked: { type: action, drawId }, reason })
  const decided = await commandClaims.hold(meta.command, () => treasury.decide(drawId, decision, meta))
  if (!decided.accepted) throw refusedBy(decided.refusal)
  return floatReply(services, session, decided, decision === 'approve' ? 'Approved' : 'Declined')
}
