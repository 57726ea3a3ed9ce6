// The team leagues other than soccer.
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { MLB } from '../teams/america/mlb.ts'
import { NBA } from '../teams/america/nba.ts'
import { NFL } from '../teams/america/nfl.ts'
import { NHL } from '../teams/america/nhl.ts'
import { AFL } from '../teams/elsewhere/afl.ts'
import { EUROLEAGUE } from '../teams/elsewhere/euroleague.ts'
import { IPL } from '../teams/elsewhere/ipl.ts'
import { NRL } from '../teams/elsewhere/nrl.ts'
import { SIX_NATIONS } from '../teams/elsewhere/six-nations.ts'
import type { TeamLeague } from './league.ts'

const usual = { scored: true, knockOut: false, listedAhead: 4 * HOUR } as const

export const otherTeamLeagues: readonly TeamLeague[] = [
  {
    ...usual,
    key: 'basketball_nba',
    kind: 'basketball',
    group: 'Basketball',
    title: 'NBA',
    description: 'US Basketball',
    period: HOUR,
    offset: 5 * MINUTE,
    block: 5,
    teams: NBA,
  },
  {
    ...usual,
    key: 'basketball_euroleague',
    kind: 'basketball',
    group: 'Basketball',
    title: 'Basketball Euroleague',
    description: 'Basketball Euroleague',
    period: 3 * HOUR,
    offset: 25 * MINUTE,
    block: 3,
    teams: EUROLEAGUE,
  },
  {
    ...usual,
    key: 'americanfootball_nfl',
    kind: 'americanfootball',
    group: 'American Football',
    title: 'NFL',
    description: 'US Football',
    period: 4 * HOUR,
    offset: 120 * MINUTE,
    block: 5,
    teams: NFL,
  },
  {
    ...usual,
    key: 'baseball_mlb',
    kind: 'baseball',
    group: 'Baseball',
    title: 'MLB',
    description: 'Major League Baseball',
    period: 3 * HOUR,
    offset: 145 * MINUTE,
    block: 5,
    teams: MLB,
  },
  {
    ...usual,
    key: 'icehockey_nhl',
    kind: 'hockey',
    group: 'Ice Hockey',
    title: 'NHL',
    description: 'US Ice Hockey',
    period: 90 * MINUTE,
    offset: 70 * MINUTE,
    block: 5,
    teams: NHL,
  },
  {
    ...usual,
    key: 'aussierules_afl',
    kind: 'aussierules',
    group: 'Aussie Rules',
    title: 'AFL',
    description: 'Aussie Football',
    period: 4 * HOUR,
    offset: 20 * MINUTE,
    block: 3,
    teams: AFL,
  },
  {
    ...usual,
    key: 'rugbyleague_nrl',
    kind: 'rugbyleague',
    group: 'Rugby League',
    title: 'NRL',
    description: 'Aussie Rugby League',
    period: 4 * HOUR,
    offset: 170 * MINUTE,
    block: 2,
    teams: NRL,
  },
  {
    ...usual,
    key: 'rugbyunion_six_nations',
    kind: 'rugbyunion',
    group: 'Rugby Union',
    title: 'Six Nations',
    description: 'Six Nations Championship',
    period: 4 * HOUR,
    offset: 100 * MINUTE,
    block: 1,
    teams: SIX_NATIONS,
  },
  {
    ...usual,
    key: 'cricket_ipl',
    kind: 'cricket',
    group: 'Cricket',
    title: 'IPL',
    description: 'Indian Premier League',
    scored: false,
    period: 4 * HOUR,
    offset: 45 * MINUTE,
    block: 1,
    teams: IPL,
  },
]
