import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BYTES_IN_ALL, keptAfter } from './testing/kept-after.ts'
import { TransientMap } from './transient-map.ts'

describe('a transient map', () => {
  test('behaves as a Map does, with the same order', () => {
    const key = fc.nat(8)
    const steps = fc.array(fc.oneof(fc.tuple(key, fc.nat()), key), { maxLength: 60 })
    fc.assert(
      fc.property(steps, (what) => {
        const [map, model] = [new TransientMap<number, number>(), new Map<number, number>()]
        for (const step of what) {
          if (typeof step === 'number') {
            map.delete(step)
            model.delete(step)
          } else {
            map.set(...step)
            model.set(...step)
          }
          expect(map.values()).toEqual([...model.values()])
          expect(map.first()).toBe([...model.values()][0])
          expect(map.size).toBe(model.size)
          for (let at = 0; at <= 8; at++) expect(map.get(at)).toBe(model.get(at))
        }
      }),
    )
  })
  test('keeps only a few bytes of what was deleted', async () => {
    const map = new TransientMap<number, number[]>()
    const add = (item: number[], at: number) => {
      map.set(at, item)
      return at
    }
    expect(await keptAfter(add, (at) => map.delete(at))).toBeLessThan(BYTES_IN_ALL / 4)
  })
})
