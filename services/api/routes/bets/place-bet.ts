// POST /api/bets/place-bet
import { setTimeout as pause } from 'node:timers/promises'
import { refusalAtAnyPrice } from '#domain/bet/place-bet.ts'
import { MAX_LEGS, MIN_STAKE_CENTS } from '#domain/limits.ts'
import { randomId } from '#services/commands/command-id.ts'
import { BetAccepted, BetRefused, PlaceBetBody } from '#services/contract/contract.ts'
import { ODDS_APART_MS } from '#services/odds/polling/polling-intervals.ts'
import { SECOND } from '#services/platform/clock/durations.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { commandMeta } from '../../command-context.ts'
import type { Api } from '../../http/api.ts'
import { sendJson } from '../../http/json/json-body.ts'
import type { Services } from '../../services.ts'
import { acceptedAt, isInPlay, isTooOld, legOf, priceLegs, priceLegsAgain, showLegs } from './bet-pricing.ts'
import { acceptedText, betRefused } from './bet-reply.ts'
import { hashBetRequest, readBetRequest } from './bet-request.ts'

/** System time that a fetch of prices takes at most. */
const FETCH_MS = 2_000
/** System time: with a fetch before and one after, less than a request may take. */
const ANSWER_MS = 14_000

/**
 * A bet in play waits, so that nobody bets on what has just happened: then prices decide that were fetched after the
 * request. Nothing is held or recorded while it waits.
 */
export function placeBet(app: Api, services: Services): void {
  const { accounts, board, clock, freshness } = services
  const limits = {
    minStakeCents: MIN_STAKE_CENTS,
    maxPayoutCents: services.settings.MAX_PAYOUT,
    maxLegs: MAX_LEGS,
  }
  const delayMs = services.settings.ACCEPTANCE_DELAY_S * SECOND

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

      const requestedAt = clock.businessNow()
      const seenTotal = odd === undefined ? {} : { seenParlayOdds: odd }
      const asked = { type: 'PlaceBet', bet, stakeCents, policy, ...seenTotal, limits } as const
      const hash = hashBetRequest(requested)
      let shown = showLegs(services, requested.legs)
      let isAgain = false
      if (shown.some((leg) => isTooOld(services, leg)) || (delayMs > 0 && isInPlay(shown))) {
        // nothing is fetched for a bet that is refused at any price, or was answered before
        const meta = commandMeta(request, session, hash, requestedAt)
        const state = await accounts.read(session.accountId)
        isAgain = state.commands.has(meta.command.id)
        const legs = shown.map(legOf)
        const tooOld = legs.filter((_, at) => isTooOld(services, shown[at]!))
        const refused = isAgain ? null : refusalAtAnyPrice({ ...asked, legs }, meta, state, tooOld)
        if (refused !== null) throw await betRefused(board, refused.refusal, requested.legs)
        shown = showLegs(services, requested.legs)
      }
      const priced = isAgain ? shown.map(legOf) : priceLegs(services, shown)
      let legs = priced instanceof Promise ? await priced : priced
      const waits = !isAgain && delayMs > 0 && isInPlay(legs)
      if (waits) {
        await pause(delayMs / clock.speed)
        // another fetch may have been just before the request
        const timeoutMs = Math.min(ODDS_APART_MS / clock.speed + FETCH_MS, ANSWER_MS - delayMs / clock.speed)
        legs = await priceLegsAgain(services, requested.legs, { since: requestedAt, timeoutMs })
      }
      const at = acceptedAt(clock.businessNow(), legs)
      const meta = commandMeta(request, session, hash, at)
      const delay = waits ? { requestedAt: requestedAt.toISOString() } : {}
      const command = { ...asked, legs, ...delay }
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
