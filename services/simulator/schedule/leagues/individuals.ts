// Tennis, bouts and golf: players rather than teams.
import { DAY, HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { ATP } from '../teams/players/atp.ts'
import { GOLFERS } from '../teams/players/golfers.ts'
import { WTA } from '../teams/players/wta.ts'
import type { BoutLeague, TeamLeague, TournamentLeague } from './league.ts'

const tennis = {
  kind: 'tennis',
  group: 'Tennis',
  listedAhead: 4 * HOUR,
  period: 3 * HOUR,
  block: 4,
  scored: false,
  knockOut: false,
} as const

export const tennisEvents: readonly TeamLeague[] = [
  {
    ...tennis,
    key: 'tennis_atp_barcelona_open',
    title: 'ATP Barcelona Open',
    description: "Men's Singles",
    teams: ATP,
    offset: 75 * MINUTE,
  },
  {
    ...tennis,
    key: 'tennis_wta_stuttgart_open',
    title: 'WTA Stuttgart Open',
    description: "Women's Singles",
    teams: WTA,
    offset: 155 * MINUTE,
  },
]

/** One ends every two and a half minutes, so that a newcomer soon sees a bet settle. */
export const boutLeagues: readonly BoutLeague[] = [
  {
    key: 'mma_mixed_martial_arts',
    kind: 'bout',
    group: 'Mixed Martial Arts',
    title: 'MMA',
    description: 'Mixed Martial Arts',
    listedAhead: 45 * MINUTE,
    period: 2.5 * MINUTE,
    offset: 0,
    length: [8 * MINUTE, 12 * MINUTE],
    scored: true,
    draws: false,
  },
  {
    key: 'boxing_boxing',
    kind: 'bout',
    group: 'Boxing',
    title: 'Boxing',
    description: 'Boxing Bouts',
    listedAhead: 2 * HOUR,
    period: 40 * MINUTE,
    offset: 25 * MINUTE,
    length: [14 * MINUTE, 38 * MINUTE],
    scored: true,
    draws: true,
  },
]

export const tournaments: readonly TournamentLeague[] = [
  {
    key: 'golf_masters_tournament_winner',
    kind: 'tournament',
    group: 'Golf',
    title: 'Masters Tournament Winner',
    description: 'Winner of the tournament',
    listedAhead: 2 * DAY,
    period: 2 * DAY,
    scored: false,
    players: GOLFERS,
  },
]
