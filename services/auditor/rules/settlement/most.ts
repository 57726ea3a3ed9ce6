// The most that an open bet can still return, by the auditor's own reading.
import type { OpenBet } from '../../replay/entities.ts'
import type { State } from '../../replay/state.ts'
import { gradeBet } from '../grading.ts'
import { decidedAsOf } from './in-force.ts'

/** In cents, by what its fixtures have so far. A leg that nothing decides yet counts as won. */
export function mostOf({ legs, placedAt, stakeCents }: OpenBet, { fixtures }: Pick<State, 'fixtures'>): number {
  const verdicts = legs.map((leg) => {
    const game = fixtures.peek(leg.fixture)
    const decided = game && decidedAsOf(leg, placedAt, game, Number.POSITIVE_INFINITY, 2)?.verdict
    return decided ?? { grade: 'won' as const, factor: leg.odds }
  })
  return gradeBet(stakeCents, verdicts).returnCents
}
