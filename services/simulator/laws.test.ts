// What the simulated world promises: always enough to bet on, games that end all the time, no impossible fixture.
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { bookmakerKeys, pricesAt } from './feed/bookmakers.ts'
import { leagues } from './schedule/leagues.ts'
import { createSchedule } from './schedule/schedule.ts'
import type { SimulatedGame } from './schedule/simulated-game.ts'

const START = Date.parse('2026-11-20T00:00:00Z')
const FORTNIGHT = 14 * 24 * HOUR
const all = new Set(bookmakerKeys)

function gamesOf(seed: string): SimulatedGame[] {
  const schedule = createSchedule(seed)
  const games = new Map<string, SimulatedGame>()
  for (const league of leagues) {
    for (let instant = START; instant <= START + FORTNIGHT; instant += 2 * HOUR) {
      for (const game of schedule.known(league, instant, 4 * HOUR)) games.set(game.id, game)
    }
  }
  return [...games.values()]
}
const games = gamesOf('law')

const MINUTES = FORTNIGHT / MINUTE
const minuteAfter = (instant: number) => Math.min(MINUTES, Math.max(0, Math.ceil((instant - START) / MINUTE)))

/** For every minute of the fortnight, how many games are between two of their instants. */
function counted(of: readonly SimulatedGame[], span: (game: SimulatedGame) => [from: number, to: number]): number[] {
  const changes = new Array<number>(MINUTES + 1).fill(0)
  for (const game of of) {
    const [from, to] = span(game)
    changes[minuteAfter(from)]! += 1
    changes[minuteAfter(to)]! -= 1
  }
  let count = 0
  return changes.slice(0, MINUTES).map((change) => {
    count += change
    return count
  })
}
const beforeStart = ({ listedAt, course }: SimulatedGame): [number, number] => [listedAt, course.startsAt]

describe('the simulated fortnight', () => {
  it('has 10 to 20 live games, and every sport upcoming, at every minute', () => {
    const live = counted(games, ({ course }) => [course.startsAt, course.endsAt])
    expect(Math.min(...live)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...live)).toBeLessThanOrEqual(20)
    const groups = Map.groupBy(games, ({ league }) => league.group)
    expect(groups.size).toBe(4)
    for (const [group, each] of groups)
      expect([group, Math.min(...counted(each, beforeStart)) > 0]).toEqual([group, true])
  })

  it('has 12 bettable upcoming games at every minute', () => {
    expect(Math.min(...counted(games, beforeStart))).toBeGreaterThanOrEqual(12)
    // no market is off before a start, at whatever minute
    for (const [index, game] of games.entries()) {
      const share = (index % 97) / 97
      const instant = game.listedAt + share * (game.course.startsAt - game.listedAt)
      expect(pricesAt(game, instant, all)).toHaveLength(3)
      expect(game.course.pauses.every(([from]) => from >= game.course.startsAt - 25_000)).toBe(true)
    }
  })

  it('ends a game every two to three minutes, and none starts later than four hours ahead', () => {
    const ends = games
      .map(({ course }) => course.endsAt)
      .filter((end) => end > START + HOUR && end < START + FORTNIGHT)
      .sort((one, other) => one - other)
    const gaps = ends.slice(1).map((end, index) => end - ends[index]!)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(3 * MINUTE)
    expect((ends.at(-1)! - ends[0]!) / gaps.length).toBeGreaterThan(1.8 * MINUTE)
    expect(Math.max(...games.map(({ listedAt, course }) => course.startsAt - listedAt))).toBeLessThanOrEqual(4 * HOUR)
  })

  it('says completed often, and two to six minutes after the end', () => {
    const completed = games.map(({ course }) => course.completedAt).sort((one, other) => one - other)
    const inside = completed.filter((at) => at > START + HOUR && at < START + FORTNIGHT)
    expect(Math.max(...inside.slice(1).map((at, index) => at - inside[index]!))).toBeLessThanOrEqual(4 * MINUTE)
    for (const { course } of games) {
      expect(course.completedAt - course.endsAt).toBeGreaterThanOrEqual(2 * MINUTE)
      expect(course.completedAt - course.endsAt).toBeLessThanOrEqual(6 * MINUTE)
    }
  })

  it('gives each sport its length, and never a team two games at once', () => {
    const minutes = { soccer: [105, 113], basketball: [50, 90], hockey: [70, 80], bout: [8, 20] }
    const free = new Map<string, number>()
    for (const { league, course, home, away } of [...games].sort((a, b) => a.course.startsAt - b.course.startsAt)) {
      const length = (course.endsAt - course.startsAt) / MINUTE
      const [shortest, longest] = minutes[league.kind]
      expect(length).toBeGreaterThanOrEqual(shortest!)
      expect(length).toBeLessThanOrEqual(longest!)
      expect(home).not.toBe(away)
      for (const team of [home, away]) {
        expect(free.get(team) ?? 0).toBeLessThan(course.startsAt)
        free.set(team, course.endsAt)
      }
    }
    expect(new Set(games.map(({ id }) => id)).size).toBe(games.length)
  })

  it('leaves no game but soccer level, and every bout 1-0', () => {
    for (const { league, course } of games) {
      const [home, away] = course.scoreAt(course.endsAt)
      if (league.kind !== 'soccer') expect(home).not.toBe(away)
      if (league.kind === 'bout') expect(home + away).toBe(1)
    }
  })

  it('takes the market off for 60 to 90 seconds round each goal', () => {
    for (const { league, course } of games.filter(({ league }) => league.kind === 'soccer')) {
      const [home, away] = course.scoreAt(course.endsAt)
      expect(course.pauses).toHaveLength(home + away)
      for (const [from, to] of course.pauses) {
        expect(to - from).toBeGreaterThanOrEqual(60_000)
        expect(to - from).toBeLessThanOrEqual(90_000)
        const before = course.scoreAt(from)
        const after = course.scoreAt(to)
        expect(after[0] + after[1]).toBeGreaterThan(before[0] + before[1])
      }
      expect(league.key.startsWith('soccer_')).toBe(true)
    }
  })
})
