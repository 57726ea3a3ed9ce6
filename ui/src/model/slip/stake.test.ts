import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnCents } from '#domain/odds.ts'
import { largestStake, parlayTotals, singlesTotals } from './stake.ts'

describe('the largest stake', () => {
  const share = (balance: number, bets: number) => largestStake(balance, Array(bets).fill('2.00'), null)

  it('is the balance for one bet, an even share of it for several', () => {
    expect([share(6_500, 1), share(6_500, 3), share(0, 1)].map(({ cents }) => cents)).toEqual([6_500, 2_166, 0])
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 9 }), fc.integer({ min: 1, max: 20 }), (balance, bets) => {
        const { cents, cap } = share(balance, bets)
        return cap === 'balance' && cents * bets <= balance && balance - cents * bets < bets
      }),
    )
  })

  it('is an even share of what the bettor’s own limits leave, where that is less', () => {
    const own = (left: number, bets: number) => largestStake(6_500, Array(bets).fill('2.00'), null, null, left)
    expect(own(100, 1)).toEqual({ cents: 100, cap: 'own' })
    expect(own(100, 3)).toEqual({ cents: 33, cap: 'own' })
    expect(own(-40, 1)).toEqual({ cents: 0, cap: 'own' })
    expect(own(6_500, 1)).toEqual({ cents: 6_500, cap: 'balance' })
    expect(largestStake(6_500, ['2.00'], 100, null, 100)).toEqual({ cents: 50, cap: 'payout' })
  })

  it('keeps the return at the longest odds within the payout limit, which one cent more would exceed', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 101, max: 99_999 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 10, max: 10 ** 9 }),
        (hundredths, payout) => {
          const odds = hundredths.map((value) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`)
          const { cents, cap } = largestStake(10 ** 12, odds, payout)
          const longest = (stake: number) => Math.max(...odds.map((each) => returnCents(stake, each) ?? 0))
          return cap === 'payout' && longest(cents) <= payout && longest(cents + 1) > payout
        },
      ),
    ))
})

describe('the potential return', () => {
  it('is exact where floating point is not', () => {
    expect(parlayTotals(['1.10', '1.15'], 100)).toEqual({ stakeCents: 100, odds: '1.27', returnCents: 127 })
    expect(parlayTotals(['2.10', '1.95', '1.64'], 2_000)).toEqual({
      stakeCents: 2_000,
      odds: '6.72',
      returnCents: 13_440,
    })
    expect(singlesTotals([{ odds: '1.15', stakeCents: 10 }]).returnCents).toBe(12)
  })

  it('is null while a stake is missing', () => {
    expect(parlayTotals(['2.00', '3.00'], null)).toEqual({ stakeCents: null, odds: '6.00', returnCents: null })
    expect(singlesTotals([{ odds: '2.00', stakeCents: null }]).stakeCents).toBeNull()
  })

  const hundredths = fc.integer({ min: 101, max: 99_999 })
  const oddsText = (value: number) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`
  const stakes = fc.integer({ min: 10, max: 10 ** 9 })

  it('of a single is the stake times the odds, rounded half up to the cent', () =>
    fc.assert(
      fc.property(hundredths, stakes, (odds, stakeCents) => {
        const exact = BigInt(odds) * BigInt(stakeCents)
        return singlesTotals([{ odds: oddsText(odds), stakeCents }]).returnCents === Number((exact + 50n) / 100n)
      }),
    ))

  it('of several singles is their sum, whatever the order', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ odds: hundredths.map(oddsText), stakeCents: stakes }), { minLength: 1 }),
        (bets) => {
          const sum = bets.reduce((total, bet) => total + (singlesTotals([bet]).returnCents ?? 0), 0)
          const turned = singlesTotals([...bets].reverse())
          expect(turned.returnCents).toBe(sum)
          expect(turned.stakeCents).toBe(bets.reduce((total, bet) => total + bet.stakeCents, 0))
        },
      ),
    ))

  it('of a parlay does not depend on the order of its legs, and never shrinks with another leg', () =>
    fc.assert(
      fc.property(fc.array(hundredths.map(oddsText), { minLength: 2, maxLength: 5 }), stakes, (legs, stakeCents) => {
        const { returnCents } = parlayTotals(legs, stakeCents)
        expect(parlayTotals([...legs].reverse(), stakeCents).returnCents).toBe(returnCents)
        expect(parlayTotals(legs.slice(1), stakeCents).returnCents ?? 0).toBeLessThanOrEqual(
          returnCents ?? Number.MAX_VALUE,
        )
      }),
    ))
})
