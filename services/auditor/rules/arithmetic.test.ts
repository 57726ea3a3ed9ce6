import { describe, expect, test } from 'vitest'
import { isWithinPolicy, productOfOdds, returnCents, returnOf } from './arithmetic.ts'
import { gradeBet, gradeLeg } from './grading.ts'

// worked out by hand, so that both opinions cannot share an error
test.each<[string[], string]>([
  [['2.10'], '2.10'],
  [['1.91', '1.91'], '3.65'], // 3.6481
  [['1.05', '1.10'], '1.16'], // 1.155: half up
  [['1.15', '1.30'], '1.50'], // 1.495: half up
  [['2.10', '3.40', '3.55'], '25.35'], // 25.347
  [['1.01', '1.01', '1.01'], '1.03'], // 1.030301
])('the product of %j is %s', (odds, product) => {
  expect(productOfOdds(odds)).toBe(product)
})

test.each<[number, string, number]>([
  [1_000, '2.10', 2_100],
  [333, '3.40', 1_132], // 1132.2
  [10, '1.05', 11], // 10.5: half up
  [50, '1.01', 51], // 50.5
  [100_000_000_000, '9999.99', 999_999_000_000_000],
])('%i cents at %s return %i', (stake, odds, cents) => {
  expect(returnCents(stake, odds)).toBe(cents)
  expect(returnOf(stake, odds)).toBe(BigInt(cents))
})

test('ten percent exactly is still what was accepted', () => {
  expect(isWithinPolicy('within-10-percent', '2.00', '1.80')).toBe(true)
  expect(isWithinPolicy('within-10-percent', '2.00', '1.79')).toBe(false)
  expect(isWithinPolicy('none', '2.00', '2.00')).toBe(true)
  expect(isWithinPolicy('none', '2.00', '2.01')).toBe(false)
})

describe('rule version 1', () => {
  const leg = { fixture: 'f', selection: 'home', drawOffered: true, odds: '2.10' }
  const ending = { version: 1, closedAt: '2026-01-10T14:00:00.000Z', score: { home: 2, away: 1 }, notCompleted: false }
  const before = '2026-01-10T13:59:59.999Z'

  test.each([
    ['home', 2, 1, 'won'],
    ['home', 1, 1, 'lost'],
    ['home', 0, 1, 'lost'],
    ['draw', 1, 1, 'won'],
    ['draw', 2, 1, 'lost'],
    ['away', 0, 1, 'won'],
    ['away', 1, 1, 'lost'],
  ])('%s at %i:%i is %s', (selection, home, away, grade) => {
    expect(gradeLeg({ ...leg, selection }, before, { ...ending, score: { home, away } }).grade).toBe(grade)
  })

  test('voids what is late, abandoned, or a draw that was not offered', () => {
    expect(gradeLeg(leg, ending.closedAt, ending).voidReason).toBe('late')
    expect(gradeLeg(leg, before, { ...ending, score: null }).voidReason).toBe('abandoned')
    expect(gradeLeg(leg, before, { ...ending, score: null, notCompleted: true }).voidReason).toBe('not-completed')
    const tie = { ...ending, score: { home: 1, away: 1 } }
    expect(gradeLeg({ ...leg, drawOffered: false }, before, tie).voidReason).toBe('draw-not-offered')
    // late comes before everything
    expect(gradeLeg(leg, ending.closedAt, { ...ending, score: null }).voidReason).toBe('late')
  })

  test('leaves void legs out of the product, and loses with one lost leg', () => {
    const won = { grade: 'won', voidReason: null, factor: '1.91' } as const
    const pushed = { grade: 'void', voidReason: 'abandoned', factor: '1.00' } as const
    const lost = { grade: 'lost', voidReason: null, factor: '0.00' } as const
    expect(gradeBet(100, [won, won, pushed])).toEqual({ outcome: 'won', returnCents: 365 })
    expect(gradeBet(100, [pushed, pushed])).toEqual({ outcome: 'refunded', returnCents: 100 })
    expect(gradeBet(100, [won, lost])).toEqual({ outcome: 'lost', returnCents: 0 })
  })
})
