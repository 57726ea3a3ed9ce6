import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Packing } from './packing.ts'

/** Values of the kinds that state consists of. */
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
    fc.maxSafeInteger(),
    fc.constantFrom(null, undefined, true, false, Number.NEGATIVE_INFINITY, 0.5),
    fc.bigInt(),
    fc.array(tie('value')),
    fc.uniqueArray(fc.string()).map((texts) => new Set(texts)),
    fc.uniqueArray(fc.tuple(fc.string(), tie('value')), { selector: ([key]) => key }).map((pairs) => new Map(pairs)),
    // more shapes than can be shared
    fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), tie('value'), { noNullPrototype: true }),
  ),
})).value

test('what was packed is what comes back, also by another one that was told the shapes', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 50 }), (values) => {
      const packing = new Packing()
      const stored = values.map((one) => {
        const packed = packing.pack(one)
        // copied, as SQLite does: the next value is packed into the same bytes
        return typeof packed === 'object' ? new Uint8Array(packed) : packed
      })
      expect(stored.map((one) => packing.unpack(one))).toStrictEqual(values)
      const other = new Packing(packing.shapes)
      expect(stored.map((one) => other.unpack(one))).toStrictEqual(values)
      // which adds shapes of its own to those
      const more = { 'of the other': 1 }
      expect(other.unpack(other.pack(more))).toEqual(more)
      expect(stored.map((one) => other.unpack(one))).toStrictEqual(values)
    }),
  )
})

test('objects of one shape name it in place of their keys', () => {
  const packing = new Packing()
  const sizeOf = (one: unknown) => (packing.pack(one) as Uint8Array).length
  const account = (n: number) => ({ stakeCents: n, winningsCents: n, profitCents: n })
  sizeOf(account(1))
  expect(sizeOf(account(2))).toBeLessThan('stakeCents'.length)
})
