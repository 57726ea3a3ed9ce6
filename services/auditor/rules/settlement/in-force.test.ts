import { expect, test } from 'vitest'
import type { Fixture } from '../../replay/entities.ts'
import type { PlacedLeg } from '../grading.ts'
import { decidedAsOf, replacedBy } from './in-force.ts'

const at = (minute: number) => `2026-11-01T00:${String(minute).padStart(2, '0')}:00.000Z`
const PLACED_AT = at(0)
const LONG_AFTER = '2026-11-02T00:00:00.000Z'
const leg = (selection: string): PlacedLeg => ({
  fixture: 'derby',
  market: 'h2h',
  point: undefined,
  selection,
  drawOffered: true,
  odds: '2.00',
  overtime: undefined,
})

/** Ends without a result at versions 1 and 4; the market was decided for home at 3, and for away alone at 5. */
function derby(): Fixture {
  const ended = (version: number) => ({
    version,
    at: at(version),
    closedAt: at(1),
    abandoned: false,
    notCompleted: false,
    score: null,
    regulation: undefined,
    periods: [],
  })
  const decided = (version: number, selection: string) => ({
    version,
    at: at(version),
    market: 'h2h',
    selections: [{ selection, grade: 'won' as const }],
  })
  const known: Pick<Fixture, 'endings' | 'decisions' | 'voids'> = {
    endings: [ended(1), ended(4)],
    decisions: [decided(3, 'home'), decided(5, 'away')],
    voids: [],
  }
  return known as Fixture
}

const decided = (selection: string, version: number) => {
  const { verdict, version: by } = decidedAsOf(leg(selection), PLACED_AT, derby(), version, 2)!
  return [verdict?.voidReason ?? verdict?.grade, by]
}

test('a leg without a result is void by the newest decision about its market, whether that names it or not', () => {
  expect([1, 3, 4, 5].map((version) => decided('home', version))).toEqual([
    ['no-result', 1],
    ['won', 3],
    ['won', 4],
    ['no-result', 5],
  ])
  expect(decided('draw', 5)).toEqual(['no-result', 5])
})

test('a bet that cites the end alone is not replaced by decisions about other selections', () => {
  const replacing = (selection: string, version: number) =>
    replacedBy(leg(selection), PLACED_AT, derby(), version, LONG_AFTER)
  // as bets were settled once: by the ending without a result, which decisions on other selections do not replace
  expect(replacing('draw', 4)).toBe(null)
  expect(replacing('draw', 1)).toBe(5)
  // it was won at version 4
  expect(replacing('home', 4)).toBe(5)
})
