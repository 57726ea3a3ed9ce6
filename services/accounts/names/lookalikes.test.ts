import { describe, expect, test } from 'vitest'
import { foldCase } from './folding.ts'
import { skeletonsOf } from './lookalikes.ts'
import { newUserName } from './names.ts'

const alike = (one: string, other: string) => {
  const skeletons = skeletonsOf(foldCase(one))
  return skeletonsOf(foldCase(other)).some((skeleton) => skeletons.includes(skeleton))
}

describe('names that look alike', () => {
  test.each([
    ['cocoa', 'сосоа', 'Cyrillic in small letters'],
    ['bob', 'ВОВ', 'Cyrillic in capitals'],
    ['sophie', 'ЅОРНІЕ', 'Cyrillic in capitals, with an I'],
    ['NIKH', 'Νικη', 'Greek in capitals'],
    ['oeuvre', 'œuvre', 'a ligature'],
    ['soso', 'ѕоѕо', 'Cyrillic of other languages'],
    ['io8', 'ӏо8', 'with a digit'],
  ])('%s and %s: %s', (one, other) => {
    expect(alike(one, other)).toBe(true)
  })

  test.each([
    ['modern', 'modem'],
    ['user1', 'userl'],
    ['user0', 'usero'],
    ['anna', 'ánna'],
    ['anna', 'анна'],
    ['a.b', 'a-b'],
    ['жанна', 'жанны'],
  ])('%s and %s do not', (one, other) => {
    expect(alike(one, other)).toBe(false)
  })
})

describe('reserved names', () => {
  test.each([
    ...['System', 'FAIRBOOK', 'admin', 'Admin', 'superadmin', 'Super.Admin', 'super_admin', 'root', 'support', 'null'],
    ...['a-d-m-i-n', '_admin_', 'adm1n', 'adrnin', 'Admln', 'r00t', 'supp0rt', 'Systern', 'fa1rbook', 'FAlRBOOK'],
    ...['ＡＤＭＩＮ', 'арі', 'АРІ'],
  ])('%s is refused to a bettor', (typed) => {
    expect(newUserName(typed, 'user')).toBe('username_reserved')
  })

  test.each(['admin-2', 'admin7', 'administratrix', 'roots', 'adminton', 'mysystem', 'bobby', 'nullo'])(
    '%s is not one of them',
    (typed) => {
      expect(newUserName(typed, 'user')).toMatchObject({ display: typed })
    },
  )

  test('the name of an office is for admins only, the product’s own for nobody', () => {
    expect(newUserName('Admin', 'admin')).toMatchObject({ normal: 'admin' })
    expect(newUserName('support', 'admin')).toMatchObject({ normal: 'support' })
    expect(newUserName('System', 'admin')).toBe('username_reserved')
    expect(newUserName('Fairbook', 'admin')).toBe('username_reserved')
    for (const typed of ['fairbook_support', 'the.Fair-Book', 'fa1rbook-2']) {
      expect(newUserName(typed, 'admin'), typed).toBe('username_reserved')
    }
    expect(newUserName('superadmin', 'setup')).toMatchObject({ normal: 'superadmin' })
  })
})
