import { describe, expect, it } from 'vitest'
import type { OddsPolicy } from '#domain/odds.ts'
import { setDisplaySetting } from '#ui/lib/display-settings.ts'
import { pick } from '#ui/model/slip/selection.fixture.ts'
import { acceptedMoveText, assessOdds } from './odds-verdict.ts'

const assess = (picked: string, price: number | null, policy: OddsPolicy = 'within-10-percent') =>
  assessOdds(policy, pick('e1', 'Arsenal', picked), price)

describe('a selection compared with the price on offer', () => {
  it('confirms odds that have not moved', () =>
    expect(assess('2.10', 2.1)).toEqual({ kind: 'confirmed', odds: '2.10', text: 'Odds confirmed: 2.10' }))

  it('accepts changes up to ten percent, at the new odds', () => {
    expect(assess('2.00', 2.2)).toEqual({ kind: 'confirmed', odds: '2.20', text: 'Odds confirmed: 2.20' })
    expect(assess('2.00', 1.8)).toEqual({ kind: 'confirmed', odds: '1.80', text: 'Odds confirmed: 1.80' })
  })

  it('asks about changes beyond ten percent, with both odds', () => {
    expect(assess('2.00', 2.21)).toEqual({
      kind: 'changed',
      odds: '2.21',
      text: 'Odds have increased from 2.00 to 2.21 (10.5% change). Please review your bet.',
    })
    expect(assess('2.00', 1.5)).toEqual({
      kind: 'changed',
      odds: '1.50',
      text: 'Odds have decreased from 2.00 to 1.50 (25.0% change). Please review your bet.',
    })
  })

  it('asks about any change if the bettor accepts none', () => {
    expect(assess('2.00', 2.01, 'none')).toMatchObject({ kind: 'changed', odds: '2.01' })
    expect(assess('2.00', 2, 'none')).toMatchObject({ kind: 'confirmed', odds: '2.00' })
  })

  it('reports a selection that is no longer offered', () =>
    expect(assess('2.10', null)).toEqual({
      kind: 'gone',
      odds: null,
      text: 'Selection "Arsenal" is no longer available.',
    }))

  it('treats a jump of more than 1000 percent as an error in the data', () => {
    expect(assess('2.00', 22.1)).toEqual({ kind: 'confirmed', odds: '2.00', text: 'Odds confirmed: 2.00' })
    expect(assess('2.00', 22.1, 'none')).toMatchObject({ kind: 'confirmed', odds: '2.00' })
    expect(assess('2.00', 22)).toMatchObject({ kind: 'changed', odds: '22.00' })
  })

  it('reads American prices', () => {
    expect(assess('2.50', 150)).toMatchObject({ kind: 'confirmed', odds: '2.50' })
    expect(assess('1.50', -200)).toMatchObject({ kind: 'confirmed', odds: '1.50' })
    expect(assess('2.50', 200)).toMatchObject({ kind: 'changed', odds: '3.00' })
  })

  it('allows American prices to jump five times as far', () => {
    expect(assess('2.00', 10_100)).toMatchObject({ kind: 'changed', odds: '102.00' })
    expect(assess('2.00', 10_101)).toMatchObject({ kind: 'confirmed', odds: '2.00' })
  })

  it('reads decimal long shots as decimal', () => {
    expect(assess('151.00', 151)).toMatchObject({ kind: 'confirmed', odds: '151.00' })
    expect(assess('98.00', 105)).toMatchObject({ kind: 'confirmed', odds: '105.00' })
  })

  it('describes an accepted change', () =>
    expect(acceptedMoveText('1.88', '1.95')).toBe('Odds have increased from 1.88 to 1.95 (3.7% change).'))
})

it('texts are in the format that the bettor chose, odds stay decimal', () => {
  setDisplaySetting('odds', 'fractional')
  expect(assess('2.00', 2.5)).toEqual({
    kind: 'changed',
    odds: '2.50',
    text: 'Odds have increased from 1/1 to 3/2 (25.0% change). Please review your bet.',
  })
  expect(acceptedMoveText('2.00', '2.10')).toBe('Odds have increased from 1/1 to 11/10 (5.0% change).')
})
