import { expect, it } from 'vitest'
import type { QuoteRow } from './board-rows.ts'
import { bettable, isSameLine } from './suspended-lines.ts'

const sideOf = (text: string) => {
  const [selection = '', point = ''] = text.split(' ')
  return { selection, point }
}

it.each([
  ['over 2.5', 'under 2.5', true],
  ['over 2.5', 'under 3.5', false],
  ['home -1.5', 'away 1.5', true],
  ['home -1.5', 'home -1.5', true],
  ['home -1.5', 'home 1.5', false],
  ['home -1.5', 'away -1.5', false],
  ['home 0', 'away 0', true],
  ['home-over 1.5', 'home-under 1.5', true],
  ['home-over 1.5', 'away-over 1.5', false],
  ['home-over 1.5', 'away-under 1.5', false],
  ['home', 'draw', true],
  ['yes', 'no', true],
])('%s and %s are of one line: %s', (one, other, same) => {
  expect(isSameLine(sideOf(one), sideOf(other))).toBe(same)
  expect(isSameLine(sideOf(other), sideOf(one))).toBe(same)
})

it('a placeholder takes down its line, and no other line or market', () => {
  const rowOf = (text: string): QuoteRow => {
    const [market = '', selection = '', point = '', odds = ''] = text.split(' ')
    return { market, selection, point, odds } as QuoteRow
  }
  const up = ['totals over 3.5 1.80', 'totals under 3.5 2.00', 'alternate_totals over 2.5 1.90']
  const down = ['totals over 2.5 1.01', 'totals under 2.5 1.90']
  expect(bettable([...down, ...up].map(rowOf))).toEqual(up.map(rowOf))
  expect(bettable(up.map(rowOf))).toEqual(up.map(rowOf))
})
