// Which game is played when, by whom, and how it goes: all of it follows from the seed and the number of the slot.
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { basketballCourse } from './basketball.ts'
import { boutCourse } from './bout.ts'
import { between, chance, drawsFor, normal, shuffled } from './chance.ts'
import { type Course, DAY, MINUTE, SECOND } from './course.ts'
import { hockeyCourse, soccerCourse } from './goals.ts'
import type { BoutLeague, League, TeamLeague } from './leagues.ts'
import { newsOf } from './news.ts'
import { fightersOf } from './teams.ts'

export type SimulatedGame = {
  /** 32 hexadecimal digits. */
  readonly id: string
  readonly league: League
  readonly home: string
  readonly away: string
  readonly listedAt: number
  readonly course: Course
  /** Key of everything drawn for this game. */
  readonly key: string
}

/** Completed games stay in the scores this long after their start. */
export const KEPT = 3 * DAY
const LONGEST_BOUT = 20 * MINUTE
/** More than three days of every league. */
const REMEMBERED = 4_096

/** Share by which the strongest and the weakest club differ from the average, on the scale of each sport. */
const STRENGTH = { soccer: 0.36, hockey: 0.13, basketball: 5 } as const
/** How far news moves a game, on the same scale. */
const NEWS = { soccer: 0.027, hockey: 0.02, basketball: 0.7, bout: 0.05 } as const

export type Schedule = {
  /** Games listed and not yet gone from the scores at an instant, by slot. */
  known(league: League, instant: number, keptFor?: number): SimulatedGame[]
  /** Games listed and not yet over at an instant. */
  open(league: League, instant: number): SimulatedGame[]
}

export function createSchedule(seed: string): Schedule {
  // facts of slots, kept because they are dear to work out, not because they could change
  const games = new LRUCache<string, SimulatedGame>({ max: REMEMBERED })
  const gameOf = (league: League, slot: number): SimulatedGame => {
    const key = `${seed}/${league.key}/${slot}`
    let game = games.get(key)
    if (game === undefined) {
      game = league.kind === 'bout' ? bout(league, slot, key) : match(seed, league, slot, key)
      games.set(key, game)
    }
    return game
  }

  const known = (league: League, instant: number, keptFor = KEPT): SimulatedGame[] => {
    const found: SimulatedGame[] = []
    const [first, last] = slotsStarting(league, instant - keptFor, instant + league.listedAhead)
    for (let slot = first; slot <= last; slot++) {
      const game = gameOf(league, slot)
      if (game.listedAt <= instant && game.course.startsAt + keptFor > instant) found.push(game)
    }
    return found
  }
  return {
    known,
    // no game takes longer than three hours, overtimes and all
    open: (league, instant) => known(league, instant, 180 * MINUTE).filter((game) => game.course.endsAt > instant),
  }
}

/** Slots whose games may start between two instants: a few more than do. */
function slotsStarting(league: League, from: number, to: number): [first: number, last: number] {
  if (league.kind === 'bout') {
    return [Math.floor(from / league.period), Math.ceil((to + LONGEST_BOUT) / league.period) + 1]
  }
  return [Math.floor((from - league.offset) / league.period), Math.ceil((to - league.offset) / league.period)]
}

const idOf = (key: string): string => hash('sha256', `${key}/id`).slice(0, 32)

function match(seed: string, league: TeamLeague, slot: number, key: string): SimulatedGame {
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

/** Strength falls evenly along the list of teams, each season a little otherwise. */
function strength(seed: string, league: TeamLeague, team: number): number {
  const rank = 1 - (2 * team) / (league.teams.length - 1)
  const noise = between(-0.2, 0.2, chance(`${seed}/${league.key}/strength/${team}`))
  return STRENGTH[league.kind] * (rank + noise)
}

/**
 * Teams come in blocks of games in which nobody plays twice. An even block takes its teams from all, an odd one from
 * those that play in neither of its neighbours: so a whole block lies between two games of any team, and it is never
 * in two games at once.
 */
function pairing(seed: string, league: TeamLeague, slot: number): [home: number, away: number] {
  const block = Math.floor(slot / league.block)
  const place = slot - block * league.block
  const evenBlock = (number: number) =>
    shuffled(league.teams.length, `${seed}/${league.key}/block/${number}`).slice(0, 2 * league.block)
  let playing: number[]
  if (block % 2 === 0) playing = evenBlock(block)
  else {
    const busy = new Set([...evenBlock(block - 1), ...evenBlock(block + 1)])
    playing = shuffled(league.teams.length, `${seed}/${league.key}/block/${block}`).filter((team) => !busy.has(team))
  }
  return [playing[2 * place]!, playing[2 * place + 1]!]
}

/** Every bout ends about a period after the one before; its length says when it starts. */
function bout(league: BoutLeague, slot: number, key: string): SimulatedGame {
  const draws = drawsFor(`${key}/bout`)
  const endsAt = slot * league.period + Math.round(between(-15 * SECOND, 15 * SECOND, draws(0)))
  const length = between(8 * MINUTE, 17 * MINUTE, draws(1))
  const startsAt = Math.floor((endsAt - length) / MINUTE) * MINUTE
  const listedAt = startsAt - league.listedAhead
  const [home, away] = fightersOf(slot)
  const news = newsOf(key, listedAt, startsAt, NEWS.bout)
  const edge = 0.45 * normal(draws(2), draws(3))
  return {
    id: idOf(key),
    league,
    home,
    away,
    listedAt,
    key,
    course: boutCourse({ key, startsAt, endsAt, edge, news }),
  }
}
