import { describe, expect, test } from 'vitest'
import { isTotalWithinPolicy, isWithinPolicy, productOfOdds, returnCents, returnOf } from './arithmetic.ts'
import { type Ending, gradeBet, gradeLeg, type PlacedLeg } from './grading.ts'

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
  [1, '1.49', 1], // 1.49
  [99, '1.01', 100], // 99.99
  [100_000_000_001, '1000.49', 100_049_000_001_000], // 100049000001000.49
  [100_000_000_000, '9999.99', 999_999_000_000_000],
])('%i cents at %s return %i', (stake, odds, cents) => {
  expect(returnCents(stake, odds)).toBe(cents)
  expect(returnOf(stake, odds)).toBe(BigInt(cents))
})

test('ten percent exactly is still what was accepted', () => {
  expect(isWithinPolicy('within-10-percent', ['2.00'], ['1.80'])).toBe(true)
  expect(isWithinPolicy('within-10-percent', ['2.00'], ['1.79'])).toBe(false)
  expect(isWithinPolicy('none', ['2.00'], ['2.00'])).toBe(true)
  expect(isWithinPolicy('none', ['2.00'], ['2.01'])).toBe(false)
  expect(isWithinPolicy('better', ['2.00'], ['2.01'])).toBe(true)
  expect(isWithinPolicy('better', ['2.00'], ['1.99'])).toBe(false)
  expect(isWithinPolicy('any', ['2.00'], ['1.01'])).toBe(true)
  expect(isWithinPolicy('within-10-percent', ['2.00', '2.00'], ['1.90', '1.90'])).toBe(true)
  expect(isWithinPolicy('within-10-percent', ['2.00', '2.00'], ['1.89', '1.90'])).toBe(false)
})

test('a total that was seen is compared with the product, however it was rounded', () => {
  // 1.15 x 1.15 = 1.3225
  const struck = ['1.15', '1.15']
  for (const total of ['1.32', '1.3225', '1.33']) expect(isTotalWithinPolicy('none', total, struck)).toBe(true)
  expect(isTotalWithinPolicy('none', '1.34', struck)).toBe(false)
  expect(isTotalWithinPolicy('better', '1.34', struck)).toBe(false)
  expect(isTotalWithinPolicy('better', '1.3', struck)).toBe(true)
  expect(isTotalWithinPolicy('within-10-percent', '1.46', struck)).toBe(true)
  expect(isTotalWithinPolicy('within-10-percent', '1.48', struck)).toBe(false)
  expect(isTotalWithinPolicy('within-10-percent', '1.20', struck)).toBe(false)
  expect(isTotalWithinPolicy('any', '99', struck)).toBe(true)
})

describe('rule version 1', () => {
  const leg: PlacedLeg = {
    fixture: 'f',
    market: 'h2h',
    point: undefined,
    selection: 'home',
    drawOffered: true,
    odds: '2.10',
    overtime: false,
  }
  const ending: Ending = {
    version: 1,
    closedAt: '2026-01-10T14:00:00.000Z',
    score: { home: 2, away: 1 },
    regulation: undefined,
    periods: [],
    abandoned: false,
    notCompleted: false,
  }
  const abandoned = { ...ending, abandoned: true, score: null }
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
    expect(gradeLeg({ ...leg, selection }, before, { ...ending, score: { home, away } }, 1)?.grade).toBe(grade)
  })

  test('voids what is late, abandoned, or a draw that was not offered', () => {
    expect(gradeLeg(leg, ending.closedAt, ending, 1)?.voidReason).toBe('late')
    expect(gradeLeg(leg, before, abandoned, 1)?.voidReason).toBe('abandoned')
    expect(gradeLeg(leg, before, { ...abandoned, notCompleted: true }, 1)?.voidReason).toBe('not-completed')
    const tie = { ...ending, score: { home: 1, away: 1 } }
    expect(gradeLeg({ ...leg, drawOffered: false }, before, tie, 1)?.voidReason).toBe('draw-not-offered')
    // late takes precedence over everything
    expect(gradeLeg(leg, ending.closedAt, abandoned, 1)?.voidReason).toBe('late')
  })

  test('leaves void legs out of the product, and loses with one lost leg', () => {
    const won = { grade: 'won', factor: '1.91' } as const
    const pushed = { grade: 'void', voidReason: 'abandoned', factor: '1.00' } as const
    const lost = { grade: 'lost', factor: '0.00' } as const
    expect(gradeBet(100, [won, won, pushed])).toEqual({ outcome: 'won', returnCents: 365 })
    expect(gradeBet(100, [pushed, pushed])).toEqual({ outcome: 'refunded', returnCents: 100 })
    expect(gradeBet(100, [won, lost])).toEqual({ outcome: 'lost', returnCents: 0 })
  })
})

describe('rule version 2', () => {
  const before = '2026-01-10T13:00:00.000Z'
  const ended = (home: number, away: number): Ending => ({
    version: 1,
    closedAt: '2026-01-10T14:00:00.000Z',
    score: { home: home + 1, away },
    regulation: { home, away },
    periods: [{ name: 'h1', home: 0, away: 1 }],
    abandoned: false,
    notCompleted: false,
  })
  const on = (market: string, selection: string, point?: string): PlacedLeg => {
    return { fixture: 'f', market, point, selection, drawOffered: false, odds: '1.91', overtime: false }
  }

  test.each([
    [on('spreads', 'home', '-0.25'), 1, 1, 'half-lost', '0.50'],
    [on('spreads', 'away', '0.25'), 1, 1, 'half-won', '1.455'],
    [on('spreads', 'home', '-1'), 2, 1, 'void', '1.00'],
    [on('spreads', 'home', '-0.75'), 2, 1, 'half-won', '1.455'],
    [on('alternate_spreads', 'away', '1.5'), 3, 1, 'lost', '0.00'],
    [on('totals', 'over', '2.25'), 1, 1, 'half-lost', '0.50'],
    [on('totals', 'under', '2'), 1, 1, 'void', '1.00'],
    [on('team_totals', 'away-over', '0.5'), 5, 1, 'won', '1.91'],
    [on('btts', 'no'), 1, 0, 'won', '1.91'],
    [on('double_chance', 'draw-away'), 0, 2, 'won', '1.91'],
    [on('double_chance', 'home-away'), 2, 2, 'lost', '0.00'],
    [on('draw_no_bet', 'home'), 0, 0, 'void', '1.00'],
    [on('h2h_h1', 'away'), 3, 1, 'won', '1.91'],
  ])('%j at %i:%i is %s', (leg, home, away, grade, factor) => {
    expect(gradeLeg(leg, before, ended(home, away), 2)).toMatchObject({ grade, factor })
  })

  test('decides nothing by a score that is not known', () => {
    expect(gradeLeg(on('h2h', 'home'), before, { ...ended(1, 0), regulation: undefined }, 2)).toBeNull()
    expect(gradeLeg(on('totals_q1', 'over', '10.5'), before, ended(1, 0), 2)).toBeNull()
    expect(gradeLeg({ ...on('h2h', 'home'), overtime: undefined }, before, ended(1, 0), 2)).toBeNull()
    expect(gradeLeg(on('h2h', 'home'), before, { ...ended(1, 0), score: null }, 2)?.voidReason).toBe('no-result')
  })

  test('pays half legs as one exact fraction', () => {
    const half = { grade: 'half-won', factor: '1.455' } as const
    const won = { grade: 'won', factor: '1.91' } as const
    // 100 x 1.455 x 1.91 = 277.905; 333 x 1.455 x 1.455 = 704.96...
    expect(gradeBet(100, [half, won])).toEqual({ outcome: 'won', returnCents: 278 })
    expect(gradeBet(333, [half, half])).toEqual({ outcome: 'won', returnCents: 705 })
    expect(gradeBet(101, [{ grade: 'half-lost', factor: '0.50' }])).toEqual({ outcome: 'lost', returnCents: 51 })
  })
})
