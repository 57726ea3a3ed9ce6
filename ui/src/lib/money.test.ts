import { describe, expect, it } from 'vitest'
import { formatCents, formatEuros, toCents } from './money.ts'

describe('amounts', () => {
  it.each([
    [65, '€65.00'],
    ['65.00', '€65.00'],
    [1204.1, '€1,204.10'],
    [-20, '−€20.00'],
    ['-0.05', '−€0.05'],
    [0, '€0.00'],
    ['many', '–'],
  ])('%j reads %s', (amount, text) => {
    expect(formatEuros(amount)).toBe(text)
  })

  it('carry a sign where it matters', () => {
    expect(formatEuros(23.6, true)).toBe('+€23.60')
    expect(formatEuros(0, true)).toBe('€0.00')
    expect(formatCents(-2_000, true)).toBe('−€20.00')
  })

  it('become whole cents without rounding errors', () => {
    expect(toCents(1.15)).toBe(115)
    expect(toCents('4035.07')).toBe(403_507)
    expect(toCents(-65.1)).toBe(-6_510)
  })
})
