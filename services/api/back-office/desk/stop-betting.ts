// Actions `stopBetting` and `resumeBetting`. A stop is confirmed once no process decides bets by the rules from before
// it.
import type { FastifyRequest } from 'fastify'
import { DESK, type StopScope } from '#domain/desk/events.ts'
import { stoppedMarket } from '#domain/desk/stops.ts'
import { marketOf } from '#domain/settlement/markets.ts'
import { Id } from '#domain/values.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { NOT_EVERYWHERE } from '../../desk/stop-barrier.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { giveByHand, saidOf } from '../by-hand.ts'

type Body = Extract<AdminBody, { action: 'stopBetting' | 'resumeBetting' }>

export async function stopBetting(services: Services, request: FastifyRequest, session: Session, body: Body) {
  const { desk, stops } = services
  const scope = await scopeOf(services, body)
  const isStop = body.action === 'stopBetting'
  const asked = { type: body.action, ...scope }
  const byHand = { asked, reason: body.reason }
  const type = isStop ? 'StopBetting' : 'ResumeBetting'
  const { outcome, position } = await giveByHand(services, request, session, byHand, (meta) =>
    desk.execute(DESK, { type, scope }, meta),
  )
  const isEverywhere = !isStop || (await stops.passed())
  const said = saidOf(outcome, `Betting is ${isStop ? 'stopped' : 'resumed'}`)
  return { success: true as const, message: isEverywhere ? said : `${said}. ${NOT_EVERYWHERE}`, position }
}

async function scopeOf({ fixtures }: Services, { eventId, market }: Body): Promise<StopScope> {
  if (eventId === undefined) {
    if (market !== undefined) throw new ApiError('fixture_missing')
    return {}
  }
  if (!Id.safeParse(eventId).success || (await fixtures.read(eventId)).listed === null) {
    throw new ApiError('fixture_missing')
  }
  if (market === undefined) return { fixture: eventId }
  if (marketOf(market) === null) throw new ApiError('market_unknown')
  return { fixture: eventId, market: stoppedMarket(market) }
}
