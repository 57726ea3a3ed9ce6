import { describe, expect, it } from 'vitest'
import { setDisplaySetting } from './display-settings.ts'
import { formatOdds } from './odds-format.ts'

describe('odds as shown', () => {
  it.each([
    [2.1, '2.10', '11/10', '+110'],
    [2, '2.00', '1/1', '+100'],
    [1.5, '1.50', '1/2', '−200'],
    [1.91, '1.91', '91/100', '−110'],
    [1.34, '1.34', '17/50', '−294'],
    [1.01, '1.01', '1/100', '−10000'],
    // Halves are rounded up: 10,000 / 16 is 625, / 64 is 156.25, / 32 is 312.5.
    [1.32, '1.32', '8/25', '−313'],
    [9.5, '9.50', '17/2', '+850'],
    [151, '151.00', '150/1', '+15000'],
    [1_234_567.89, '1234567.89', '123456689/100', '+123456689'],
  ])('%d are %s, %s and %s', (odds, decimal, fractional, american) => {
    expect(formatOdds(odds, 'decimal')).toBe(decimal)
    expect(formatOdds(decimal, 'fractional')).toBe(fractional)
    expect(formatOdds(odds, 'american')).toBe(american)
  })

  it('of 1.00, with nothing to win, stay decimal', () => {
    expect(formatOdds(1, 'fractional')).toBe('1.00')
    expect(formatOdds('1.00', 'american')).toBe('1.00')
  })

  it('follow the choice, which is kept in this browser', () => {
    expect(formatOdds(2.1)).toBe('2.10')
    setDisplaySetting('odds', 'american')
    expect(formatOdds(2.1)).toBe('+110')
    expect(localStorage.getItem('fairbook.odds-format')).toBe('american')
  })

  it('follow what another tab chose, and nothing unknown', () => {
    const storedElsewhere = (value: string) => {
      localStorage.setItem('fairbook.odds-format', value)
      window.dispatchEvent(new StorageEvent('storage', { key: 'fairbook.odds-format', newValue: value }))
    }
    storedElsewhere('fractional')
    expect(formatOdds('2.10')).toBe('11/10')
    storedElsewhere('malay')
    expect(formatOdds('2.10')).toBe('2.10')
  })
})
