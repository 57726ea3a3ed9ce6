// The random numbers of the feed: keyed hashes of what they are for. There is no state, so any moment can be replayed.
import { hash } from 'node:crypto'

/** Uniform numbers in the open interval (0, 1), by index. The same key always gives the same numbers. */
export type Draws = (index: number) => number

/** The key is hashed once; an index is then mixed in, since a cryptographic hash for each would be slow. */
export function drawsFor(key: string): Draws {
  const seeds = hash('sha256', key, 'buffer')
  const first = seeds.readInt32BE(0)
  const second = seeds.readInt32BE(4)
  const third = seeds.readInt32BE(8)
  return (index) => {
    const mixedOnce = mixed((Math.imul(index, 0x9e3779b9) + first) | 0)
    return ((mixed(mixed(mixedOnce ^ second) + third) >>> 0) + 0.5) / 2 ** 32
  }
}

/** A permutation of 32-bit numbers in which every bit depends on every other (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** One uniform number for a key. */
export const uniform = (key: string): number => drawsFor(key)(0)

/** A uniform number between two bounds. */
export const between = (low: number, high: number, draw: number): number => low + (high - low) * draw

/** A standard normal number from two uniform ones (Box-Muller). */
export const normal = (first: number, second: number): number =>
  Math.sqrt(-2 * Math.log(first)) * Math.cos(2 * Math.PI * second)

/** 0 to size-1 in an order determined by the key (Fisher-Yates). */
export function shuffled(size: number, key: string): number[] {
  const draws = drawsFor(key)
  const order = Array.from({ length: size }, (_, index) => index)
  for (let last = size - 1; last > 0; last--) {
    const pick = Math.floor(draws(last) * (last + 1))
    const moved = order[last]!
    order[last] = order[pick]!
    order[pick] = moved
  }
  return order
}

/** Distribution function of the standard normal (Abramowitz and Stegun 7.1.26: error below 2e-7). */
export function normalCdf(x: number): number {
  const t = 1 / (1 + 0.3275911 * (Math.abs(x) / Math.SQRT2))
  const tail =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) *
    Math.exp((-x * x) / 2)
  return x >= 0 ? 1 - tail / 2 : tail / 2
}
