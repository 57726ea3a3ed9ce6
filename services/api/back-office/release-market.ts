// Action `releaseMarket`: the next prices of a suspended market are taken as they come.
import type { FastifyRequest } from 'fastify'
import type { ReleaseMarket } from '#domain/fixture/commands.ts'
import { Id } from '#domain/values.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { createSuspensions, type SuspendedMarket } from '#services/odds/suspension/suspensions.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { giveByHand, saidOf } from './by-hand.ts'

type Body = Extract<AdminBody, { action: 'releaseMarket' }>

/** Takes effect for polling as soon as the read model has the event. */
export async function releaseMarket(services: Services, request: FastifyRequest, session: Session, body: Body) {
  const { pool, fixtures } = services
  const { eventId, market } = body
  const asked = { type: 'releaseMarket', eventId, market }
  const byHand = { asked, reason: body.reason }
  const { outcome, position } = await giveByHand(services, request, session, byHand, async (meta) => {
    // the market's prices may have come back since
    const repeated = Id.safeParse(eventId).success ? await fixtures.answerAgain(eventId, meta) : null
    if (repeated !== null) return repeated
    const open = (await createSuspensions(pool).suspended([eventId], new Date(meta.at))).find(
      (one) => one.market === market,
    )
    if (open === undefined) return { accepted: false as const, error: new ApiError('market_not_suspended') }
    return fixtures.execute(eventId, commandOf(open), meta)
  })
  const message = saidOf(outcome, 'The next prices of this market are offered')
  return { success: true as const, message, position }
}

function commandOf({ market, reason: why, since, move }: SuspendedMarket): ReleaseMarket {
  const released = { type: 'ReleaseMarket', market, why, since: since.toISOString() } as const
  if (move === null) return released
  const { point, ...rest } = move
  return { ...released, move: point === '' ? rest : { ...rest, point } }
}
