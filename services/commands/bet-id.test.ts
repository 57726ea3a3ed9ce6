import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newBetId } from './bet-id.ts'

const secondOf = (id: string) => Number.parseInt(id.slice(0, 4), 16)

it('bets of one second have the same first digits, later seconds sort after them, and after 18 hours it starts again', () => {
  const time = fc.date({ min: new Date(0), max: new Date('9999-12-30T00:00:00.000Z'), noInvalidDate: true })
  fc.assert(
    fc.property(time, fc.nat(86_400_000), (at, laterMs) => {
      const [one, other] = [newBetId(at), newBetId(new Date(at.getTime() + laterMs))]
      for (const id of [one, other]) expect(id).toMatch(/^[0-9a-f]{32}$/)
      const seconds = Math.floor((at.getTime() + laterMs) / 1_000) - Math.floor(at.getTime() / 1_000)
      expect((secondOf(other) - secondOf(one) + 65_536) % 65_536).toBe(seconds % 65_536)
    }),
  )
})

it('the rest is random in each digit', () => {
  const at = new Date('2026-11-28T01:02:03.004Z')
  const ids = Array.from({ length: 10_000 }, () => newBetId(at))
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(ids.map((id) => id.slice(0, 4))).size).toBe(1)
  for (let place = 4; place < 32; place++) expect(new Set(ids.map((id) => id[place])).size).toBe(16)
})
