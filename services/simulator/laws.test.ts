// What the simulated world guarantees: always enough to bet on, games that end all the time, no impossible fixture, and
// a final score for every game in leagues with scores.
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { createFaults } from './faults/faults.ts'
import { bookmakerKeys, pricesAt } from './feed/bookmakers.ts'
import { createFeed } from './feed/feed.ts'
import { leagues } from './schedule/leagues.ts'
import { createSchedule } from './schedule/schedule.ts'
import type { SimulatedGame } from './schedule/simulated-game.ts'

const START = Date.parse('2026-11-20T00:00:00Z')
const WEEK = 7 * 24 * HOUR
const all = new Set(bookmakerKeys)

const schedule = createSchedule('law')
const everything = leagues.flatMap((league) =>
  schedule.starting(league, START - 4 * HOUR, START + WEEK + league.listedAhead),
)
const games = everything.filter(({ field }) => field === null)

const MINUTES = WEEK / MINUTE
const minuteAfter = (instant: number) => Math.min(MINUTES, Math.max(0, Math.ceil((instant - START) / MINUTE)))

/** For every minute of the week, how many games are within the given span. */
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

describe('the simulated week', () => {
  it('has 10 to 20 live games, and every sport upcoming, at every minute', () => {
    const live = counted(games, ({ course }) => [course.startsAt, course.endsAt])
    expect(Math.min(...live)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...live)).toBeLessThanOrEqual(20)
    const groups = Map.groupBy(everything, ({ league }) => league.group)
    expect(groups.size).toBe(13)
    for (const [group, each] of groups)
      expect([group, Math.min(...counted(each, beforeStart)) > 0]).toEqual([group, true])
  })

  it('has 12 bettable upcoming games at every minute, and soccer among those of the next three hours', () => {
    expect(Math.min(...counted(games, beforeStart))).toBeGreaterThanOrEqual(12)
    const soccer = games.filter(({ league }) => league.kind === 'soccer')
    expect(
      Math.min(...counted(soccer, ({ course }) => [course.startsAt - 3 * HOUR, course.startsAt - HOUR])),
    ).toBeGreaterThanOrEqual(1)
    // no market is suspended before a start, at any minute
    for (const [index, game] of games.entries()) {
      const share = (index % 97) / 97
      const instant = game.listedAt + share * (game.course.startsAt - game.listedAt)
      if (index % 4 === 0) expect(pricesAt(game, instant, all)).toHaveLength(3)
      expect(game.course.pauses.every(([from]) => from >= game.course.startsAt - 25_000)).toBe(true)
    }
  })

  it('ends a game every two to three minutes, and no game starts later than four hours ahead', () => {
    const ends = games
      .map(({ course }) => course.endsAt)
      .filter((end) => end > START + HOUR && end < START + WEEK)
      .sort((one, other) => one - other)
    const gaps = ends.slice(1).map((end, index) => end - ends[index]!)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(3 * MINUTE)
    expect((ends.at(-1)! - ends[0]!) / gaps.length).toBeGreaterThan(1.5 * MINUTE)
    expect(Math.max(...games.map(({ listedAt, course }) => course.startsAt - listedAt))).toBeLessThanOrEqual(4 * HOUR)
  })

  it('says completed often, and two to six minutes after the end', () => {
    const completed = games.map(({ course }) => course.completedAt).sort((one, other) => one - other)
    const inside = completed.filter((at) => at > START + HOUR && at < START + WEEK)
    expect(Math.max(...inside.slice(1).map((at, index) => at - inside[index]!))).toBeLessThanOrEqual(4 * MINUTE)
    for (const { course } of games) {
      expect(course.completedAt - course.endsAt).toBeGreaterThanOrEqual(2 * MINUTE)
      expect(course.completedAt - course.endsAt).toBeLessThanOrEqual(6 * MINUTE)
    }
  })

  it('gives each sport its length, and never a team two games at once', () => {
    const minutes = {
      soccer: [105, 165],
      basketball: [49, 90],
      hockey: [70, 80],
      baseball: [120, 190],
      americanfootball: [150, 170],
      aussierules: [114, 114],
      rugbyleague: [93, 106],
      rugbyunion: [99, 99],
      cricket: [120, 190],
      tennis: [35, 180],
      bout: [8, 40],
      tournament: [600, 600],
    }
    const free = new Map<string, number>()
    for (const { league, course, home, away, field } of everything.toSorted(
      (one, other) => one.course.startsAt - other.course.startsAt,
    )) {
      const length = (course.endsAt - course.startsAt) / MINUTE
      const [shortest, longest] = minutes[league.kind]
      expect(length).toBeGreaterThanOrEqual(shortest!)
      expect(length).toBeLessThanOrEqual(longest!)
      if (field !== null) continue
      expect(home).not.toBe(away)
      for (const team of [home, away]) {
        const own = `${league.group}/${team}`
        expect(free.get(own) ?? 0).toBeLessThan(course.startsAt)
        free.set(own, course.endsAt)
      }
    }
    expect(new Set(everything.map(({ id }) => id)).size).toBe(everything.length)
  })

  it('leaves games level only in sports with draws, and every bout 1-0 or drawn', () => {
    const mayBeLevel = new Set(['soccer', 'americanfootball', 'aussierules', 'rugbyleague', 'rugbyunion'])
    for (const { league, course } of games) {
      const [home, away] = course.scoreAt(course.endsAt)
      const drawn = home === away
      if (league.kind === 'bout') expect([home + away, league.draws || !drawn]).toEqual([drawn ? 0 : 1, true])
      else if (!mayBeLevel.has(league.kind)) expect([league.key, drawn]).toEqual([league.key, false])
    }
  })

  it('suspends the market for 60 to 90 seconds around each goal', () => {
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

  it('plays on in level cup ties: some are decided in extra time, whose goals count in the score but not in the ninety minutes', () => {
    const level = schedule
      .starting(leagues.find(({ key }) => key === 'soccer_uefa_champs_league')!, START, START + 120 * 24 * HOUR)
      .map(({ course }) => course)
      .filter(({ endsAt, closesAt }) => endsAt > closesAt)
    expect(level.length).toBeGreaterThan(40)
    for (const course of level) {
      const [home, away] = course.scoreOf('regulation')
      expect(home).toBe(away)
      expect(course.endsAt - course.closesAt).toBeGreaterThanOrEqual(38 * MINUTE)
      expect(course.outlookAt(course.closesAt, 'regulation')).toBeNull()
    }
    const ended = (course: (typeof level)[number]) => course.scoreAt(course.endsAt)
    expect(level.some((course) => ended(course)[0] !== ended(course)[1])).toBe(true)
    expect(level.some((course) => ended(course)[0] === ended(course)[1])).toBe(true)
  })

  it('completes every game with a score that settles it, for three days, in leagues with scores', () => {
    const feed = createFeed('law', createFaults('law', 'off'))
    const filter = { dateFormat: 'unix', eventIds: null, from: 0, to: Number.POSITIVE_INFINITY } as const
    const settled = new Map<string, string>()
    for (const league of leagues.filter(({ key }) => key !== 'mma_mixed_martial_arts')) {
      for (let day = 0; day <= 7; day += 1) {
        for (const body of feed.scores(league, START + day * 24 * HOUR, 3 * 24 * HOUR, filter)) {
          if (!league.scored) expect([body.scores, body.completed]).toEqual([null, false])
          else if (body.completed) {
            expect(body.scores!.map(({ name }) => name)).toEqual([body.home_team, body.away_team])
            settled.set(body.id, body.scores!.map(({ score }) => score).join('-'))
          }
        }
      }
    }
    const over = games.filter(
      ({ league, course }) =>
        league.scored &&
        league.key !== 'mma_mixed_martial_arts' &&
        course.startsAt > START &&
        course.completedAt < START + WEEK,
    )
    expect(over.length).toBeGreaterThan(800)
    for (const { id, course } of over) expect(settled.get(id)).toBe(course.scoreAt(course.endsAt).join('-'))
  })
})
