// The odds that a bettor saw, as the client sends them back: a number, or the same digits as text. Always decimal odds.
// Fairbook shows no American odds, so 150 is 150.00 and -110 is invalid.

import { ODDS_RANGE } from '#domain/house-price-range.ts'
import { oddsFromText, parlayOdds } from '#domain/odds.ts'
import { truncate } from '#domain/truncate.ts'
import type { LegBody } from '#services/contract/contract.ts'
import { ApiError } from '../../../http/errors/errors.ts'
import { ALWAYS_EXACT_LENGTH, isReadExactly } from '../../../http/json/exact-number.ts'

type SubmittedOdds = number | string

/** Throws ApiError number_inexact for text that would also be refused as a number. */
function digitsOf(sent: SubmittedOdds): string {
  if (typeof sent === 'number') return String(sent)
  if (sent.length > ALWAYS_EXACT_LENGTH && !isReadExactly(sent)) throw new ApiError('number_inexact')
  return sent
}

const notOdds = (what: string): ApiError =>
  new ApiError('invalid_request', { error: `The odds of ${what} must be decimal odds, from ${ODDS_RANGE}.` })

/** Odds of one selection, rounded half up to two places as quotes are: '2.10'. Throws ApiError if they are invalid. */
export function seenOdds(sent: SubmittedOdds | null | undefined, selection: string): string {
  const odds = sent === undefined || sent === null ? null : oddsFromText(digitsOf(sent))
  if (odds === null) throw notOdds(`"${truncate(selection)}"`)
  return odds
}

/** A leg's `price` or `odds`; if both are sent they must be equal. Throws ApiError if they are not, or are invalid. */
export function seenLegOdds({ price, odds, selection }: LegBody): string {
  const seen = seenOdds(price ?? odds, selection)
  if (price === undefined || price === null || odds === undefined || odds === null) return seen
  if (seenOdds(odds, selection) !== seen) {
    const error = `price and odds of "${truncate(selection)}" differ.`
    throw new ApiError('odds_contradictory', { error })
  }
  return seen
}

/**
 * The odds of a parlay, in the digits that were sent: '9.261'. Throws ApiError if they are invalid. Beyond the largest
 * odds they are valid only if those of the legs are: then the bet is refused for its payout.
 */
export function seenParlayOdds(sent: SubmittedOdds, legs: readonly string[]): string {
  const digits = digitsOf(sent)
  if (Number(digits) >= 1 && (oddsFromText(digits) !== null || parlayOdds(legs) === null)) return digits
  throw notOdds('the parlay')
}
