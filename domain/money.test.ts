import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_CENTS } from './limits.ts'
import { centsFromEuros, centsFromText, eurosOf, formatCents } from './money.ts'

describe('an amount as typed', () => {
  it.each([
    ['20', 2000],
    ['20.5', 2050],
    ['20.50', 2050],
    ['0.10', 10],
    ['.5', 50],
    ['5.', 500],
    [' 7.07 ', 707],
    ['007', 700],
    ['0', 0],
    ['90000000000000.00', MAX_CENTS],
  ])('reads %s as %i cents', (text, cents) => expect(centsFromText(text)).toBe(cents))

  it.each(['', '.', '-1', '+1', '1e3', '0.001', '1,50', 'NaN', 'Infinity', '0x10', '1 0', '90000000000000.01', '٣'])(
    'refuses %j',
    (text) => expect(centsFromText(text)).toBeNull(),
  )
})

describe('an amount as a JSON number', () => {
  it.each([
    [10.1, 1010],
    [0.29, 29],
    [1.15, 115],
    [4.35, 435],
    [0, 0],
    [1e3, 100_000],
  ])('reads %d as %i cents', (euros, cents) => expect(centsFromEuros(euros)).toBe(cents))

  it.each([Number.NaN, Infinity, -Infinity, -0.01, 0.001, 1.005, 0.1 + 0.2, 1e21, 1e-7])('refuses %d', (euros) =>
    expect(centsFromEuros(euros)).toBeNull(),
  )
})

describe('an amount as text', () => {
  it('has two decimals', () => {
    expect(formatCents(0)).toBe('0.00')
    expect(formatCents(5)).toBe('0.05')
    expect(formatCents(-5)).toBe('-0.05')
    expect(formatCents(123_456)).toBe('1234.56')
  })
  it('refuses parts of a cent', () => expect(() => formatCents(0.5)).toThrow(RangeError))
  it('reads back to the same cents', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_CENTS }), (cents) => {
        expect(centsFromText(formatCents(cents))).toBe(cents)
      }),
    ))
  it('survives as a JSON number up to a hundred billion euros', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000_000 }), (cents) => {
        expect(centsFromEuros(JSON.parse(JSON.stringify(eurosOf(cents))))).toBe(cents)
      }),
    ))
})
