import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compactMeta } from '#domain/meta.ts'
import { canonicalJson, isInCanonicalOrder } from './canonical.ts'
import { decodeBody, encodeEvent } from './encoding.ts'
import { eventId } from './event-hash.ts'

const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\u0000'))
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('10', '9', '__proto__', 'é', '\u{1f600}', '\ufb33')), tie('value')),
  ),
})).value

describe('canonical JSON', () => {
  test('is what the library makes of any value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value))
      }),
      { numRuns: 2_000 },
    )
  })

  test('survives being parsed and written again', () => {
    fc.assert(
      fc.property(json, (value) => {
        const once = canonicalJson(value)
        expect(canonicalJson(JSON.parse(once))).toBe(once)
      }),
      { numRuns: 1_000 },
    )
  })

  test('of a value does not depend on the order of its members', () => {
    fc.assert(
      fc.property(json, (value) => {
        const sorted = JSON.parse(canonicalize(value)!)
        expect(canonicalJson(sorted)).toBe(canonicalize(value))
        expect(canonicalJson({ b: sorted, a: undefined })).toBe(`{"b":${canonicalize(value)}}`)
      }),
      { numRuns: 1_000 },
    )
  })

  test.each([
    ['members that are sorted', { a: 1, b: [{ c: null, d: 'é' }] }, true],
    ['members that are not', { a: [{ d: 1, c: 2 }] }, false],
    ['numbers as names, which stand first', { 9: 1, 10: 2 }, false],
    ['what is not plain', { a: new Date(0) }, false],
    ['a member that writes itself', { toJSON: 1 }, false],
    ['what is no number', [Number.NaN], false],
    ['an array with a gap', new Array(2), false],
  ])('%s: recognises canonical order', (_, value, inOrder) => {
    expect(isInCanonicalOrder(value)).toBe(inOrder)
  })

  test('of stored metadata needs no sorting', () => {
    const [id, hash, at] = ['0'.repeat(32), 'a'.repeat(64), '2026-11-20T18:00:00.000Z']
    const whole = {
      actor: { role: 'user', id },
      session: hash,
      command: { id, hash },
      correlation: 'b'.repeat(32),
      causation: 'account-1@3',
      at,
      recordedAt: at,
      reason: { code: 'other', text: hash },
      approval: { by: id, session: hash },
      configuration: hash,
    } as const
    expect(isInCanonicalOrder(compactMeta(whole))).toBe(true)
    expect(isInCanonicalOrder(compactMeta({ ...whole, session: null, reason: null, causation: null }))).toBe(true)
  })

  test('sorts by UTF-16 code units, as the RFC requires', () => {
    expect(canonicalJson({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, ö: 7 })).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\u{1f600}":5,"\ufb33":3}',
    )
  })

  test.each([
    ['NaN', Number.NaN],
    ['infinity', { a: Number.POSITIVE_INFINITY }],
    ['a lone surrogate', ['\ud800']],
    ['a lone surrogate as a name', { '\udc00': 1 }],
    ['NUL', 'a\u0000b'],
    ['NUL as a name in order', { a: 1, 'b\u0000': 2 }],
    ['a date', { at: new Date(0) }],
    ['a bigint', 1n],
    ['undefined', [undefined]],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError)
  })
})

describe('an encoded event', () => {
  const event = {
    log: 'a'.repeat(32),
    stream: `account-${'b'.repeat(32)}`,
    version: 3,
    type: 'AccountBlocked',
    schema: 1,
    data: { z: 1, a: 'ü' },
    meta: { at: '2026-11-20T18:30:00.000Z' },
    prev: 'c'.repeat(64),
  }

  test('is hashed as stored, and named by its hash', () => {
    const encoded = encodeEvent(event)
    expect(encoded.body).toBe(canonicalize(event))
    expect(encoded.hash).toBe(createHash('sha256').update(Buffer.from(encoded.body, 'utf8')).digest('hex'))
    expect(encoded).toMatchObject({ version: 3, type: 'AccountBlocked', id: eventId(encoded.hash) })
    expect(decodeBody(encoded.body)).toEqual(event)
  })

  test('has a UUIDv8 as its id', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const digest = Buffer.from(bytes).toString('hex')
        const id = eventId(digest)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        const plain = id.replaceAll('-', '')
        const rest = (hex: string) => hex.slice(0, 12) + hex.slice(13, 16) + hex.slice(17, 32)
        expect(rest(plain)).toBe(rest(digest))
        expect(Number.parseInt(plain[16]!, 16) & 3).toBe(Number.parseInt(digest[16]!, 16) & 3)
      }),
    )
  })
})
