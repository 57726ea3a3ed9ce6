// One log as a queue: waiting bets are appended together, with one flush in progress at a time (docs/decisions/0006,
// 0017).
import { SeededRandom } from '#projections/testing/seeded-random.ts'

/** Times in microseconds. */
export type ShardOptions = {
  /** Bets that arrive per second, independently of each other. */
  readonly perSecond: number
  /** Per batch, whatever its size: the flush to disk and the round trip. */
  readonly flushUs: number
  /** Per event in a batch: how long the log's only writer is busy with it. */
  readonly eventUs: number
  /** The largest batch. */
  readonly batch: number
  /** How many bets arrive in total. */
  readonly bets: number
  readonly seed: number
}

export type ShardResult = {
  /** Appended per second, from the first arrival to the last reply. */
  readonly perSecond: number
  /** The share of that time in which the writer was busy. */
  readonly busy: number
  readonly meanBatch: number
  /** From arrival to reply. */
  readonly meanUs: number
  readonly p50Us: number
  readonly p99Us: number
  readonly answered: number
}

const PRECISION = 2 ** 31

/** Runs until the last bet is answered. Throws a RangeError if nothing would ever arrive or be handled. */
export function simulateShard({ perSecond, flushUs, eventUs, batch, bets, seed }: ShardOptions): ShardResult {
  if (!(perSecond > 0 && batch >= 1 && bets >= 1)) throw new RangeError('rate, batch and bets are above zero')
  const random = new SeededRandom(seed)
  const gap = () => -Math.log(1 - random.below(PRECISION) / PRECISION) * (1e6 / perSecond)
  const arrivals = new Float64Array(bets)
  for (let index = 0, at = 0; index < bets; index += 1) arrivals[index] = at += gap()
  const waits = new Float64Array(bets)
  let [freeAt, busyUs, batches, answered] = [0, 0, 0, 0]
  while (answered < bets) {
    const begin = Math.max(freeAt, arrivals[answered]!)
    let end = answered
    while (end < bets && end - answered < batch && arrivals[end]! <= begin) end += 1
    const takes = flushUs + (end - answered) * eventUs
    freeAt = begin + takes
    busyUs += takes
    batches += 1
    for (; answered < end; answered += 1) waits[answered] = freeAt - arrivals[answered]!
  }
  waits.sort()
  const wholeUs = freeAt - arrivals[0]!
  return {
    perSecond: (answered / wholeUs) * 1e6,
    busy: busyUs / wholeUs,
    meanBatch: answered / batches,
    meanUs: waits.reduce((sum, wait) => sum + wait, 0) / bets,
    p50Us: waits[Math.floor(bets * 0.5)]!,
    p99Us: waits[Math.floor(bets * 0.99)]!,
    answered,
  }
}

/** How much a log can append per second with full batches. */
export const capacityOf = ({ flushUs, eventUs, batch }: Pick<ShardOptions, 'flushUs' | 'eventUs' | 'batch'>): number =>
  (batch / (flushUs + batch * eventUs)) * 1e6
