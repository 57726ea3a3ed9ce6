// POST /api/bets/place-bet
import { truncate } from '#domain/truncate.ts'
import { BetAccepted, BetRefused, PlaceBetBody } from '#services/contract/contract.ts'
import { sessionOf } from '../../../auth/authentication.ts'
import type { Api } from '../../../http/api.ts'
import { ApiError, type ErrorCode } from '../../../http/errors/errors.ts'
import { sendJson } from '../../../http/json/json-body.ts'
import type { Services } from '../../../services.ts'
import { acceptedText } from './bet-reply.ts'
import { Placement } from './placement.ts'

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

/** Whatever is left out or in between: oddsPolicy, odd-pol, plicy. */
const POLICY = /odds?.?pol|p[aeiou]*l[aeiou]*c[aeiou]*y|polic/i

/**
 * Other fields are ignored, since a client may send all it keeps of a selection. But a misspelt policy would let a bet
 * be struck at odds that its bettor refused.
 */
function misspeltPolicy(body: unknown): ApiError | undefined {
  const misspelt = Object.keys(body ?? {}).find((key) => key !== 'odds_policy' && POLICY.test(key))
  if (misspelt === undefined) return undefined
  const error = `The request is not valid: there is no field ${JSON.stringify(truncate(misspelt))}, only "odds_policy"`
  return new ApiError('invalid_request', { error })
}

export function placeBet(app: Api, services: Services): void {
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
      preValidation: ({ body }, _reply, done) => done(misspeltPolicy(body)),
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const outcome = await new Placement(services, request, session).record()
      const placed = outcome.events[0]
      if (placed?.type !== 'BetPlaced' || outcome.position === null || outcome.hash === null) {
        throw new Error(`a bet was accepted with ${placed?.type ?? 'nothing'} recorded`)
      }
      const position = services.freshness.recordWrite(session.id, outcome.position, outcome.hash)
      reply.header('x-ledger-position', position)
      return sendJson(reply, acceptedText(placed.data, outcome.balanceCents, position))
    },
  )
}
