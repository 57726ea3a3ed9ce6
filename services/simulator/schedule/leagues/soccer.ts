// The soccer leagues. Clubs of the Champions League play in no other league, so that nobody plays two games at once.
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { BUNDESLIGA } from '../teams/soccer/bundesliga.ts'
import { CHAMPIONS_LEAGUE } from '../teams/soccer/champions-league.ts'
import { LA_LIGA } from '../teams/soccer/la-liga.ts'
import { PREMIER_LEAGUE } from '../teams/soccer/premier-league.ts'
import { PRIMEIRA_LIGA } from '../teams/soccer/primeira-liga.ts'
import { SERIE_A } from '../teams/soccer/serie-a.ts'
import type { TeamLeague } from './league.ts'

const soccer = {
  kind: 'soccer',
  group: 'Soccer',
  listedAhead: 4 * HOUR,
  block: 3,
  scored: true,
  knockOut: false,
} as const

export const soccerLeagues: readonly TeamLeague[] = [
  {
    ...soccer,
    key: 'soccer_epl',
    title: 'EPL',
    description: 'English Premier League',
    teams: PREMIER_LEAGUE,
    period: 90 * MINUTE,
    offset: 85 * MINUTE,
  },
  {
    ...soccer,
    key: 'soccer_spain_la_liga',
    title: 'La Liga - Spain',
    description: 'Spanish Soccer',
    teams: LA_LIGA,
    period: 3 * HOUR,
    offset: 50 * MINUTE,
  },
  {
    ...soccer,
    key: 'soccer_italy_serie_a',
    title: 'Serie A - Italy',
    description: 'Italian Soccer',
    teams: SERIE_A,
    period: 3 * HOUR,
    offset: 110 * MINUTE,
  },
  {
    ...soccer,
    key: 'soccer_germany_bundesliga',
    title: 'Bundesliga - Germany',
    description: 'German Soccer',
    teams: BUNDESLIGA,
    period: 4 * HOUR,
    offset: 60 * MINUTE,
  },
  {
    ...soccer,
    key: 'soccer_portugal_primeira_liga',
    title: 'Primeira Liga - Portugal',
    description: 'Portugese Soccer',
    teams: PRIMEIRA_LIGA,
    period: 4 * HOUR,
    offset: 200 * MINUTE,
  },
  {
    ...soccer,
    key: 'soccer_uefa_champs_league',
    title: 'UEFA Champions League',
    description: 'European Champions League',
    teams: CHAMPIONS_LEAGUE,
    knockOut: true,
    period: 4 * HOUR,
    offset: 220 * MINUTE,
  },
]
