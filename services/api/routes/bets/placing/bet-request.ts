// Reads a place-bet request from its body.
import { hash } from 'node:crypto'
import { MAX_LEGS, MIN_PARLAY_LEGS } from '#domain/limits.ts'
import { centsFromEuros } from '#domain/money.ts'
import type { OddsPolicy } from '#domain/odds.ts'
import { marketName } from '#domain/settlement/market-names.ts'
import { hasLine, marketOf } from '#domain/settlement/markets.ts'
import { truncate } from '#domain/truncate.ts'
import type { PlaceBetBody } from '#services/contract/contract.ts'
import { ADDITIONAL_MARKETS, FEATURED_MARKETS } from '#services/odds/quotes/offered-markets.ts'
import { ApiError } from '../../../http/errors/errors.ts'
import { seenLegOdds, seenOdds, seenParlayOdds } from './seen-odds.ts'

/** Markets by the names that screens show, in lower case: a bet may name a market by that or by its key. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...[...FEATURED_MARKETS, ...ADDITIONAL_MARKETS].map((key) => [marketName(key).toLowerCase(), key] as const),
  ['moneyline', 'h2h'],
])

/** `odds`: what the bettor saw, with two decimals. */
export type RequestedLeg = {
  readonly fixture: string
  readonly market: string
  readonly name: string
  readonly odds: string
  readonly point: string | null
}

/** `odd`: of a parlay. `stakeCents`: 0 if it is not an amount, which the decider refuses after checking the odds. */
export type BetRequest = {
  readonly legs: readonly RequestedLeg[]
  readonly odd: string | undefined
  /** Null: as the settings of the book say. */
  readonly policy: OddsPolicy | null
  readonly stakeCents: number
}

/** Throws ApiError if odds, lines or policy are invalid. */
export function readBetRequest(body: PlaceBetBody): BetRequest {
  const legs = requestedLegs(body)
  const seen = legs.map(({ odds }) => odds)
  return {
    legs,
    odd: body.is_parlay ? seenParlayOdds(body.odd, seen) : undefined,
    policy: body.odds_policy ?? null,
    stakeCents: centsFromEuros(body.bet_amount) ?? 0,
  }
}

/** The policy hashed for a request that names none, so that a repeat is recognised whatever the setting is by then. */
const UNSAID_POLICY: OddsPolicy = 'within-10-percent'

/**
 * As `hashCommand`, but with the fields written in the order of canonical JSON: sorting them would cost more than the
 * hash.
 */
export const hashBetRequest = ({ legs, odd, policy, stakeCents }: BetRequest): string =>
  hash('sha256', JSON.stringify({ legs, odd, policy: policy ?? UNSAID_POLICY, stakeCents, type: 'PlaceBet' }))

function marketKey(name: string): string {
  if (marketOf(name) !== null) return name
  const folded = name.toLowerCase()
  const key = BY_NAME.get(folded) ?? (marketOf(folded) === null ? undefined : folded)
  if (key === undefined) throw new ApiError('market_unknown')
  return key
}

function requestedLeg(fixture: string, named: string, name: string, odds: string, point?: number): RequestedLeg {
  const market = marketKey(named)
  if (point === undefined && hasLine(marketOf(market)!.kind)) {
    throw new ApiError('invalid_request', { error: `point: the line of "${truncate(name)}" is missing` })
  }
  return { fixture, market, name, odds, point: point === undefined ? null : String(point) }
}

function requestedLegs(body: PlaceBetBody): RequestedLeg[] {
  if (!body.is_parlay) {
    const { event_id, bet_type, selection, odd, point } = body
    return [requestedLeg(event_id, bet_type, selection, seenOdds(odd, selection), point)]
  }
  const { legs } = body
  if (legs.length === 0) throw new ApiError('slip_empty')
  if (legs.length < MIN_PARLAY_LEGS) throw new ApiError('too_few_legs')
  if (legs.length > MAX_LEGS) throw new ApiError('too_many_legs')
  return legs.map((leg) => requestedLeg(leg.eventId, leg.marketName, leg.selection, seenLegOdds(leg), leg.point))
}
