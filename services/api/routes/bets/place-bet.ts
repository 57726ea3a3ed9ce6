// POST /api/bets/place-bet
import { MAX_LEGS, MIN_STAKE_CENTS } from '#domain/limits.ts'
import { randomId } from '#services/commands/command-id.ts'
import { BetAccepted, BetRefused, PlaceBetBody } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { commandMeta } from '../../command-context.ts'
import type { Api } from '../../http/api.ts'
import { sendJson } from '../../http/json/json-body.ts'
import type { Services } from '../../services.ts'
import { acceptedAt, priceLegs } from './bet-pricing.ts'
import { acceptedText, betRefused } from './bet-reply.ts'
import { hashBetRequest, readBetRequest } from './bet-request.ts'

export function placeBet(app: Api, services: Services): void {
  const { accounts, board, clock, freshness } = services
  const limits = {
    minStakeCents: MIN_STAKE_CENTS,
    maxPayoutCents: services.settings.MAX_PAYOUT,
    maxLegs: MAX_LEGS,
  }

  app.post(
    '/api/bets/place-bet',
    {
      schema: {
        summary: 'Place a single bet or a parlay',
        tags: ['bets'],
        body: PlaceBetBody,
        response: { 200: BetAccepted, '4xx': BetRefused, '5xx': BetRefused },
      },
      config: {
        queue: 'bets',
        failure: 'place_bet_failed',
        refusal: { success: false },
        session: { refusal: 'login_required' },
        carries: ['Idempotency-Key'],
        invalid: (field) => (field === 'bet_amount' ? { code: 'stake_invalid' } : null),
      },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const requested = readBetRequest(request.body)
      const { odd, policy, stakeCents } = requested
      // random: an id derived from the key would come again with the key, after its command is forgotten
      const bet = randomId()

      const priced = priceLegs(board, requested.legs)
      const legs = priced instanceof Promise ? await priced : priced
      const at = acceptedAt(clock.businessNow(), legs)
      const meta = commandMeta(request, session, hashBetRequest(requested), at)
      const seenTotal = odd === undefined ? {} : { seenParlayOdds: odd }
      const command = { type: 'PlaceBet', bet, stakeCents, policy, legs, ...seenTotal, limits } as const
      const outcome = await accounts.execute(session.accountId, command, meta)
      if (!outcome.accepted) throw await betRefused(board, outcome.refusal, requested.legs)

      const placed = outcome.events[0]
      if (placed?.type !== 'BetPlaced' || outcome.position === null || outcome.hash === null) {
        throw new Error(`a bet was accepted with ${placed?.type ?? 'nothing'} recorded`)
      }
      const position = freshness.recordWrite(session.id, outcome.position, outcome.hash)
      reply.header('x-ledger-position', position)
      return sendJson(reply, acceptedText(placed.data, outcome.balanceCents, position))
    },
  )
}
