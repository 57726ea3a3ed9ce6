// A settled bet is kept for as long as its settlement may be taken back, and not much longer.
import { expect, test } from 'vitest'
import { Spill } from '../spill/spill.ts'
import type { SettledBet } from './entities.ts'
import { RESETTLEMENT_WINDOW_MS, SettledBets } from './settled-bets.ts'

const HOUR_MS = 3_600_000
const BEGAN = Date.parse('2026-01-01T00:00:00.000Z')
const WINDOW_HOURS = RESETTLEMENT_WINDOW_MS / HOUR_MS

/** A bet that was settled in this hour. */
const settledIn = (hour: number): SettledBet =>
  ({
    bet: { owner: `bet ${hour}` },
    settledAt: new Date(BEGAN + hour * HOUR_MS).toISOString(),
    legs: [{ fixture: `fixture ${hour % 5}` }],
  }) as unknown as SettledBet

test.each([1_000, 4])('with %i entries in memory', (entries) => {
  const spill = new Spill()
  const settled = new SettledBets(spill, entries)
  for (let hour = 0; hour < 500; hour++) {
    settled.add(settledIn(hour))
    spill.settle()
    const first = Math.max(0, hour - WINDOW_HOURS - 1)
    const kept = [...settled.values()].map(({ bet }) => bet.owner)
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => `bet ${hour - kept.length + 1 + at}`))
    expect(kept.length).toBeGreaterThanOrEqual(hour - first + 1)
    // two halves by age would keep them twice as long
    expect(kept.length).toBeLessThanOrEqual((WINDOW_HOURS * 4) / 3 + 4)
    expect(settled.get(`bet ${first}`)?.bet.owner).toBe(`bet ${first}`)
    const game = hour % 5
    expect([...settled.on(`fixture ${game}`)].map(({ bet }) => bet.owner)).toEqual(
      kept.filter((id) => Number(id.slice('bet '.length)) % 5 === game),
    )
  }
  settled.delete('bet 499')
  expect(settled.get('bet 499')).toBeUndefined()
  expect([...settled.on('fixture 4')].map(({ bet }) => bet.owner)).not.toContain('bet 499')
  spill.close()
})
