import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Sorted } from './sorted.ts'
import { Spill } from './spill.ts'

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

test('is gone through by keys, and those with the same key as they came', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'b', '\t', '\0', 'é', '😀'), maxLength: 3 })
  fc.assert(
    fc.property(fc.array(fc.record({ key, n: fc.integer() }), { maxLength: 20 }), (values) => {
      const spill = new Spill()
      const sorted = new Sorted<(typeof values)[0]>(spill)
      for (const value of values) sorted.add(value.key, value)
      expect([...sorted]).toEqual(values.toSorted((a, b) => byBytes(a.key, b.key)))
      spill.close()
    }),
    { numRuns: 30 },
  )
})
