import { expect, it } from 'vitest'
import { pick } from '#ui/model/slip/selection.fixture.ts'
import { NOW } from '#ui/testing/factories.ts'
import { toOpenBet } from './open-bet.ts'

it('includes the line in the name of the bet, and keeps it for betting again', () => {
  const selection = pick('e', 'Over', '1.90', 'totals', 2.5)
  const leg = { eventId: 'e', market: 'totals', selection: 'Over', odds: 1.9, bookmaker: 'betway', quotedAt: NOW }
  const bet = toOpenBet({
    bet: { betId: 'b', odds: 1.9, potential_win: 19, legs: [leg], success: true, newBalance: 55, position: '1' },
    game: 'Arsenal vs Chelsea',
    stake: 10,
    legs: [{ selection, odds: 1.9 }],
  })
  expect(bet).toMatchObject({ selection: 'Over 2.5', quote: { selection: 'Over 2.5', point: 2.5 } })
})
