import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import { at, id } from '../testing/samples.ts'
import type { StruckBet } from './bet-settlement.ts'
import { settleBet } from './bet-settlement.ts'
import type { StruckLeg } from './grade-leg.ts'
import { gradeLeg } from './grade-leg.ts'

const leg = (selection: string, changes: Partial<StruckLeg> = {}): StruckLeg => ({
  fixture: id('derby'),
  market: 'h2h',
  selection,
  drawOffered: true,
  odds: '2.00',
  basis: 'regulation',
  ...changes,
})
const result = (home: number, away: number, fixture = id('derby')): FixtureOutcome => {
  const score = { home, away }
  return { kind: 'result', fixture, version: 3, closedAt: at(100), score, regulation: score }
}
const abandoned = (why: 'not-completed' | 'cancelled' | 'by-hand'): FixtureOutcome => ({
  kind: 'abandoned',
  fixture: id('derby'),
  version: 3,
  closedAt: at(100),
  why,
})
const won = { version: 3, grade: 'won' }
const lost = { version: 3, grade: 'lost' }
const voided = (voidReason: string) => ({ version: 3, grade: 'void', voidReason })

describe('a market decided by hand for a game without a result', () => {
  const decidedFor = (...selections: string[]): FixtureOutcome => ({
    ...(result(0, 0) as FixtureOutcome & { kind: 'result' }),
    score: null,
    decided: [{ market: 'h2h', version: 5, selections: selections.map((selection) => ({ selection, grade: 'won' })) }],
  })
  it('settles the selections that the decision names, and voids the others by the version of the decision', () => {
    expect(gradeLeg(leg('home'), at(0), decidedFor('home', 'away'))).toEqual({ ...won, version: 5 })
    // by the decision's version, because an earlier decision of the market at version 3 may have named it
    expect(gradeLeg(leg('home'), at(0), decidedFor('away'))).toEqual({ ...voided('no-result'), version: 5 })
  })
})

describe('a leg on the match result', () => {
  it.each([
    ['home', 2, 1, won],
    ['home', 1, 2, lost],
    ['home', 1, 1, lost],
    ['draw', 1, 1, won],
    ['draw', 0, 0, won],
    ['draw', 1, 0, lost],
    ['away', 0, 3, won],
    ['away', 3, 0, lost],
    ['away', 2, 2, lost],
  ])('three-way: %s at %i-%i', (selection, home, away, graded) =>
    expect(gradeLeg(leg(selection), at(0), result(home, away))).toEqual(graded),
  )
  it.each([
    ['home', 101, 99, won],
    ['away', 101, 99, lost],
    ['away', 0, 1, won],
    ['home', 40, 40, voided('draw-not-offered')],
    ['away', 40, 40, voided('draw-not-offered')],
  ])('two-way: %s at %i-%i', (selection, home, away, graded) =>
    expect(gradeLeg(leg(selection, { drawOffered: false }), at(0), result(home, away))).toEqual(graded),
  )
  it('is void if the game was not played', () => {
    expect(gradeLeg(leg('home'), at(0), abandoned('cancelled'))).toEqual(voided('abandoned'))
    expect(gradeLeg(leg('home'), at(0), abandoned('by-hand'))).toEqual(voided('abandoned'))
    expect(gradeLeg(leg('home'), at(0), abandoned('not-completed'))).toEqual(voided('not-completed'))
  })
  it('is late from the close on, to the millisecond, whatever the result', () => {
    const before = new Date(Date.parse(at(100)) - 1).toISOString()
    expect(gradeLeg(leg('home'), before, result(1, 0))).toEqual(won)
    expect(gradeLeg(leg('home'), at(100), result(1, 0))).toEqual(voided('late'))
    expect(gradeLeg(leg('home'), at(101), result(0, 1))).toEqual(voided('late'))
    expect(gradeLeg(leg('home'), at(100), abandoned('cancelled'))).toEqual(voided('late'))
  })
  it('is graded only by its own fixture', () =>
    expect(() => gradeLeg(leg('home', { fixture: id('cup') }), at(0), result(1, 0))).toThrow('outcome of'))
})

/** A bet with a leg on the home side at each of these odds. */
const betOn = (stakeCents: number, odds: string[]): StruckBet => ({
  stakeCents,
  placedAt: at(0),
  legs: odds.map((price, n) => leg('home', { fixture: id(`game ${n}`), odds: price })),
})
type Ending = 'W' | 'L' | 'V'
const endings = (text: string): FixtureOutcome[] =>
  [...text].flatMap((ending, n) => {
    const fixture = id(`game ${n}`)
    if (ending === 'W') return [result(1, 0, fixture)]
    if (ending === 'L') return [result(0, 1, fixture)]
    if (ending === 'V') return [{ ...abandoned('cancelled'), fixture }]
    return []
  })

describe('a bet', () => {
  it.each([
    // stake, odds, how each leg ended ('-': not yet), outcome, return
    [10_000, ['5.50'], 'W', 'won', 55_000],
    [10_000, ['3.20'], 'W', 'won', 32_000],
    [1_000, ['2.10'], 'L', 'lost', 0],
    [1_000, ['2.10'], 'V', 'refunded', 1_000],
    [100, ['1.91', '1.91', '1.91'], 'WWV', 'won', 365],
    [100, ['1.91', '1.91'], 'WV', 'won', 191],
    [100, ['1.91', '1.91'], 'VV', 'refunded', 100],
    [100, ['1.91', '1.91'], 'VL', 'lost', 0],
    [100, ['1.91', '1.91', '4.00'], '-L-', 'lost', 0],
    [333, ['2.10', '1.50', '3.33'], 'WWW', 'won', 3_493],
    // 0.10 at 1.04 pays 0.104, which rounds to the stake
    [10, ['1.04'], 'W', 'refunded', 10],
    [10, ['1.05'], 'W', 'won', 11],
  ] as const)('of %i at %j, ended %s: %s, %i', (stakeCents, odds, ended, outcome, returnCents) =>
    expect(settleBet(betOn(stakeCents, [...odds]), endings(ended))).toMatchObject({ rule: 2, outcome, returnCents }),
  )
  it.each(['-', 'W-', '-V', 'WW-', '--V'])('is undecided while its legs stand at %s', (ended) =>
    expect(
      settleBet(
        betOn(
          100,
          [...ended].map(() => '1.50'),
        ),
        endings(ended),
      ),
    ).toBeNull(),
  )
  it('names every leg that counted, with the factor by which it multiplied the return', () => {
    expect(settleBet(betOn(100, ['1.91', '1.50']), endings('WV'))?.legs).toEqual([
      { leg: 0, fixture: id('game 0'), result: 3, grade: 'won', factor: '1.91' },
      { leg: 1, fixture: id('game 1'), result: 3, grade: 'void', voidReason: 'abandoned', factor: '1.00' },
    ])
  })
  it('that lost names only the lost legs', () => {
    expect(settleBet(betOn(100, ['1.91', '1.50', '2.00']), endings('WLL'))?.legs.map((graded) => graded.leg)).toEqual([
      1, 2,
    ])
  })
  it('is settled the same whatever the order of the outcomes, and only by those of its own fixtures', () => {
    const bet = betOn(100, ['1.91', '1.50'])
    const more = [result(0, 9), ...endings('WW').reverse()]
    expect(settleBet(bet, more)).toEqual(settleBet(bet, endings('WW')))
  })
})

describe('every parlay', () => {
  const price = fc
    .integer({ min: 100, max: 1500 })
    .map((h) => `${Math.trunc(h / 100)}.${String(h % 100).padStart(2, '0')}`)
  const ending = fc.constantFrom<Ending>('W', 'L', 'V')
  const parlay = fc.array(fc.tuple(price, ending), { minLength: 1, maxLength: 8 })

  /** Rounds a fraction half up, by its remainder. */
  const halfUp = (n: bigint, d: bigint): bigint => n / d + (2n * (n % d) >= d ? 1n : 0n)

  it('returns what an independent model in exact fractions returns', () =>
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 100_000_00 }), parlay, (stakeCents, legs) => {
        const settlement = settleBet(
          betOn(
            stakeCents,
            legs.map(([odds]) => odds),
          ),
          endings(legs.map(([, ended]) => ended).join('')),
        )
        let n = 1n
        let d = 1n
        for (const [odds, ended] of legs) {
          if (ended === 'L') n = 0n
          if (ended !== 'W') continue
          const [whole = '', part = ''] = odds.split('.')
          n *= BigInt(whole) * 100n + BigInt(part)
          d *= 100n
        }
        const rounded = halfUp(n * 100n, d)
        const expected = Number(halfUp(BigInt(stakeCents) * rounded, 100n))
        expect(settlement?.returnCents).toBe(expected)
        expect(settlement?.outcome).toBe(expected > stakeCents ? 'won' : expected === stakeCents ? 'refunded' : 'lost')
      }),
      { numRuns: 3000 },
    ))
})
