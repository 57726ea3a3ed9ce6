// Action `decideRequest`: an admin marks a request as done, or declines it.
import type { FastifyRequest } from 'fastify'
import { commitment } from '#services/accounts/commitments.ts'
import { storeReason } from '#services/accounts/reasons.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { commandMeta, errorOf } from '../command-context.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'

export async function decideRequest(
  { requests, clock, commandClaims, freshness, pool }: Services,
  request: FastifyRequest,
  session: Session,
  { action, requestId, decision, answer = '' }: Extract<AdminBody, { action: 'decideRequest' }>,
) {
  const found = await requests.find(requestId)
  if (found === null) throw missing()
  const text = answer.trim()
  const reason = await storeReason(pool, 'by-admin', text)
  // a different answer is a different command. The hash is in the ledger, and reveals nothing about the text once the
  // salt has been deleted with the row.
  const hash = hashCommand({ action, requestId, decision, answer: commitment(found.noteSalt, text) })
  const meta = commandMeta(request, session, hash, clock.businessNow(), reason)
  const outcome = await commandClaims.hold(
    meta.command,
    // if the request has gone meanwhile, nothing was done and the key is free again
    async () => (await requests.end(requestId, decision, meta)) ?? { accepted: false as const, error: missing() },
  )
  if (!outcome.accepted) throw errorOf(outcome)
  const position = await freshness.recordSharedWrite(session.id, outcome)
  return { success: true as const, message: decision === 'done' ? 'Marked as done' : 'Declined', position }
}

const missing = () => new ApiError('request_missing')
