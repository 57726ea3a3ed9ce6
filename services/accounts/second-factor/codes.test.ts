import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { invitationOf, isAppCode, newRecoveryCode, newSecret, plainCode, recoveryCodeHash, stepOf } from './codes.ts'
import { createSealing } from './sealing.ts'

/** RFC 6238, appendix B: SHA-1, the last six of the eight digits. */
const VECTORS: readonly (readonly [number, string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
]
const SECRET = Buffer.from('12345678901234567890')
const STEP_MS = 30_000

test.each(VECTORS)('equals the standard’s code at %s s', (seconds, code) => {
  expect(stepOf(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30))
})

test('an app’s code is right in its half minute, the one before and the one after', () => {
  for (const [seconds, code] of VECTORS) {
    const step = Math.floor(seconds / 30)
    const at = (steps: number) => stepOf(SECRET, code, (step + steps) * STEP_MS + 29_999)
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null])
  }
  expect(stepOf(newSecret(), '12345', 0)).toBe(null)
})

test('a secret of 160 random bits is given as text and as a URI', () => {
  const secret = newSecret()
  expect(secret).toHaveLength(20)
  expect(newSecret()).not.toEqual(secret)
  const { secret: text, uri } = invitationOf(secret, 'ada')
  expect(Buffer.from(Secret.fromBase32(text).buffer)).toEqual(secret)
  expect(new URL(uri).searchParams.get('secret')).toBe(text)
})

test('a recovery code has 120 random bits, and only its hash is kept', () => {
  const codes = Array.from({ length: 200 }, newRecoveryCode)
  expect(new Set(codes).size).toBe(200)
  for (const code of codes) {
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(isAppCode(plainCode(code))).toBe(false)
    expect(recoveryCodeHash(plainCode(code))).toEqual(createHash('sha256').update(plainCode(code)).digest())
  }
  // all 32 letters occur, each about equally often
  const letters = Map.groupBy(codes.join('').replaceAll('-', ''), (letter) => letter)
  expect(letters.size).toBe(32)
})

test('a recovery code is the same however it is typed', () => {
  const hashed = recoveryCodeHash(plainCode('10AB-CDEF'))
  for (const typed of ['10abcdef', ' 1oAB cdEF ', 'loab-cdef', 'IOAB-CDEF']) {
    expect(recoveryCodeHash(plainCode(typed))).toEqual(hashed)
  }
})

test('what is sealed opens only in its place, and not if a bit was changed', () => {
  const [sealing, other] = [createSealing(Buffer.alloc(32, 1)), createSealing(Buffer.alloc(32, 2))]
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(), (value, at) => {
      const sealed = sealing.seal('here', value)
      expect(sealing.open('here', sealed)).toEqual(Buffer.from(value))
      expect([sealing.open('there', sealed), other.open('here', sealed)]).toEqual([null, null])
      sealed[at % sealed.length]! ^= 1
      expect(sealing.open('here', sealed)).toBe(null)
      expect(sealing.open('here', sealed.subarray(0, at % sealed.length))).toBe(null)
    }),
  )
})
