// The six leagues of the feed, and how often they play. Together they have 10 to 20 games live, one of which ends every two
// to three minutes.
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { LA_LIGA } from './teams/la-liga.ts'
import { NBA } from './teams/nba.ts'
import { NHL } from './teams/nhl.ts'
import { PREMIER_LEAGUE } from './teams/premier-league.ts'
import { SERIE_A } from './teams/serie-a.ts'

type LeagueFacts = {
  readonly key: string
  readonly group: string
  readonly title: string
  readonly description: string
  /** Games are listed this long before their start. */
  readonly listedAhead: number
}
export type TeamLeague = LeagueFacts & {
  readonly kind: 'soccer' | 'basketball' | 'hockey'
  readonly teams: readonly string[]
  /** A game starts every `period`, shifted by `offset`. */
  readonly period: number
  readonly offset: number
  /** The number of successive games without a common team: see `pairing.ts`. */
  readonly block: number
}
/** Bouts are scheduled by their ends, so that these come steadily despite different lengths. */
export type BoutLeague = LeagueFacts & { readonly kind: 'bout'; readonly period: number }
export type League = TeamLeague | BoutLeague

const soccer = { kind: 'soccer', group: 'Soccer', listedAhead: 3.5 * HOUR, period: 55 * MINUTE, block: 3 } as const

export const leagues: readonly League[] = [
  {
    ...soccer,
    key: 'soccer_epl',
    title: 'EPL',
    description: 'English Premier League',
    teams: PREMIER_LEAGUE,
    offset: 0,
  },
  {
    ...soccer,
    key: 'soccer_spain_la_liga',
    title: 'La Liga - Spain',
    description: 'Spanish Soccer',
    teams: LA_LIGA,
    offset: 20 * MINUTE,
  },
  {
    ...soccer,
    key: 'soccer_italy_serie_a',
    title: 'Serie A - Italy',
    description: 'Italian Soccer',
    teams: SERIE_A,
    offset: 40 * MINUTE,
  },
  {
    key: 'basketball_nba',
    kind: 'basketball',
    group: 'Basketball',
    title: 'NBA',
    description: 'US Basketball',
    listedAhead: 2.5 * HOUR,
    period: 25 * MINUTE,
    offset: 5 * MINUTE,
    block: 5,
    teams: NBA,
  },
  {
    key: 'icehockey_nhl',
    kind: 'hockey',
    group: 'Ice Hockey',
    title: 'NHL',
    description: 'US Ice Hockey',
    listedAhead: 3 * HOUR,
    period: 30 * MINUTE,
    offset: 10 * MINUTE,
    block: 5,
    teams: NHL,
  },
  {
    key: 'mma_mixed_martial_arts',
    kind: 'bout',
    group: 'Mixed Martial Arts',
    title: 'MMA',
    description: 'Mixed Martial Arts',
    listedAhead: 45 * MINUTE,
    period: 2.5 * MINUTE,
  },
]

export const leagueOf = (key: string): League | undefined => leagues.find((league) => league.key === key)
