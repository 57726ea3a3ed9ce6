// Action `decideRequest`: an admin says that what somebody asked for is done, or declines it.
import type { FastifyRequest } from 'fastify'
import type { Session } from '#services/accounts/sessions/session.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { commandMeta } from '../command-context.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'

/** Nothing of it is in the ledger: a deposit or a block that was asked for is. */
export async function decideRequest(
  { requests, clock, commandClaims }: Services,
  request: FastifyRequest,
  session: Session,
  { requestId, decision, answer = '' }: Extract<AdminBody, { action: 'decideRequest' }>,
) {
  const text = answer.trim()
  // personal, but a hash with the request's random id in it says nothing once the request has gone with its account
  const hash = hashCommand({ type: 'decideRequest', requestId, decision, answer: text })
  const meta = commandMeta(request, session, hash, clock.businessNow())
  const outcome = await commandClaims.hold(meta.command, () =>
    requests.decide(requestId, session.accountId, decision, text),
  )
  if (!outcome.accepted) throw new ApiError('fault' in outcome ? outcome.fault : outcome.refusal.code)
  return { success: true as const, message: decision === 'done' ? 'Marked as done' : 'Declined' }
}
