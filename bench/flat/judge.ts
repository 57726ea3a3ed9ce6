// Whether the cost of a bet and a registration has grown with the book: the ratio of the large book to the normal one
// in each round.
import type { Work } from '../accounting/tally.ts'
import { median } from '../load.ts'

/**
 * Parts on the way of a bet. Those that poll, sweep and sign work by the second rather than by the bet, and are shown
 * separately.
 */
export const WAY = ['api', 'projector', 'append', 'queries', 'fold'] as const
const BESIDE = ['worker', 'notary', 'rest'] as const
/** The limit: a tenth more. */
const RATIO_MAX = 1.1

/**
 * Microseconds per bet or registration in each round, measured one after the other, so that anything else that the
 * machine does slows both.
 */
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

/** `where`: what is large. `bound`: how the limit is described. */
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

/** A line for each limit that is exceeded. */
export const misses = (all: readonly Compared[]): string[] =>
  all
    .filter((compared) => !(ratioOf(compared) <= RATIO_MAX))
    .map((compared) => `a ${compared.what} costs ${ratioOf(compared).toFixed(2)} times as much, ${RATIO_MAX} at most`)
