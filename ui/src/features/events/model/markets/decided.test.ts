import { expect, it } from 'vitest'
import { decidedBy } from './decided.ts'

const seen = [
  { home: 1, away: 0, minute: null },
  { home: 1, away: 1, minute: 38 },
  { home: 2, away: 1, minute: 61 },
]
const total = (point: number) => ({ market: 'totals', point, side: null })

it('decides a total once it is exceeded, at the minute in which that was seen', () => {
  expect(decidedBy(seen, total(2.5))).toEqual({ side: 'Over', minute: 61 })
  expect(decidedBy(seen, total(1.5))).toEqual({ side: 'Over', minute: 38 })
  expect(decidedBy(seen, total(0.5))).toEqual({ side: 'Over', minute: null })
})

it('leaves a line open that is only reached: that is a push, and more goals may follow', () => {
  expect(decidedBy(seen, total(3))).toBeNull()
  expect(decidedBy([], total(0.5))).toBeNull()
})

it('decides one team’s total and both to score', () => {
  expect(decidedBy(seen, { market: 'team_totals', point: 0.5, side: 'away' })).toEqual({ side: 'Over', minute: 38 })
  expect(decidedBy(seen, { market: 'team_totals', point: 1.5, side: 'away' })).toBeNull()
  expect(decidedBy(seen, { market: 'btts', point: null, side: null })).toEqual({ side: 'Yes', minute: 38 })
})

it('starts over after a disallowed goal', () => {
  const back = [...seen, { home: 1, away: 1, minute: 63 }]
  expect(decidedBy(back, total(2.5))).toBeNull()
  expect(decidedBy([...back, { home: 1, away: 2, minute: 80 }], total(2.5))).toEqual({ side: 'Over', minute: 80 })
})

it('decides no period of a game, and no result', () => {
  expect(decidedBy(seen, { market: 'totals_h1', point: 0.5, side: null })).toBeNull()
  expect(decidedBy(seen, { market: 'h2h', point: null, side: null })).toBeNull()
})
