// A game between two teams: who plays, how strong they are, and how it goes.
import { between, uniform } from '../random.ts'
import { basketballCourse } from '../sports/basketball.ts'
import type { Course } from '../sports/course.ts'
import { hockeyCourse } from '../sports/ice-hockey.ts'
import { newsOf } from '../sports/news.ts'
import { soccerCourse } from '../sports/soccer.ts'
import type { TeamLeague } from './leagues.ts'
import { pairing } from './pairing.ts'
import { idOf, NEWS, type SimulatedGame } from './simulated-game.ts'

/** By how much the strongest and the weakest club differ from the average, on the scale of each sport. */
const STRENGTH = { soccer: 0.36, hockey: 0.13, basketball: 5 } as const

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
    course: course(),
  }

  function course(): Course {
    if (league.kind === 'basketball') return basketballCourse({ key, startsAt, edge: edge + 2.4, news })
    if (league.kind === 'hockey') {
      return hockeyCourse({ key, startsAt, news, rates: { home: 3.15 * Math.exp(edge), away: 2.95 * Math.exp(-edge) } })
    }
    return soccerCourse({ key, startsAt, news, rates: { home: 1.5 * Math.exp(edge), away: 1.2 * Math.exp(-edge) } })
  }
}

/** Strength decreases evenly along the list of teams, with some noise that depends on the seed. */
function strength(seed: string, league: TeamLeague, team: number): number {
  const rank = 1 - (2 * team) / (league.teams.length - 1)
  const noise = between(-0.2, 0.2, uniform(`${seed}/${league.key}/strength/${team}`))
  return STRENGTH[league.kind] * (rank + noise)
}
