import { describe, expect, test } from 'vitest'
import { readUserName } from './names.ts'

describe('user names', () => {
  test.each([
    ['Anna', 'anna'],
    ['ANNA', 'anna'],
    ['ａｎｎａ', 'anna'],
    ['a.b_c-9', 'a.b_c-9'],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
    ['σίσυφος', 'σίσυφοσ'],
    ['Жанна', 'жанна'],
    ['x'.repeat(32), 'x'.repeat(32)],
  ])('%s is %s', (typed, normal) => {
    expect(readUserName(typed)?.normal).toBe(normal)
  })

  test('keeps the case that was typed for showing', () => {
    expect(readUserName('McDuck')).toEqual({ shown: 'McDuck', normal: 'mcduck' })
  })

  test.each([
    '',
    'ab',
    'x'.repeat(33),
    'a b c',
    ' anna',
    'anna\u0000',
    'an\ud800na',
    '<b>',
    'a\u202eb',
    'anna\n',
    '😀😀😀',
    'ß'.repeat(17),
  ])('refuses %j', (typed) => {
    expect(readUserName(typed)).toBeNull()
  })

  test('does not spend time on a huge text', () => {
    expect(readUserName('ﷺ'.repeat(1_000_000))).toBeNull()
  })
})
