import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { commitment, newSalt } from './commitments.ts'

const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

test('a text is committed to as its JSON string', () => {
  const salt = newSalt()
  expect(commitment(salt, 'anna')).toBe(sha256(salt, '"anna"'))
  expect(commitment(salt, 'a"b\\c')).toBe(sha256(salt, '"a\\"b\\\\c"'))
})

test('a session is committed to as canonical JSON, whatever the order of its fields', () => {
  const salt = newSalt()
  const bytes = '{"ip":"127.0.0.1","userAgent":"Émile/1"}'
  expect(commitment(salt, { userAgent: 'Émile/1', ip: '127.0.0.1' })).toBe(sha256(salt, bytes))
})

test('equal values have unequal commitments', () => {
  expect(commitment(newSalt(), 'anna')).not.toBe(commitment(newSalt(), 'anna'))
})

test('refuses a short salt', () => {
  expect(() => commitment(Buffer.alloc(16), 'anna')).toThrow(RangeError)
})
