// Tennis, best of three sets, as games that the server wins with a given chance. Who wins the match follows exactly
// from the score, the server and both chances. Scores are sets; the feed does not show them.

import { MINUTE } from '#services/platform/clock/durations.ts'
import { between, drawsFor } from '../random.ts'
import { type Course, winnerOnly } from './course.ts'
import type { News } from './news.ts'
import type { Score } from './scoring/outlook.ts'

type State = { readonly sets: Score; readonly games: Score; readonly homeServes: boolean }
type Holds = { readonly home: number; readonly away: number }
type Moment = State & { readonly at: number }

const START: State = { sets: [0, 0], games: [0, 0], homeServes: true }
const isOver = ({ sets }: State): boolean => sets[0] === 2 || sets[1] === 2

/** `edge`: how much more often than the average the home player holds serve, and the other less. */
export function tennisCourse(frame: { key: string; startsAt: number; edge: number; news: News }): Course {
  const { key, startsAt, news } = frame
  const holdsAt = (instant: number): Holds => {
    const edge = frame.edge + news.knownAt(instant)
    return { home: hold(0.74 + edge), away: hold(0.74 - edge) }
  }
  const moments = play(key, startsAt, holdsAt(startsAt))
  const endsAt = moments.at(-1)!.at
  const result = moments.at(-1)!.sets
  const stateAt = (instant: number): State => moments.findLast(({ at }) => at <= instant) ?? START
  return {
    startsAt,
    endsAt,
    closesAt: endsAt,
    completedAt: endsAt + Math.round(between(2 * MINUTE, 6 * MINUTE, drawsFor(`${key}/completed`)(0))),
    pauses: [],
    scoreAt: (instant) => stateAt(instant).sets,
    scoreOf: () => result,
    chancesAt: (instant) => {
      const home = matchChance(stateAt(instant), holdsAt(instant))
      return { home, draw: null, away: 1 - home }
    },
    ...winnerOnly,
  }
}

const hold = (chance: number): number => Math.min(0.95, Math.max(0.4, chance))

/** The chance that the home player wins the next game; a tie-break at six all. */
function gameChance({ games, homeServes }: State, holds: Holds): number {
  if (games[0] === 6 && games[1] === 6) return 0.5 + (holds.home - holds.away) / 2
  return homeServes ? holds.home : 1 - holds.away
}

function after({ sets, games, homeServes }: State, homeWins: boolean): State {
  const won: Score = homeWins ? [games[0] + 1, games[1]] : [games[0], games[1] + 1]
  const most = Math.max(...won)
  const setOver = most === 7 || (most === 6 && Math.abs(won[0] - won[1]) >= 2)
  if (!setOver) return { sets, games: won, homeServes: !homeServes }
  return {
    sets: homeWins ? [sets[0] + 1, sets[1]] : [sets[0], sets[1] + 1],
    games: [0, 0],
    homeServes: !homeServes,
  }
}

/** The home player's chance to win the match, over all ways it may go on. */
function matchChance(from: State, holds: Holds): number {
  const known = new Map<number, number>()
  const chance = (state: State): number => {
    if (isOver(state)) return state.sets[0] === 2 ? 1 : 0
    const { sets, games } = state
    const key = (((sets[0] * 2 + sets[1]) * 8 + games[0]) * 8 + games[1]) * 2 + Number(state.homeServes)
    let found = known.get(key)
    if (found === undefined) {
      const win = gameChance(state, holds)
      found = win * chance(after(state, true)) + (1 - win) * chance(after(state, false))
      known.set(key, found)
    }
    return found
  }
  return chance(from)
}

/** The state after each game, with the instant at which it was over. */
function play(key: string, startsAt: number, holds: Holds): Moment[] {
  const draws = drawsFor(`${key}/games`)
  const moments: Moment[] = [{ ...START, at: startsAt }]
  for (let game = 0; !isOver(moments.at(-1)!); game++) {
    const { at, ...state } = moments.at(-1)!
    const tieBreak = state.games[0] === 6 && state.games[1] === 6
    const length = between(2.5 * MINUTE, 5 * MINUTE, draws(2 * game + 1)) * (tieBreak ? 2 : 1)
    const next = after(state, draws(2 * game) < gameChance(state, holds))
    moments.push({ ...next, at: at + Math.round(length) })
  }
  return moments
}
