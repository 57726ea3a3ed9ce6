// Measures two things of one kind in alternation.
import type { Work } from '../accounting/tally.ts'
import type { Compared } from './judge.ts'

/** The order alternates; the first round of each warms up. `which`: 0 is the normal one. */
export async function byTurns(
  what: string,
  rounds: number,
  measure: (which: 0 | 1, round: number) => Promise<Work>,
): Promise<Compared> {
  const found: [normal: Work[], large: Work[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const work = await measure(which, round)
      if (round > 0) found[which].push(work)
    }
  }
  return { what, normal: found[0], large: found[1] }
}
