// What the simulated world promises: always enough to bet on, games that end all the time, no impossible fixture.
import { describe, expect, it } from 'vitest'
import { bookmakerKeys, pricesAt } from './bookmakers.ts'
import { HOUR, MINUTE } from './course.ts'
import { leagues } from './leagues.ts'
import { createSchedule, type SimulatedGame } from './schedule.ts'

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

describe('the simulated fortnight', () => {
  it('has 12 bettable upcoming games, 10 to 20 live ones and every sport upcoming at every minute', () => {
    for (let instant = START; instant < START + FORTNIGHT; instant += MINUTE) {
      const near = games.filter(({ listedAt, course }) => listedAt <= instant && course.endsAt > instant)
      const upcoming = near.filter(({ course }) => course.startsAt > instant)
      const live = near.length - upcoming.length
      expect(live).toBeGreaterThanOrEqual(10)
      expect(live).toBeLessThanOrEqual(20)
      expect(new Set(upcoming.map(({ league }) => league.group)).size).toBe(4)
      expect(upcoming.length).toBeGreaterThanOrEqual(20)
      // pricing every minute of a fortnight would take long: every seventh minute all of them
      if ((instant / MINUTE) % 7 === 0) {
        expect(upcoming.filter((game) => pricesAt(game, instant, all).length === 3).length).toBeGreaterThanOrEqual(12)
      }
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
