// Whether what a bet and a registration cost has grown with the book: of each round the ratio of the large book to the normal one.
import type { Work } from '../accounting/tally.ts'
import { median } from '../load.ts'

/** On the way of a bet; what polls, sweeps and signs by itself works by the second, not by the bet, and is shown beside it. */
export const WAY = ['api', 'projector', 'append', 'queries', 'fold'] as const
const BESIDE = ['worker', 'notary', 'rest'] as const
/** At most: the bound is a tenth. */
const RATIO_MAX = 1.1

/** Microseconds for one, of each round: measured one after the other, so that whatever else the machine does slows both. */
export type Compared = {
  readonly what: string
  readonly normal: readonly Work[]
  readonly large: readonly Work[]
}

const sum = (work: Work, parts: readonly string[]): number => parts.reduce((all, part) => all + (work[part] ?? 0), 0)
const middle = (rounds: readonly Work[], parts: readonly string[]): number =>
  median(rounds.map((work) => sum(work, parts)))

export function ratioOf({ normal, large }: Compared, parts: readonly string[] = WAY): number {
  return median(large.map((work, round) => sum(work, parts) / sum(normal[round]!, parts)))
}

const BOUND = ` (${RATIO_MAX} at most)`

/** `where`: what is large. `bound`: what is said of one. */
export function comparedLines(compared: Compared, where = 'in the large book', bound = BOUND): string[] {
  const { what, normal, large } = compared
  const each = [...WAY, ...BESIDE].map((part) => {
    const [before, after] = [middle(normal, [part]), middle(large, [part])]
    return `${part} ${Math.round(before)} -> ${Math.round(after)}`
  })
  return [
    `  a ${what}: ${ratioOf(compared).toFixed(2)}x ${where}${bound}: ` +
      `${Math.round(middle(normal, WAY))} -> ${Math.round(middle(large, WAY))} us`,
    `    ${each.join(', ')}`,
  ]
}

/** A line for each bound that is missed. */
export const misses = (all: readonly Compared[]): string[] =>
  all
    .filter((compared) => !(ratioOf(compared) <= RATIO_MAX))
    .map((compared) => `a ${compared.what} costs ${ratioOf(compared).toFixed(2)} times as much, ${RATIO_MAX} at most`)
