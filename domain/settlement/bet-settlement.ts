// How outcomes settle a bet: a function of stake, odds, time of acceptance and the given outcomes alone, so that it
// does not matter which of several workers settles.
import type { BetOutcome, GradedLeg } from '../bet/bet-events.ts'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import { CURRENT_RULES, type DecidedLeg, gradedLeg, gradeLeg, type RuleVersion, type StruckLeg } from './grade-leg.ts'
import { factorOf, parlayReturnCents } from './parlay-return.ts'

export type StruckBet = {
  readonly stakeCents: number
  /** Business time of acceptance. */
  readonly placedAt: string
  readonly legs: readonly StruckLeg[]
}

export type Settlement = {
  readonly rule: RuleVersion
  readonly outcome: BetOutcome
  readonly returnCents: number
  /** The legs that counted: all of them, or only the lost ones if there are any. */
  readonly legs: readonly GradedLeg[]
}

/** Settles a bet by the outcomes known; null while they do not decide it. One lost leg decides a parlay at once. */
export function settleBet(
  bet: StruckBet,
  outcomes: readonly FixtureOutcome[],
  rule: RuleVersion = CURRENT_RULES,
): Settlement | null {
  const legs: GradedLeg[] = []
  for (const [index, leg] of bet.legs.entries()) {
    const graded = gradeBy(leg, bet, outcomes, rule)
    if (graded !== null) legs.push(gradedLeg(index, leg, graded))
  }
  const lost = legs.filter(({ grade }) => grade === 'lost')
  if (lost.length > 0) return { rule, outcome: 'lost', returnCents: 0, legs: lost }
  if (legs.length < bet.legs.length) return null
  const returnCents = parlayReturnCents(bet.stakeCents, legs)
  return { rule, outcome: outcomeOf(bet.stakeCents, returnCents), returnCents, legs }
}

/** The most that a bet may still return by the outcomes known, in cents: undecided legs count as won. */
export function mostReturnCents(bet: StruckBet, outcomes: readonly FixtureOutcome[]): number {
  const legs = bet.legs.map((leg) => {
    const grade = gradeBy(leg, bet, outcomes, CURRENT_RULES)?.grade ?? 'won'
    return { grade, factor: factorOf(grade, leg.odds) }
  })
  return legs.some(({ grade }) => grade === 'lost') ? 0 : parlayReturnCents(bet.stakeCents, legs)
}

function gradeBy(
  leg: StruckLeg,
  { placedAt }: StruckBet,
  outcomes: readonly FixtureOutcome[],
  rule: RuleVersion,
): DecidedLeg | null {
  const outcome = outcomes.find(({ fixture }) => fixture === leg.fixture)
  return outcome === undefined ? null : gradeLeg(leg, placedAt, outcome, rule)
}

/** The outcome of a bet follows from its return alone. */
const outcomeOf = (stakeCents: number, returnCents: number): BetOutcome =>
  returnCents > stakeCents ? 'won' : returnCents === stakeCents ? 'refunded' : 'lost'
