// Whether a bettor accepts the odds offered now, and what the refusal `odds_changed` says where not.

import { acceptsOdds, checkOdds, oddsFromText, oddsMoved, parlayOdds } from '../odds.ts'
import { canBeSettled } from '../settlement/markets.ts'
import type { PlaceBet, PlacedLeg } from './bet-commands.ts'
import type { Quote } from './bet-events.ts'

/** Detail of the refusal `odds_changed`: every leg of the bet, in its order. */
export type OddsChanges = {
  readonly changes: readonly OddsChange[]
  /** The text for a parlay whose legs are acceptable one by one, but whose product differs from the total seen. */
  readonly parlay?: string
}

export type OddsChange = {
  readonly fixture: string
  readonly selection: string
  readonly selectionName: string
  readonly oldOdds: string
  /** What is offered now; null where nothing is. */
  readonly newOdds: string | null
  /** Whether this leg is acceptable as it is. */
  readonly valid: boolean
  /** What the bettor reads about this leg. */
  readonly error: string
}

/** The odds at which a leg can be struck now; null without a price, or where a bet could not be settled. */
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

/** How a parlay's total odds have changed; empty where either is beyond the largest odds. `seen`: a decimal in digits. */
export function parlayChange(seen: string, legs: readonly string[]): Pick<OddsChanges, 'parlay'> {
  const [before, now] = [oddsFromText(seen), parlayOdds(legs)]
  return before === null || now === null ? {} : { parlay: oddsMoved(before, now) }
}
