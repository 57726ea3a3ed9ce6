// Action `releaseMarket`: the next prices of a suspended market are taken as they are.
import type { FastifyRequest } from 'fastify'
import type { Session } from '#services/accounts/sessions/session.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { createSuspensions } from '#services/odds/suspension/suspensions.ts'
import { commandMeta } from '../command-context.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'

/** Nothing of it is in the ledger: which quotes were published afterwards is. */
export async function releaseMarket(
  { pool, clock, commandClaims }: Services,
  request: FastifyRequest,
  session: Session,
  { eventId, market }: Extract<AdminBody, { action: 'releaseMarket' }>,
) {
  const now = clock.businessNow()
  const meta = commandMeta(request, session, hashCommand({ type: 'releaseMarket', eventId, market }), now)
  const outcome = await commandClaims.hold(meta.command, async () => ({
    accepted: await createSuspensions(pool).release(eventId, market, now),
    refusal: { code: 'market_not_suspended' },
  }))
  if (!outcome.accepted)
    throw new ApiError(outcome.refusal.code === 'key_reused' ? 'key_reused' : 'market_not_suspended')
  return { success: true as const, message: 'The next prices of this market are offered' }
}
