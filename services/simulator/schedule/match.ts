// A game between two teams or players: who meets, how strong they are, and how it goes.
import { between, uniform } from '../random.ts'
import { baseballCourse } from '../sports/baseball.ts'
import { basketballCourse } from '../sports/basketball.ts'
import type { Course } from '../sports/course.ts'
import { cricketCourse } from '../sports/cricket.ts'
import { footballCourse } from '../sports/football-codes.ts'
import { hockeyCourse } from '../sports/ice-hockey.ts'
import { type News, newsOf } from '../sports/news.ts'
import { FIBA_PACE, NBA_PACE } from '../sports/scoring/possessions.ts'
import { soccerCourse } from '../sports/soccer.ts'
import { tennisCourse } from '../sports/tennis.ts'
import type { TeamLeague } from './leagues/league.ts'
import { pairing } from './pairing.ts'
import { idOf, NEWS, type SimulatedGame } from './simulated-game.ts'

/** How much the strongest and the weakest differ from the average, on the scale of each sport. */
const STRENGTH = {
  soccer: 0.36,
  hockey: 0.13,
  baseball: 0.11,
  americanfootball: 0.17,
  aussierules: 0.12,
  rugbyleague: 0.2,
  rugbyunion: 0.3,
  basketball: 5,
  cricket: 0.35,
  tennis: 0.055,
} as const
/** Scoring plays of average teams per game, at home and away. */
const PLAYS = {
  soccer: [1.5, 1.2],
  hockey: [3.15, 2.95],
  baseball: [2.95, 2.8],
  americanfootball: [4.5, 4.15],
  aussierules: [23.2, 21.8],
  rugbyleague: [5.1, 4.7],
  rugbyunion: [5.0, 4.4],
} as const

export function match(seed: string, league: TeamLeague, slot: number, key: string): SimulatedGame {
  const startsAt = slot * league.period + league.offset
  const listedAt = startsAt - league.listedAhead
  const [home, away] = pairing(seed, league, slot)
  const news = newsOf(key, listedAt, startsAt, NEWS[league.kind])
  const edge = strength(seed, league, home) - strength(seed, league, away)
  return {
    id: idOf(key),
    league,
    home: league.teams[home]!,
    away: league.teams[away]!,
    listedAt,
    key,
    course: courseOf(league, slot, { key, startsAt, edge, news }),
    field: null,
  }
}

type Frame = { readonly key: string; readonly startsAt: number; readonly edge: number; readonly news: News }

function courseOf(league: TeamLeague, slot: number, frame: Frame): Course {
  const { kind } = league
  const { edge } = frame
  if (kind === 'tennis') return tennisCourse(frame)
  if (kind === 'cricket') return cricketCourse({ ...frame, edge: edge + 0.1 })
  if (kind === 'basketball') {
    return basketballCourse({
      ...frame,
      edge: edge + 2.4,
      pace: league.key === 'basketball_nba' ? NBA_PACE : FIBA_PACE,
    })
  }
  const [here, there] = PLAYS[kind]
  const scoring = { ...frame, rates: { home: here * Math.exp(edge), away: there * Math.exp(-edge) } }
  if (kind === 'baseball') return baseballCourse(scoring)
  if (kind === 'hockey') return hockeyCourse(scoring)
  if (kind !== 'soccer') return footballCourse(kind, scoring)
  return soccerCourse({ ...scoring, cupTie: league.knockOut && Math.floor(slot / league.block) % 2 === 1 })
}

/** Strength decreases evenly along the list of teams, with some noise that depends on the seed. */
function strength(seed: string, league: TeamLeague, team: number): number {
  const rank = 1 - (2 * team) / (league.teams.length - 1)
  const noise = between(-0.2, 0.2, uniform(`${seed}/${league.key}/strength/${team}`))
  return STRENGTH[league.kind] * (rank + noise)
}
