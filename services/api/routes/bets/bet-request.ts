// A place-bet request, read from its body.
import { hash } from 'node:crypto'
import { MAX_LEGS, MIN_PARLAY_LEGS } from '#domain/limits.ts'
import { centsFromEuros } from '#domain/money.ts'
import type { OddsPolicy } from '#domain/odds.ts'
import type { PlaceBetBody } from '#services/contract/contract.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { seenLegOdds, seenOdds, seenParlayOdds } from './seen-odds.ts'

const H2H_NAMES = new Set(['h2h', 'moneyline', 'match result'])

/** `odds`: what the bettor saw, with two decimals. */
export type RequestedLeg = {
  readonly fixture: string
  readonly market: string
  readonly name: string
  readonly odds: string
  readonly point: string | null
}

/** `odd`: of a parlay. `stakeCents`: 0 if it is no amount, which the decider refuses after the odds. */
export type BetRequest = {
  readonly legs: readonly RequestedLeg[]
  readonly odd: string | undefined
  /** Null: whatever the book's settings say. */
  readonly policy: OddsPolicy | null
  readonly stakeCents: number
}

/** Throws ApiError. */
export const readBetRequest = (body: PlaceBetBody): BetRequest => ({
  legs: requestedLegs(body),
  odd: body.is_parlay ? seenParlayOdds(body.odd) : undefined,
  policy: body.odds_policy ?? null,
  stakeCents: centsFromEuros(body.bet_amount) ?? 0,
})

/** What a request that says nothing is compared as when it is repeated. */
const UNSAID_POLICY: OddsPolicy = 'within-10-percent'

/** As `hashCommand`, with the fields in the order of canonical JSON: sorting them would cost more than the hash. */
export const hashBetRequest = ({ legs, odd, policy, stakeCents }: BetRequest): string =>
  hash('sha256', JSON.stringify({ legs, odd, policy: policy ?? UNSAID_POLICY, stakeCents, type: 'PlaceBet' }))

const marketKey = (name: string): string => (H2H_NAMES.has(name.toLowerCase()) ? 'h2h' : name)

const requestedLeg = (fixture: string, market: string, name: string, odds: string, point?: number): RequestedLeg => ({
  fixture,
  market: marketKey(market),
  name,
  odds,
  point: point === undefined ? null : String(point),
})

function requestedLegs(body: PlaceBetBody): RequestedLeg[] {
  if (!body.is_parlay) {
    const { event_id, bet_type, selection, odd, point } = body
    return [requestedLeg(event_id, bet_type, selection, seenOdds(odd, selection), point)]
  }
  const { legs } = body
  if (legs.length === 0) throw new ApiError('slip_empty')
  if (legs.length < MIN_PARLAY_LEGS || legs.length > MAX_LEGS) throw new ApiError('too_many_legs')
  return legs.map((leg) => requestedLeg(leg.eventId, leg.marketName, leg.selection, seenLegOdds(leg), leg.point))
}
