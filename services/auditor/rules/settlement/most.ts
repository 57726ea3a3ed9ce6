// The most that an open bet can still return, in the auditor's own reading.
import type { OpenBet } from '../../replay/entities.ts'
import type { State } from '../../replay/state.ts'
import { gradeBet } from '../grading.ts'
import { decidedAsOf } from './in-force.ts'

/** In cents, by all that its games have by now: a leg that nothing decides counts as won. */
export function mostOf({ legs, placedAt, stakeCents }: OpenBet, { fixtures }: Pick<State, 'fixtures'>): number {
  const verdicts = legs.map((leg) => {
    const game = fixtures.peek(leg.fixture)
    const decided = game && decidedAsOf(leg, placedAt, game, Number.POSITIVE_INFINITY, 2)?.verdict
    return decided ?? { grade: 'won' as const, factor: leg.odds }
  })
  return gradeBet(stakeCents, verdicts).returnCents
}
