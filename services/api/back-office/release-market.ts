// Action `releaseMarket`: the next prices of a suspended market are taken as they come.
import type { FastifyRequest } from 'fastify'
import type { ReleaseMarket } from '#domain/fixture/commands.ts'
import { Id } from '#domain/values.ts'
import { storeReason } from '#services/accounts/reasons.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { createSuspensions, type SuspendedMarket } from '#services/odds/suspension/suspensions.ts'
import { commandMeta, errorOf } from '../command-context.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'

type Body = Extract<AdminBody, { action: 'releaseMarket' }>

/** Takes effect for polling as soon as the read model has the event. */
export async function releaseMarket(services: Services, request: FastifyRequest, session: Session, body: Body) {
  const { pool, clock, commandClaims, fixtures, freshness } = services
  const { eventId, market } = body
  const now = clock.businessNow()
  const reason = await storeReason(pool, 'by-admin', body.reason)
  const hash = hashCommand({ type: 'releaseMarket', eventId, market })
  const meta = commandMeta(request, session, hash, now, reason)
  const outcome = await commandClaims.hold(meta.command, async () => {
    // the market's prices may have come back since
    const repeated = Id.safeParse(eventId).success ? await fixtures.answerAgain(eventId, meta) : null
    if (repeated !== null) return repeated
    const open = (await createSuspensions(pool).suspended([eventId], now)).find((one) => one.market === market)
    if (open === undefined) return { accepted: false as const, error: new ApiError('market_not_suspended') }
    return fixtures.execute(eventId, commandOf(open), meta)
  })
  if (!outcome.accepted) throw errorOf(outcome)
  const token = await freshness.recordSharedWrite(session.id, outcome)
  return { success: true as const, message: 'The next prices of this market are offered', position: token }
}

function commandOf({ market, reason: why, since, move }: SuspendedMarket): ReleaseMarket {
  const released = { type: 'ReleaseMarket', market, why, since: since.toISOString() } as const
  if (move === null) return released
  const { point, ...rest } = move
  return { ...released, move: point === '' ? rest : { ...rest, point } }
}
