// Actions on a game by hand: `recordResult`, `correctResult`, `abandonFixture`, `decideMarket`. Bets settle by the worker.
import type { FastifyRequest } from 'fastify'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import { Id } from '#domain/values.ts'
import { storeReason } from '#services/accounts/reasons.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { commandMeta, refusedBy } from '../command-context.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'

export type FixtureDecision = Extract<
  AdminBody,
  { action: 'recordResult' | 'correctResult' | 'abandonFixture' | 'decideMarket' }
>

const MESSAGES = {
  recordResult: 'Result recorded',
  correctResult: 'Result corrected',
  abandonFixture: 'Event abandoned: its bets are refunded',
  decideMarket: 'Market decided',
} as const satisfies Record<FixtureDecision['action'], string>

export async function decideByHand(
  { fixtures, commandClaims, freshness, clock, pool }: Services,
  request: FastifyRequest,
  session: Session,
  body: FixtureDecision,
) {
  const { eventId, reason, ...decision } = body
  if (!Id.safeParse(eventId).success) throw new ApiError('fixture_missing')
  const now = clock.businessNow()
  const { listed, startsAt } = await fixtures.read(eventId)
  if (listed === null) throw new ApiError('fixture_missing')
  const isResult = body.action === 'recordResult' || body.action === 'correctResult'
  if (isResult && startsAt !== null && now.toISOString() < startsAt) throw new ApiError('fixture_not_started')

  const storedReason = await storeReason(pool, 'by-admin', reason)
  const meta = commandMeta(request, session, hashCommand({ eventId, ...decision }), now, storedReason)
  const command = commandOf(body, meta.at)
  const outcome = await commandClaims.hold(meta.command, () => fixtures.execute(eventId, command, meta))
  if (!outcome.accepted) throw refusedBy(outcome.refusal)
  const { position, hash } = outcome
  if (position !== null && hash !== null) await freshness.recordSharedWrite(session.id, position, hash)
  return { success: true as const, message: MESSAGES[body.action] }
}

function commandOf(body: FixtureDecision, at: string): FixtureCommand {
  switch (body.action) {
    case 'abandonFixture':
      return { type: 'AbandonFixture', why: 'by-hand', closedAt: at }
    case 'decideMarket': {
      const { market, selections } = body
      return {
        type: 'DecideMarket',
        market,
        selections: selections.map(({ point, ...rest }) => (point === undefined ? rest : { ...rest, point })),
      }
    }
    case 'recordResult':
    case 'correctResult': {
      const { home, away, regulation } = body
      // the contract has both or none
      const score = home === null || away === null ? null : { home, away }
      const inRegulation = regulation === undefined ? score : regulation
      return {
        type: body.action === 'recordResult' ? 'RecordResult' : 'CorrectResult',
        score,
        ...(inRegulation === null ? {} : { regulation: inRegulation }),
        source: 'admin',
        reads: [],
        closedAt: at,
      }
    }
  }
}
