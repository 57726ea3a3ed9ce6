import { expect, it } from 'vitest'
import { aGame } from '#ui/testing/factories.ts'
import { estimatedPeriod } from './estimated-period.ts'

const START = Date.parse('2026-11-20T14:00:00.000Z')
const after = (sport: string, minutes: number, scores: [string, string] | null = null) => {
  const game = aGame({
    sport,
    commence_time: new Date(START).toISOString(),
    last_update: new Date(START + minutes * 60_000).toISOString(),
  })
  const [home, away] = scores ?? []
  if (home !== undefined && away !== undefined)
    game.scores = [
      { name: game.home_team, score: home },
      { name: game.away_team, score: away },
    ]
  return estimatedPeriod(game, START + minutes * 60_000)
}

it.each([
  ['soccer', 30, '≈ 1H'],
  ['soccer', 70, '≈ 2H'],
  ['soccer', 95, '≈ 2H'],
  ['basketball', 10, '≈ Q1'],
  ['basketball', 130, '≈ Q4'],
  ['icehockey', 60, '≈ P2'],
  ['baseball', 130, '≈ 7th'],
  ['americanfootball', 50, '≈ Period 2'],
  ['rugbyunion', 70, '≈ Period 2'],
  ['mma', 10, null],
])('%s after %d minutes is in %s', (sport, minutes, period) => expect(after(sport, minutes)).toBe(period))

it('follows from the sets of a tennis match', () => {
  expect(after('tennis', 60, ['1', '0'])).toBe('Set 2')
  expect(after('tennis', 60)).toBeNull()
})

it('is null before the start', () => expect(after('soccer', -5)).toBeNull())
