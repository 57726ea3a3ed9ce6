// How outcomes settle a bet, by rule version 1: a function of stake, odds, time of placing and the outcomes given, nothing
// else, so that it does not matter which of several workers settles.
import type { BetOutcome, GradedLeg } from '../bet/bet-events.ts'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import { gradedLeg, gradeLeg, type StruckLeg } from './grade-leg.ts'
import { parlayReturnCents } from './parlay-return.ts'

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

/** Settles a bet by the outcomes known; null while it cannot be decided. One lost leg decides a parlay at once. */
export function settleBet(bet: StruckBet, outcomes: readonly FixtureOutcome[]): Settlement | null {
  const legs: GradedLeg[] = []
  for (const [index, leg] of bet.legs.entries()) {
    const outcome = outcomes.find(({ fixture }) => fixture === leg.fixture)
    if (outcome !== undefined) legs.push(gradedLeg(index, leg, outcome.version, gradeLeg(leg, bet.placedAt, outcome)))
  }
  const lost = legs.filter(({ grade }) => grade === 'lost')
  if (lost.length > 0) return { rule: RULE_VERSION, outcome: 'lost', returnCents: 0, legs: lost }
  if (legs.length < bet.legs.length) return null
  const factors = legs.map(({ factor }) => factor)
  const returnCents = parlayReturnCents(bet.stakeCents, factors)
  return { rule: RULE_VERSION, outcome: outcomeOf(bet.stakeCents, returnCents), returnCents, legs }
}

/** A bet is labelled by what it returned: no factor left is below 1.00, so it is the stake at least. */
const outcomeOf = (stakeCents: number, returnCents: number): BetOutcome =>
  returnCents > stakeCents ? 'won' : 'refunded'
