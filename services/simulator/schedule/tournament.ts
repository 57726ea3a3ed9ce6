// A golf tournament, for which only the winner is offered.
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { between, drawsFor, uniform } from '../random.ts'
import { newsOf } from '../sports/news.ts'
import { tournamentCourse } from '../sports/tournament.ts'
import type { TournamentLeague } from './leagues/league.ts'
import { idOf, NEWS, type SimulatedGame } from './simulated-game.ts'

const LENGTH = 10 * HOUR
/** Only this much of the news before the start is kept: at one a minute the list would be long. */
const NEWS_SPAN = 6 * HOUR

export function tournament(league: TournamentLeague, slot: number, key: string): SimulatedGame {
  const endsAt = (slot + 1) * league.period - 30 * MINUTE
  const startsAt = endsAt - LENGTH
  const listedAt = startsAt - league.listedAhead
  const draws = drawsFor(`${key}/form`)
  const strengths = league.players.map((_, player) => Math.exp(-0.09 * player + between(-0.35, 0.35, draws(player))))
  const news = newsOf(key, startsAt - NEWS_SPAN, startsAt, NEWS.tournament * (0.5 + uniform(`${key}/news-size`)))
  const course = tournamentCourse({ key, startsAt, endsAt, strengths, news })
  return {
    id: idOf(key),
    league,
    home: '',
    away: '',
    listedAt,
    key,
    course,
    field: {
      names: league.players,
      winner: league.players[course.winner]!,
      chancesAt: (instant) => course.fieldAt(instant),
    },
  }
}
