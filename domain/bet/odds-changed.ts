// Whether a bettor accepts the odds offered now, and what the refusal `odds_changed` says where not.
import { acceptsOdds, checkOdds, oddsFromText, oddsMoved, parlayOdds } from '../odds.ts'
import type { PlaceBet, PlacedLeg } from './bet-commands.ts'
import type { Leg } from './bet-events.ts'

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

/** The odds at which a leg can be struck now; null without a price, or in a market that cannot be settled. */
function offeredOdds({ fixture, selection, quote }: PlacedLeg): string | null {
  if (quote === null || quote.market !== 'h2h') return null
  if (quote.fixture !== fixture || quote.selection !== selection) {
    throw new Error(`quote of ${quote.fixture} ${quote.selection} for a leg on ${fixture} ${selection}`)
  }
  return quote.odds
}

/** Whether the leg can be bet on now, at odds that the bettor accepts. */
export function isAtAcceptedOdds(leg: PlacedLeg, policy: PlaceBet['policy']): leg is PlacedLeg & { quote: Leg } {
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

/** How a parlay's total odds have changed; empty where either is beyond the largest odds. */
export function parlayChange(seen: string, legs: readonly string[]): Pick<OddsChanges, 'parlay'> {
  const [before, now] = [oddsFromText(seen), parlayOdds(legs)]
  return before === null || now === null ? {} : { parlay: oddsMoved(before, now) }
}
