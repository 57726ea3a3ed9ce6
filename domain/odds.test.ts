import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acceptsOdds,
  acceptsParlay,
  checkOdds,
  oddsFromAmerican,
  oddsFromNumber,
  oddsFromText,
  parlayOdds,
  returnCents,
} from './odds.ts'

const anyOdds = fc
  .integer({ min: 100, max: 100_000 })
  .map((h) => `${Math.trunc(h / 100)}.${String(h % 100).padStart(2, '0')}`)

/** Independent model: decimals of two places as digits over 100, multiplied by schoolbook long multiplication. */
function longMultiply(a: string, b: string): string {
  const digits = Array<number>(a.length + b.length).fill(0)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const sum = Number(a[i]) * Number(b[j]) + digits[i + j + 1]!
      digits[i + j + 1] = sum % 10
      digits[i + j] = digits[i + j]! + Math.trunc(sum / 10)
    }
  }
  return digits.join('')
}
/** Drops the last `places` digits of a number given as digits, rounding half up. */
function dropHalfUp(digits: string, places: number): string {
  const padded = digits.padStart(places + 1, '0')
  const kept = padded
    .slice(0, padded.length - places)
    .split('')
    .map(Number)
  if (places > 0 && Number(padded[padded.length - places]) >= 5) {
    let at = kept.length - 1
    while (at >= 0 && kept[at] === 9) kept[at--] = 0
    if (at < 0) kept.unshift(1)
    else kept[at] = kept[at]! + 1
  }
  return kept.join('').replace(/^0+(?=\d)/, '')
}
const plain = (odds: string) => odds.replace('.', '')

describe('the odds of a parlay as the bettor saw them', () => {
  const someLegs = fc.array(anyOdds, { minLength: 2, maxLength: 5 })
  /** The exact product, as digits. */
  const productOf = (legs: readonly string[]): string => {
    const digits = legs
      .map(plain)
      .reduce(longMultiply)
      .padStart(2 * legs.length + 1, '0')
    return `${digits.slice(0, -2 * legs.length)}.${digits.slice(-2 * legs.length)}`.replace(/^0+(?=\d)/, '')
  }

  it('are the product of the legs, rounded in any way or not at all', () =>
    fc.assert(
      fc.property(someLegs, fc.integer({ min: 2, max: 10 }), (legs, places) => {
        const exact = productOf(legs)
        const point = exact.indexOf('.')
        const cut = exact.slice(0, point + 1 + places)
        for (const seen of [exact, cut, parlayOdds(legs)!]) expect(acceptsParlay('none', seen, legs)).toBe(true)
        const [whole, part] = cut.split('.')
        const up = String(BigInt(whole! + part!) + 1n).padStart(part!.length + 1, '0')
        expect(acceptsParlay('none', `${up.slice(0, -part!.length)}.${up.slice(-part!.length)}`, legs)).toBe(true)
      }),
    ))

  it('are accepted within ten percent', () =>
    fc.assert(
      fc.property(
        fc.array(anyOdds, { minLength: 2, maxLength: 3 }),
        fc.integer({ min: 50, max: 200 }),
        (legs, percent) => {
          const places = 2 * legs.length
          const product = BigInt(productOf(legs).replace('.', ''))
          const digits = String(product * BigInt(percent)).padStart(places + 3, '0')
          const seen = `${digits.slice(0, -places - 2)}.${digits.slice(-places - 2)}`
          const off = Math.abs(percent - 100)
          const isRounding = product * BigInt(off) <= 10n ** BigInt(places)
          expect(acceptsParlay('within-10-percent', seen, legs)).toBe(isRounding || off * 10 <= percent)
          expect(acceptsParlay('none', seen, legs)).toBe(isRounding)
        },
      ),
    ))

  it('may be ten percent off, or a hundredth if no change is accepted', () => {
    const legs = ['2.10', '2.10', '2.10']
    for (const seen of ['8.42', '9.25', '9.261', '9.27', '10.29']) {
      expect(acceptsParlay('within-10-percent', seen, legs)).toBe(true)
    }
    for (const seen of ['8.41', '10.30', '92.61', '1', '1e30']) {
      expect(acceptsParlay('within-10-percent', seen, legs)).toBe(false)
    }
    for (const seen of ['9.25', '9.28']) expect(acceptsParlay('none', seen, legs)).toBe(false)
  })

  it('do not matter if the legs come to more than the largest odds', () => {
    const legs = Array.from({ length: 20 }, () => '15.00')
    expect(acceptsParlay('none', '3.3252567300796509e+23', legs)).toBe(true)
  })
})

describe('a price as the provider sends it', () => {
  it.each([
    [2, '2.00'],
    [1.6, '1.60'],
    [2.055, '2.06'],
    [1.005, '1.01'],
    [2.0549999, '2.05'],
    [151, '151.00'],
    [1, '1.00'],
    [0.995, '1.00'],
    [9_999_999_999.99, '9999999999.99'],
  ])('%d is %s', (price, odds) => expect(oddsFromNumber(price)).toBe(odds))

  it.each([0, 0.99, -2, Number.NaN, Infinity, 1e21, 1e-7, 9_999_999_999.999])('%d is not a price', (price) =>
    expect(oddsFromNumber(price)).toBeNull(),
  )
  it('is read from text too', () => {
    expect(oddsFromText(' 3.4 ')).toBe('3.40')
    expect(oddsFromText('+150')).toBeNull()
    expect(oddsFromText('evens')).toBeNull()
    expect(oddsFromText('1'.repeat(1_000_000))).toBeNull()
    expect(oddsFromText('')).toBeNull()
  })
})

describe('an American price', () => {
  it.each([
    [150, '2.50'],
    [220, '3.20'],
    [100, '2.00'],
    [-100, '2.00'],
    [-110, '1.91'],
    [-200, '1.50'],
    [-20000, '1.01'],
    [102.5, '2.03'],
  ])('%d is %s', (price, odds) => expect(oddsFromAmerican(price)).toBe(odds))
  it.each([0, 99, -99.5, Number.NaN, Infinity, 1e22])('%d is not an American price', (price) =>
    expect(oddsFromAmerican(price)).toBeNull(),
  )
})

describe('a parlay', () => {
  it('multiplies exactly and rounds half up once', () => {
    expect(parlayOdds(['2.10'])).toBe('2.10')
    expect(parlayOdds(['1.91', '1.91'])).toBe('3.65')
    expect(parlayOdds(['1.50', '1.50', '1.50'])).toBe('3.38')
    // rounding after each leg would give 12.97
    expect(parlayOdds(['2.35', '2.35', '2.35'])).toBe('12.98')
    expect(parlayOdds(['1.25', '1.02', '1.00'])).toBe('1.28')
  })
  it('has no odds beyond ten digits', () => expect(parlayOdds(Array<string>(20).fill('999.99'))).toBeNull())
  it('agrees with long multiplication', () =>
    fc.assert(
      fc.property(fc.array(anyOdds, { minLength: 2, maxLength: 6 }), (legs) => {
        const product = legs.map(plain).reduce(longMultiply)
        const expected = dropHalfUp(product, 2 * (legs.length - 1))
        const got = parlayOdds(legs)
        if (expected.length > 12) expect(got).toBeNull()
        else expect(plain(got!)).toBe(expected.padStart(3, '0'))
      }),
      { numRuns: 2000 },
    ))
})

describe('a return', () => {
  it('is rounded half up to the cent', () => {
    expect(returnCents(1000, '2.10')).toBe(2100)
    expect(returnCents(10, '1.05')).toBe(11)
    expect(returnCents(33, '1.50')).toBe(50)
    expect(returnCents(10, '1.04')).toBe(10)
  })
  it('has no value if an integer could not hold it exactly', () =>
    expect(returnCents(9_000_000_000_000_000, '1.01')).toBeNull())
  it('agrees with long multiplication', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), anyOdds, (stake, odds) => {
        expect(String(returnCents(stake, odds))).toBe(dropHalfUp(longMultiply(String(stake), plain(odds)), 2))
      }),
      { numRuns: 2000 },
    ))
})

describe('a change of odds', () => {
  it('is accepted up to exactly ten percent', () => {
    expect(acceptsOdds('within-10-percent', '2.00', '2.20')).toBe(true)
    expect(acceptsOdds('within-10-percent', '2.00', '2.21')).toBe(false)
    expect(acceptsOdds('within-10-percent', '2.00', '1.80')).toBe(true)
    expect(acceptsOdds('within-10-percent', '2.00', '1.79')).toBe(false)
    expect(acceptsOdds('within-10-percent', '1.10', '1.21')).toBe(true)
  })
  it('is never accepted if the bettor wants no change', () => {
    expect(acceptsOdds('none', '2.00', '2.00')).toBe(true)
    expect(acceptsOdds('none', '2.00', '2.01')).toBe(false)
  })
  it('is described in the words of the slip', () => {
    expect(checkOdds('within-10-percent', 'Arsenal', '2.00', '2.50')).toEqual({
      valid: false,
      message: 'Odds have increased from 2.00 to 2.50 (25.0% change). Please review your bet.',
      newOdds: '2.50',
    })
    expect(checkOdds('none', 'Arsenal', '3.00', '2.99').message).toBe(
      'Odds have decreased from 3.00 to 2.99 (0.3% change). Please review your bet.',
    )
    expect(checkOdds('within-10-percent', 'Arsenal', '2.00', '2.10')).toEqual({
      valid: true,
      message: 'Odds confirmed: 2.10',
      newOdds: null,
    })
    expect(checkOdds('within-10-percent', 'Draw', '2.00', null)).toEqual({
      valid: false,
      message: 'Selection "Draw" is no longer available.',
      newOdds: null,
    })
  })
})
