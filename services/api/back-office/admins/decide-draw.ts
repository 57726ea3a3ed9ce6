// Actions `approveDraw` and `declineDraw`: a super admin decides what plain admins asked for beyond the day's budget of
// the treasury.
import type { FastifyRequest } from 'fastify'
import { storeReason } from '#services/accounts/reasons.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { commandMeta, refusedBy } from '../../command-context.ts'
import type { Services } from '../../services.ts'
import { floatReply } from './float-reply.ts'

export async function decideDraw(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { action, drawId, reason }: Extract<AdminBody, { action: 'approveDraw' | 'declineDraw' }>,
) {
  const { treasury, commandClaims, clock, pool } = services
  const decision = action === 'approveDraw' ? 'approve' : 'decline'
  const storedReason = await storeReason(pool, 'by-admin', reason)
  const hash = hashCommand({ type: action, drawId })
  const meta = commandMeta(request, session, hash, clock.businessNow(), storedReason)
  const decided = await commandClaims.hold(meta.command, () => treasury.decide(drawId, decision, meta))
  if (!decided.accepted) throw refusedBy(decided.refusal)
  return floatReply(services, session, decided, decision === 'approve' ? 'Approved' : 'Declined')
}
