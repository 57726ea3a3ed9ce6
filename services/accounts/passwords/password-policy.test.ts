import { describe, expect, test } from 'vitest'
import { parseUserName } from '../names/names.ts'
import { PASSWORD_FAULTS, passwordFault } from './password-policy.ts'

const anna = parseUserName('Anna-Maria')!
const fault = (password: string, name = anna) => passwordFault(password, name)

describe('a password', () => {
  test.each(['123456', 'password', 'qwerty123', 'iloveyou', 'letmein', 'zaq12wsx', 'p@ssw0rd', 'liverpool'])(
    'that is among the first to be guessed is refused: %s',
    async (password) => {
      expect(await fault(password)).toBe('password_common')
    },
  )

  test('is refused in capitals, and in any form that is hashed alike', async () => {
    expect(await fault('PassWord')).toBe('password_common')
    expect(await fault('ｐａｓｓｗｏｒｄ')).toBe('password_common')
  })

  test.each(['password ', ' 123456', 'pass\u200bword', '      ', 'i love you'])(
    'is refused with blanks or invisible characters added: %j',
    async (password) => {
      expect(await fault(password)).toBe('password_common')
    },
  )

  test.each([
    'Anna-Maria',
    'ANNA-MARIA',
    'anna-maria2026',
    '!!anna-maria!!',
    'fairbook',
    'Fairbook1',
    'FAIRBOOK 2026',
    'fair\u200bbook',
  ])('that is the name of its owner or of the product is refused: %s', async (password) => {
    expect(await fault(password)).toBe('password_is_name')
  })

  test('that is a name with digits of its own is refused', async () => {
    expect(await fault('person-1234', parseUserName('Person-1234')!)).toBe('password_is_name')
    expect(await fault('PERSON-1234!!', parseUserName('Person-1234')!)).toBe('password_is_name')
    expect(await fault('937712305', parseUserName('123')!)).toBeNull()
  })

  test.each([
    ['12345', 'password_too_short'],
    ['x'.repeat(201), 'password_invalid'],
    ['secret\ud800', 'password_invalid'],
  ] as const)('that cannot be kept is refused before it is looked for: %j', async (password, code) => {
    expect(await fault(password)).toBe(code)
  })

  test.each(['correct horse', 'tide77', 'zwölf Boxkämpfer', 'anna-maria und otto', 'fairbookish tide'])(
    'of six characters that is not common is accepted: %s',
    async (password) => {
      expect(await fault(password)).toBeNull()
    },
  )
})

test('every fault has a text', () => {
  for (const text of Object.values(PASSWORD_FAULTS)) expect(text).toMatch(/assword/)
})
