import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBag, type InBag } from './bag.ts'

describe('a bag', () => {
  test('has what was added and not removed, in whatever order that was', () => {
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
            // also what was removed before
            bag.remove(added[step])
            left.delete(step)
          }
          expect(new Set(bag.items())).toEqual(left)
          expect(bag.items()).toHaveLength(left.size)
        }
      }),
    )
  })
  test('keeps nothing of what was removed, though what is old is not collected', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void
    const used = () => getHeapStatistics().used_heap_size
    const bag = createBag<number[]>()
    const held: InBag<number[]>[] = []
    const turnOver = (times: number) => {
      for (let at = 0; at < times; at++) {
        held.push(bag.add(Array.from({ length: 100 }, () => at)))
        if (held.length > 50) bag.remove(held.shift()!)
        if (at % 100 === 0) collect({ type: 'minor' })
      }
      collect({ type: 'minor' })
    }
    turnOver(1_000)
    collect()
    const before = used()
    turnOver(20_000)
    // all of it would be 16 MB
    expect(used() - before).toBeLessThan(4_000_000)
  })
})
