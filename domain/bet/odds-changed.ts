// Whether a bettor accepts the odds offered now, and what the refusal `odds_changed` says if not.

import { acceptsOdds, checkOdds, oddsFromText, oddsMoved, parlayOdds } from '../odds.ts'
import { canBeSettled } from '../settlement/markets.ts'
import type { PlaceBet, PlacedLeg } from './bet-commands.ts'
import type { Quote } from './bet-events.ts'

/** Detail of the refusal `odds_changed`: every leg of the bet, in its order. */
export type OddsChanges = {
  readonly changes: readonly OddsChange[]
  /** The text for a parlay each of whose legs is acceptable, but whose total odds moved too far. */
  readonly parlay?: string
}

export type OddsChange = {
  readonly fixture: string
  readonly selection: string
  readonly selectionName: string
  readonly oldOdds: string
  /** What is offered now; null if nothing is. */
  readonly newOdds: string | null
  /** Whether this leg alone is acceptable. */
  readonly valid: boolean
  /** What the bettor reads about this leg. */
  readonly error: string
}

/**
 * The odds at which a leg can be struck now; null if it has no price or could not be settled. Throws if the quote is
 * not of this leg.
 */
function offeredOdds({ fixture, market, point, selection, quote }: PlacedLeg): string | null {
  if (quote === null) return null
  const isOfLeg = quote.fixture === fixture && quote.selection === selection && quote.market === market
  if (!isOfLeg || quote.point !== point) {
    throw new Error(`quote of ${quote.fixture} ${quote.selection} for a leg on ${fixture} ${selection}`)
  }
  return canBeSettled(market, selection, point) ? quote.odds : null
}

/** Whether the leg can be bet on now, at odds that the bettor accepts. */
export function isAtAcceptedOdds(leg: PlacedLeg, policy: PlaceBet['policy']): leg is PlacedLeg & { quote: Quote } {
  const odds = offeredOdds(leg)
  return odds !== null && acceptsOdds(policy, leg.seenOdds, odds)
}

/** How the odds of every leg have changed. */
export const oddsChanges = (legs: readonly PlacedLeg[], policy: PlaceBet['policy']): OddsChanges => ({
  changes: legs.map((leg) => {
    const { fixture, selection, selectionName, seenOdds } = leg
    const newOdds = offeredOdds(leg)
    const { valid, message } = checkOdds(policy, selectionName, seenOdds, newOdds)
    return { fixture, selection, selectionName, oldOdds: seenOdds, newOdds, valid, error: message }
  }),
})

/**
 * How a parlay's total odds have changed; empty if either total is beyond the largest odds. `seen`: a decimal, as text.
 */
export function parlayChange(seen: string, legs: readonly string[]): Pick<OddsChanges, 'parlay'> {
  const [before, now] = [oddsFromText(seen), parlayOdds(legs)]
  return before === null || now === null ? {} : { parlay: oddsMoved(before, now) }
}
