import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALWAYS_EXACT_LENGTH, isReadExactly } from './exact-number.ts'

describe('numbers that keep their value when read', () => {
  test.each([
    '0',
    '-0',
    '0.00',
    '1.50',
    '1e2',
    '1E+2',
    '100e-2',
    '0.1',
    '2.675',
    '-20.50',
    '9007199254740991',
    '5e-324',
  ])('%s', (literal) => expect(isReadExactly(literal)).toBe(true))

  test.each([
    '1.50000000000000000000000001',
    '0.1000000000000000055511151231257827',
    '9007199254740993',
    '1152921504606846976',
    '1e-400',
    '1.2345e-321',
    `1${'0'.repeat(400)}1e-401`,
  ])('not %s', (literal) => expect(isReadExactly(literal)).toBe(false))

  test('every number that JSON writes', () =>
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(isReadExactly(JSON.stringify(value))).toBe(true)
      }),
    ))

  test('a fixed number of digits, wherever the point is', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{0,13}$/), fc.nat(13), (digits, after) => {
        const at = Math.max(1, digits.length - after)
        const literal = at === digits.length ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
        expect(literal.length).toBeLessThanOrEqual(ALWAYS_EXACT_LENGTH)
        expect(isReadExactly(literal)).toBe(true)
      }),
    ))

  test('what is too large is left to the schemas, what is not a number is not', () => {
    expect(isReadExactly('1e309')).toBe(true)
    for (const none of ['', '-', '1.', '.5', '0x10', '1e', 'Infinity', ' 1', '1 ', '１']) {
      expect(isReadExactly(none)).toBe(false)
    }
  })

  // anything quadratic would exceed the test's time limit by far
  test('megabytes of digits are read in a single pass', () => {
    expect(isReadExactly(`1.${'0'.repeat(4_000_000)}1`)).toBe(false)
  })
})
