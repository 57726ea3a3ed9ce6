// Legs -> bet, by rule version 1. What a bet returns is a function of stake, odds, time of placing and the outcomes
// named, nothing else: whoever settles first settles right.
import type { BetOutcome, GradedLeg } from '../account/events.ts'
import { parlayOdds, returnCents } from '../odds.ts'
import { gradedLeg, gradeLeg, type StruckLeg } from './grade.ts'
import type { FixtureOutcome } from './outcome.ts'

const RULE_VERSION = 1

export type StruckBet = {
  readonly stakeCents: number
  /** Business time of acceptance. */
  readonly placedAt: string
  readonly legs: readonly StruckLeg[]
}

export type Settlement = {
  readonly rule: typeof RULE_VERSION
  readonly outcome: BetOutcome
  readonly returnCents: number
  /** The legs that counted: all of them, or the lost ones where there are any. */
  readonly legs: readonly GradedLeg[]
}

/**
 * Settles a bet by the outcomes known; null while it cannot be decided. One lost leg decides a parlay at once.
 * A void leg counts as 1.00; the odds of the others are multiplied and rounded half up once to two decimals, stake
 * times that is rounded half up to the cent. With every leg void the stake goes back.
 */
export function settleBet(bet: StruckBet, outcomes: readonly FixtureOutcome[]): Settlement | null {
  const legs: GradedLeg[] = []
  for (const [index, leg] of bet.legs.entries()) {
    const outcome = outcomes.find(({ fixture }) => fixture === leg.fixture)
    if (outcome !== undefined) legs.push(gradedLeg(index, leg, outcome.version, gradeLeg(leg, bet.placedAt, outcome)))
  }
  const lost = legs.filter(({ grade }) => grade === 'lost')
  if (lost.length > 0) return { rule: RULE_VERSION, outcome: 'lost', returnCents: 0, legs: lost }
  if (legs.length < bet.legs.length) return null
  const paidCents = returnOf(
    bet.stakeCents,
    legs.map(({ factor }) => factor),
  )
  return { rule: RULE_VERSION, outcome: labelOf(bet.stakeCents, paidCents), returnCents: paidCents, legs }
}

/** Stake times the product of the factors, none of which is 0. */
function returnOf(stakeCents: number, factors: readonly string[]): number {
  const odds = parlayOdds(factors)
  const cents = odds === null ? null : returnCents(stakeCents, odds)
  // placing has refused what would not fit, and a void leg only lowers the return
  if (cents === null) throw new RangeError(`return of ${stakeCents} at ${factors.join(' x ')} is out of range`)
  return cents
}

/** A bet is labelled by what it returned: no factor left is below 1.00, so it is the stake at least. */
const labelOf = (stakeCents: number, paidCents: number): BetOutcome => (paidCents > stakeCents ? 'won' : 'refunded')
