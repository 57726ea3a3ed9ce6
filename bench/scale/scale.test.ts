import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesOf } from './accounts.ts'
import { capacityOf, simulateShard } from './shard.ts'

const options = fc.record({
  perSecond: fc.integer({ min: 10, max: 200_000 }),
  flushUs: fc.integer({ min: 0, max: 5_000 }),
  eventUs: fc.integer({ min: 1, max: 500 }),
  batch: fc.integer({ min: 1, max: 1_000 }),
  bets: fc.integer({ min: 1, max: 2_000 }),
  seed: fc.nat(),
})

test('a log answers every bet, none before its own flush, and never more than its capacity', () => {
  fc.assert(
    fc.property(options, (given) => {
      const { answered, busy, meanBatch, p50Us, p99Us, perSecond } = simulateShard(given)
      expect(answered).toBe(given.bets)
      expect(p50Us).toBeGreaterThanOrEqual(given.flushUs + given.eventUs - 1e-3)
      expect(p99Us).toBeGreaterThanOrEqual(p50Us)
      expect(meanBatch).toBeLessThanOrEqual(given.batch)
      expect(busy).toBeLessThanOrEqual(1 + 1e-6)
      expect(perSecond).toBeLessThanOrEqual(capacityOf(given) * (1 + 1e-6))
    }),
  )
})

test('one at a time it is the queue M/D/1, whose mean wait Pollaczek and Khinchine give', () => {
  for (const load of [0.3, 0.5, 0.8]) {
    const eventUs = 100
    const { busy, meanUs } = simulateShard({
      perSecond: (load * 1e6) / eventUs,
      flushUs: 0,
      eventUs,
      batch: 1,
      bets: 400_000,
      seed: 7,
    })
    expect(busy).toBeCloseTo(load, 1)
    const expected = eventUs * (1 + load / (2 * (1 - load)))
    expect(Math.abs(meanUs / expected - 1)).toBeLessThan(0.05)
  }
})

test('the shares of all shards are all bets, and no account is on two', () => {
  for (const shards of [1, 4, 16]) {
    const shares = sharesOf(shards, 100_000, 1)
    expect(shares).toHaveLength(shards)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
  }
})

test.each([{ perSecond: 0 }, { perSecond: Number.NaN }, { batch: 0 }, { batch: Number.NaN }, { bets: 0 }])(
  'a queue that would never end is refused: %j',
  (wrong) => {
    const given = { perSecond: 1, flushUs: 1, eventUs: 1, batch: 1, bets: 1, seed: 1, ...wrong }
    expect(() => simulateShard(given)).toThrow(RangeError)
  },
)
