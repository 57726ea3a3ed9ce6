import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GameChanges } from './game-changes.ts'

describe('changes of games', () => {
  test('after a given change are the games that changed since, each once, by their last change', () => {
    const fixture = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    fc.assert(
      fc.property(fc.array(fc.array(fixture, { maxLength: 4 }), { maxLength: 20 }), fc.nat(80), (batches, since) => {
        const changes = new GameChanges()
        for (const batch of batches) changes.add(batch)
        const all = batches.flat().map((fixture, index) => ({ fixture, at: index + 1 }))
        const last = all.filter(({ fixture, at }) => !all.some((later) => later.fixture === fixture && later.at > at))
        const expected = since > all.length ? null : last.filter(({ at }) => at > since)
        expect(changes.after(since)).toEqual(expected)
        for (const { fixture, at } of last) expect(changes.lastOf(fixture)).toBe(at)
      }),
    )
  })

  test('are too many to tell above four hundred', () => {
    const changes = new GameChanges()
    changes.add(Array.from({ length: 401 }, (_, n) => `${n}`))
    expect(changes.after(0)).toBeNull()
    expect(changes.after(1)).toHaveLength(400)
  })

  test('are forgotten, the oldest first, and a client that missed them is not sent the rest', () => {
    const changes = new GameChanges()
    for (let n = 0; n < 30_000; n++) changes.add([`${n}`])
    expect(changes.lastOf('0')).toBe(0)
    expect(changes.knows(1)).toBe(false)
    expect(changes.after(1)).toBeNull()
    expect(changes.knows(25_000)).toBe(true)
    expect(changes.after(29_998)).toEqual([
      { fixture: '29998', at: 29_999 },
      { fixture: '29999', at: 30_000 },
    ])
  })

  test('of a few games are not forgotten, however often they change', () => {
    const changes = new GameChanges()
    changes.add(['first'])
    for (let n = 0; n < 30_000; n++) changes.add([`${n % 10}`])
    expect(changes.after(0)?.map(({ fixture }) => fixture)).toEqual(['first', ...'0123456789'])
  })
})
