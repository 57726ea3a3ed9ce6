// POST /api/bets/place-bet
import { setTimeout as pause } from 'node:timers/promises'
import type { PlaceBet, PlacedLeg } from '#domain/bet/bet-commands.ts'
import { refusalAtAnyPrice } from '#domain/bet/place-bet.ts'
import { MAX_LEGS, MIN_STAKE_CENTS } from '#domain/limits.ts'
import { newBetId } from '#services/commands/bet-id.ts'
import { BetAccepted, BetRefused, PlaceBetBody } from '#services/contract/contract.ts'
import { ODDS_APART_MS } from '#services/odds/polling/polling-intervals.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { commandMeta } from '../../command-context.ts'
import { givenBy, namedIn, type Rules } from '../../desk/desk-rules.ts'
import type { Api } from '../../http/api.ts'
import type { ErrorCode } from '../../http/errors/errors.ts'
import { sendJson } from '../../http/json/json-body.ts'
import type { Services } from '../../services.ts'
import {
  acceptedAt,
  isInPlay,
  isTooOld,
  legOf,
  priceLegs,
  priceLegsAgain,
  showLegs,
  underRules,
} from './bet-pricing.ts'
import { acceptedText, betRefused } from './bet-reply.ts'
import { hashBetRequest, readBetRequest } from './bet-request.ts'

/** The longest that fetching prices takes, in system time. */
const FETCH_MS = 2_000
/** In system time. With one fetch before and one after, still less than the deadline of a request. */
const ANSWER_MS = 14_000

const isNothing = (sent: unknown): boolean => sent === undefined || sent === null

/** Whether the body names no selection to bet on. */
function isEmptySlip(body: object): boolean {
  const { is_parlay, legs, selection, event_id }: Record<string, unknown> = { ...body }
  if (is_parlay === true) return isNothing(legs)
  if (is_parlay === false) return isNothing(selection) && isNothing(event_id)
  return !('is_parlay' in body || 'selection' in body || 'legs' in body)
}

const faultIn = (field: string, _value: unknown, body: object): { code: ErrorCode; error?: string } | null => {
  // a body that is not an object has no fields
  if (field !== '' && isEmptySlip(body)) return { code: 'slip_empty' }
  return field === 'is_parlay' ? { code: 'invalid_request', error: 'is_parlay: must be true or false' } : null
}

/**
 * A bet in play waits, so that nobody can bet on what has just happened; it is then decided by prices that were fetched
 * after the request. Nothing is held or recorded while it waits. A bet is recorded only while the desk's rules that
 * decided it are in force.
 */
export function placeBet(app: Api, services: Services): void {
  const { accounts, board, clock, freshness, rules } = services

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
        invalid: faultIn,
      },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const requested = readBetRequest(request.body)
      const { odd, stakeCents } = requested
      // not derived from the key, or it could come up again with the key after its command has been forgotten
      const bet = newBetId(clock.systemNow())

      const requestedAt = clock.businessNow()
      const seenTotal = odd === undefined ? {} : { seenParlayOdds: odd }
      const commandUnder = (inForce: Rules, legs: readonly PlacedLeg[]): PlaceBet => ({
        type: 'PlaceBet',
        bet,
        stakeCents,
        policy: requested.policy ?? inForce.settings['odds-policy'],
        ...seenTotal,
        limits: { maxLegs: MAX_LEGS, maxPayoutCents: inForce.settings['max-payout'], minStakeCents: MIN_STAKE_CENTS },
        legs: underRules(legs, inForce),
      })
      const hash = hashBetRequest(requested)
      let shown = showLegs(services, requested.legs)
      let isAgain = false
      const mayWait = rules.seen().settings['acceptance-delay'] > 0 && isInPlay(shown)
      if (mayWait || shown.some((leg) => isTooOld(services, leg))) {
        // nothing is fetched for a bet that would be refused at any price, or that has been answered before
        const meta = commandMeta(request, session, hash, requestedAt)
        const [state, inForce] = await Promise.all([accounts.read(session.accountId), rules.now()])
        isAgain = state.commands.has(meta.command.id)
        const command = commandUnder(inForce, shown.map(legOf))
        const tooOld = command.legs.filter((_, at) => isTooOld(services, shown[at]!))
        const refused = isAgain ? null : refusalAtAnyPrice(command, meta, state, tooOld)
        if (refused !== null) throw await betRefused(board, refused.refusal, requested.legs)
        shown = showLegs(services, requested.legs)
      }
      const priced = isAgain ? shown.map(legOf) : priceLegs(services, shown)
      let legs = priced instanceof Promise ? await priced : priced
      let hasWaited = false

      const decide = () =>
        rules.decide(async (inForce) => {
          const delayMs = inForce.settings['acceptance-delay']
          const restMs = requestedAt.getTime() + delayMs - clock.businessNow().getTime()
          const waits = !isAgain && delayMs > 0 && isInPlay(legs) && (!hasWaited || restMs > 0)
          if (waits) return { delayMs, restMs: Math.max(restMs, 0) }
          const at = acceptedAt(clock.businessNow(), legs)
          const meta = commandMeta(request, session, hash, at)
          const delay = hasWaited ? { requestedAt: requestedAt.toISOString() } : {}
          const command = { ...commandUnder(inForce, legs), ...delay }
          return accounts.execute(session.accountId, command, { ...meta, ...namedIn(inForce) }, givenBy(inForce))
        })
      let outcome = await decide()
      while ('restMs' in outcome) {
        const { delayMs, restMs } = outcome
        await pause(Math.ceil(restMs / clock.speed))
        // the last fetch may have been just before the request, so the next one has to wait its turn
        const timeoutMs = Math.min(ODDS_APART_MS / clock.speed + FETCH_MS, ANSWER_MS - delayMs / clock.speed)
        legs = await priceLegsAgain(services, requested.legs, { since: requestedAt, timeoutMs })
        hasWaited = true
        outcome = await decide()
      }
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
