import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBag, type InBag } from './bag.ts'
import { BYTES_IN_ALL, keptAfter } from './testing/kept-after.ts'

describe('a bag', () => {
  test('has what was added and not removed, in whatever order that happened', () => {
    const steps = fc.array(fc.oneof(fc.constant('add' as const), fc.nat(30)), { maxLength: 60 })
    fc.assert(
      fc.property(steps, (what) => {
        const bag = createBag<number>()
        const added: InBag<number>[] = []
        const left = new Set<number>()
        for (const step of what) {
          if (step === 'add') {
            left.add(added.length)
            added.push(bag.add(added.length))
          } else if (added[step] !== undefined) {
            // also items that were removed before
            bag.remove(added[step])
            left.delete(step)
          }
          expect(new Set(bag.items())).toEqual(left)
          expect(bag.items()).toHaveLength(left.size)
        }
      }),
    )
  })
  test('keeps nothing of what was removed', async () => {
    const bag = createBag<number[]>()
    expect(await keptAfter(bag.add, bag.remove)).toBeLessThan(BYTES_IN_ALL / 4)
  })
})
