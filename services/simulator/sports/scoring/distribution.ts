// A distribution over whole numbers: a score, a margin or a total.
import { normalCdf } from '../../random.ts'

/** Smaller chances are ignored. */
const NEGLIGIBLE = 1e-10
/** Sums of more parts than this are approximated by a normal distribution. */
const EXACT_PARTS = 16

export class Distribution {
  /** The value that the first chance belongs to. */
  readonly from: number
  readonly chances: Float64Array
  /** Chance of more than each value; computed on first use. */
  #above: Float64Array | undefined

  constructor(from: number, chances: Float64Array) {
    this.from = from
    this.chances = chances
  }

  at(value: number): number {
    return this.chances[value - this.from] ?? 0
  }

  /** Chance of more than a line, whole or not. */
  over(line: number): number {
    this.#above ??= sumsFromTheEnd(this.chances)
    const index = Math.floor(line) - this.from
    return index < 0 ? 1 : (this.#above[index] ?? 0)
  }

  /** The smallest value that is not exceeded in half of all cases. */
  get median(): number {
    let value = this.from
    while (this.over(value) > 0.5) value += 1
    return value
  }
}

function sumsFromTheEnd(chances: Float64Array): Float64Array {
  const above = new Float64Array(chances.length)
  for (let index = chances.length - 2; index >= 0; index--) above[index] = above[index + 1]! + chances[index + 1]!
  return above
}

/** The points from plays that come at a constant rate: a compound Poisson distribution (Panjer's recursion). */
export function pointsOfPlays(
  rate: number,
  plays: readonly (readonly [points: number, share: number])[],
): Distribution {
  const most = Math.max(...plays.map(([points]) => points))
  const mean = rate * plays.reduce((sum, [points, share]) => sum + points * share, 0)
  const variance = rate * plays.reduce((sum, [points, share]) => sum + points * points * share, 0)
  const size = Math.ceil(mean + 8 * Math.sqrt(variance) + 6 * most) + 1
  const chances = new Float64Array(size)
  chances[0] = Math.exp(-rate)
  let sum = chances[0]
  let length = 1
  while (length < size && (length <= mean || 1 - sum > NEGLIGIBLE)) {
    let next = 0
    for (const [points, share] of plays) if (points <= length) next += points * share * chances[length - points]!
    chances[length] = (rate * next) / length
    sum += chances[length]!
    length += 1
  }
  return new Distribution(0, chances.subarray(0, length))
}

/** The sum of `count` independent numbers with the same chances, starting from 0. */
export function sumOf(chances: readonly number[], count: number): Distribution {
  if (count > EXACT_PARTS) {
    const mean = chances.reduce((sum, chance, value) => sum + value * chance, 0)
    const square = chances.reduce((sum, chance, value) => sum + value * value * chance, 0)
    return rounded(count * mean, Math.sqrt(count * (square - mean * mean)))
  }
  let sum = Float64Array.of(1)
  for (let part = 0; part < count; part++) {
    const longer = new Float64Array(sum.length + chances.length - 1)
    for (const [value, chance] of chances.entries()) {
      for (let index = 0; index < sum.length; index++) longer[index + value]! += sum[index]! * chance
    }
    sum = longer
  }
  return new Distribution(0, sum)
}

/** A rounded normal number; values below 0 count as 0. */
function rounded(mean: number, deviation: number): Distribution {
  const from = Math.max(0, Math.floor(mean - 5 * deviation))
  const chances = new Float64Array(Math.ceil(mean + 5 * deviation) - from + 1)
  let below = 0
  for (let index = 0; index < chances.length; index++) {
    const upTo = index === chances.length - 1 ? 1 : normalCdf((from + index + 0.5 - mean) / deviation)
    chances[index] = upTo - below
    below = upTo
  }
  return new Distribution(from, chances)
}
