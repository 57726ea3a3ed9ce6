import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newBetId } from './bet-id.ts'

const time = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })

it('a later bet has a later id', () => {
  fc.assert(
    fc.property(time, time, (one, other) => {
      fc.pre(one.getTime() !== other.getTime())
      expect(newBetId(one) < newBetId(other)).toBe(one < other)
    }),
  )
})

it('bets of one moment have ids of their own, which no name space of UUIDs knows otherwise', () => {
  const at = new Date('2026-11-28T01:02:03.004Z')
  const ids = Array.from({ length: 10_000 }, () => newBetId(at))
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^01a21fac6afc7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  // every random digit takes every value: 2 bits of the one beside the variant
  for (const place of [13, 14, 15, ...Array.from({ length: 15 }, (_, n) => 17 + n)])
    expect(new Set(ids.map((id) => id[place])).size).toBe(16)
  expect(new Set(ids.map((id) => id[16])).size).toBe(4)
})
