// How far apart two listings of the same teams at the same home may start, by sport.
import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#services/platform/clock/durations.ts'
import { continuedBy, doubtOf, type OpenGame, type Presence } from './same-game.ts'

const START = new Date('2026-11-20T20:00:00Z')
const game = (league: string, presence: Presence, startsIn = 0): OpenGame => ({
  ...{ id: `${league} ${startsIn}`, league, home: 'A', away: 'B', scored: false, presence },
  startsAt: new Date(START.getTime() + startsIn),
  firstListedAt: new Date(START.getTime() - DAY + startsIn),
  lastListedAt: new Date(START.getTime() - HOUR + startsIn),
})

it.each([
  ['soccer_epl', 10 * DAY],
  ['americanfootball_nfl', 10 * DAY],
  ['aussierules_afl', 10 * DAY],
  ['rugbyleague_nrl', 10 * DAY],
  ['mma_mixed_martial_arts', 10 * DAY],
  ['boxing_boxing', 10 * DAY],
  ['tennis_atp_us_open', 36 * HOUR],
  ['basketball_nba', 17 * HOUR],
  ['icehockey_nhl', 12 * HOUR],
  ['cricket_ipl', 12 * HOUR],
  ['baseball_mlb', 3 * HOUR],
  ['curling_worlds', 3 * HOUR],
])('a game of %s that vanished is continued by a listing less than %i ms later or sooner', (league, ms) => {
  const vanished = game(league, 'vanished')
  for (const moved of [ms - 1, 1 - ms]) expect(continuedBy(vanished, game(league, 'listed', moved))).toBe('yes')
  for (const moved of [ms, -ms]) expect(continuedBy(vanished, game(league, 'listed', moved))).toBe('no')
})

describe('a game', () => {
  const soon = game('soccer_epl', 'listed', HOUR)
  it('that has a score is not continued', () =>
    expect(continuedBy({ ...game('soccer_epl', 'vanished'), scored: true }, soon)).toBe('no'))
  it.each<[Presence, string]>([
    ['vanished', 'yes'],
    ['missing', 'soon'],
    ['listed', 'no'],
    ['after-start', 'no'],
    ['unknown', 'no'],
  ])('that is %s: %s', (presence, answer) => expect(continuedBy(game('soccer_epl', presence), soon)).toBe(answer))
})

it('two games further apart than ten days raise no doubt', () => {
  const vanished = game('baseball_mlb', 'vanished')
  expect(doubtOf(vanished, game('baseball_mlb', 'listed', 10 * DAY))).toBe('may-meet-again')
  expect(doubtOf(vanished, game('baseball_mlb', 'listed', 10 * DAY + 1))).toBeNull()
})
