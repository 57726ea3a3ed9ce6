// Action `decideRequest`: an admin marks a request as done, or declines it.
import type { FastifyRequest } from 'fastify'
import { commitment } from '#services/accounts/commitments.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { giveByHand, saidOf } from './by-hand.ts'

export async function decideRequest(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { action, requestId, decision, answer = '' }: Extract<AdminBody, { action: 'decideRequest' }>,
) {
  const { requests } = services
  const found = await requests.find(requestId)
  if (found === null) throw missing()
  const text = answer.trim()
  // a different answer is a different command. The hash is in the ledger, and reveals nothing about the text once the
  // salt has been deleted with the row.
  const asked = { action, requestId, decision, answer: commitment(found.noteSalt, text) }
  const { outcome, position } = await giveByHand(
    services,
    request,
    session,
    { asked, reason: text },
    // if the request has gone meanwhile, nothing was done and the key is free again
    async (meta) => (await requests.end(requestId, decision, meta)) ?? { accepted: false as const, error: missing() },
  )
  const message = saidOf(outcome, decision === 'done' ? 'Marked as done' : 'Declined')
  return { success: true as const, message, position }
}

const missing = () => new ApiError('request_missing')
