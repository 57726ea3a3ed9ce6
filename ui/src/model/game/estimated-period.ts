// The current period of a game, estimated from its start, or told by its score: the feed has no periods. Display only.
import type { Game } from '#services/contract/contract.ts'
import { minutesSince } from '#ui/lib/time/business-clock.ts'
import { gamePhase, periodText, scoreOf } from './game-status.ts'

/** Usual lengths in minutes of real time, stoppages included: of a period, and of the breaks between them. */
type Course = { parts: number; minutes: number; pause: number; longPauseAfter?: number; longPause?: number }

const HALVES: Course = { parts: 2, minutes: 47, pause: 15 }
const COURSES: Readonly<Record<string, Course>> = {
  soccer: HALVES,
  rugby: { ...HALVES, minutes: 45 },
  basketball: { parts: 4, minutes: 30, pause: 3, longPauseAfter: 2, longPause: 15 },
  americanfootball: { parts: 4, minutes: 42, pause: 2, longPauseAfter: 2, longPause: 13 },
  icehockey: { parts: 3, minutes: 38, pause: 18 },
  aussierules: { parts: 4, minutes: 30, pause: 6, longPauseAfter: 2, longPause: 20 },
  baseball: { parts: 9, minutes: 19, pause: 1 },
}

const familyOf = (sport: string): string => (sport.startsWith('rugby') ? 'rugby' : sport)

function partAt(course: Course, minute: number): number {
  let end = 0
  for (let part = 1; part < course.parts; part++) {
    const pause = part === course.longPauseAfter ? (course.longPause ?? 0) : course.pause
    end += course.minutes + pause
    if (minute < end) return part
  }
  return course.parts
}

/** '≈ 2H', '≈ Q3', '≈ 7th' of a live game; 'Set 2' in tennis, where the score counts sets. Null if nothing is known. */
export function estimatedPeriod(game: Game, now: number): string | null {
  if (gamePhase(game, now) !== 'live') return null
  if (game.sport === 'tennis') {
    const sets = [scoreOf(game, game.home_team), scoreOf(game, game.away_team)]
    return sets.includes(null) ? null : periodText('tennis', Number(sets[0]) + Number(sets[1]) + 1)
  }
  const course = COURSES[familyOf(game.sport)]
  if (course === undefined) return null
  return `≈ ${periodText(familyOf(game.sport), partAt(course, minutesSince(game.commence_time, now)))}`
}
