// The bounds of a slip: stake, potential return, number of legs. A bet states the limits under which it was accepted.
// It is checked against these, and against those of the product that no setting changes.
import type { EventCheck } from '../../replay/event-check.ts'

export const LEAST_STAKE_CENTS = 10
const MOST_LEGS = 20

export function checkSlip({ data, place, findings, subject }: EventCheck<'BetPlaced'>): void {
  const { legs, limits, stakeCents } = data
  const [stated, known] = [limits, { minStakeCents: LEAST_STAKE_CENTS, maxLegs: MOST_LEGS }].map(
    ({ minStakeCents, maxLegs }) => `a stake of at least ${minStakeCents}, at most ${maxLegs} legs`,
  )
  if (stated !== known) findings.at(place, 'limits_misstated', known, stated, subject)
  const least = Math.max(limits.minStakeCents, LEAST_STAKE_CENTS)
  if (stakeCents < least) findings.at(place, 'stake_below_limit', `at least ${least}`, stakeCents, subject)
  if (data.potentialReturnCents > limits.maxPayoutCents) {
    findings.at(place, 'payout_above_limit', `at most ${limits.maxPayoutCents}`, data.potentialReturnCents, subject)
  }
  if (legs.length > limits.maxLegs) {
    findings.at(place, 'legs_above_limit', `at most ${limits.maxLegs}`, legs.length, subject)
  }
  if (legs.length > 1 && new Set(legs.map(({ fixture }) => fixture)).size < legs.length) {
    findings.at(place, 'fixture_twice', 'one leg a fixture', legs.map(({ fixture }) => fixture).join(' '), subject)
  }
}
