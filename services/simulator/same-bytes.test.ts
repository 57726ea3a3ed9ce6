// The feed is a function of the seed, the time and the script: earlier requests, and the time at which the process
// started, make no difference.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { leagueOf, leagues } from './schedule/leagues.ts'
import { createSchedule } from './schedule/schedule.ts'
import { listening, NOON } from './testing/listening.ts'

const SEED = 'bytes'
const times = [0, 3.2 * HOUR].map((later) => new Date(NOON.getTime() + later))
const bulk = leagues.map(({ key }) => `/v4/sports/${key}/odds?regions=eu&markets=h2h,spreads,totals,outrights`)
const paths = [
  '/v4/sports',
  '/v4/sports/upcoming/odds?regions=eu&oddsFormat=american',
  '/v4/sports/soccer_epl/scores?daysFrom=3',
  '/v4/sports/baseball_mlb/scores?daysFrom=1&dateFormat=unix',
  '/v4/sports/tennis_atp_barcelona_open/events',
  '/v4/sports/boxing_boxing/participants',
  ...bulk,
]
const EVENT_MARKETS =
  'h2h,h2h_3_way,btts,team_totals,alternate_spreads,alternate_totals,double_chance,draw_no_bet,h2h_h1,totals_h1,h2h_q1'

describe.each(['off', 'season'] as const)('with faults %s, the same seed', (faults) => {
  type Sim = Awaited<ReturnType<typeof listening>>
  let one: Sim
  let other: Sim
  let stranger: Sim
  beforeAll(async () => {
    one = await listening({ seed: SEED, faults })
    other = await listening({ seed: SEED, faults })
    stranger = await listening({ seed: 'another', faults })
    const game = createSchedule(SEED).starting(
      leagueOf('basketball_nba')!,
      times[0]!.getTime(),
      times[0]!.getTime() + 2 * HOUR,
    )[0]!
    const script = [
      { fault: 'postponed', fixture: game.id, at: times[0]!.toISOString(), minutes: 300 },
      { fault: 'empty-league', league: 'soccer_spain_la_liga', at: times[1]!.toISOString() },
    ]
    // whenever the script was written
    one.setNow(times[0]!)
    await one.send('/__sim/script', script)
    other.setNow(new Date(times[0]!.getTime() + MINUTE))
    await other.send('/__sim/script', script)
  })
  afterAll(async () => {
    for (const { app } of [one, other, stranger]) await app.close()
  })

  async function texts(sim: Sim, order: readonly Date[]): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const instant of order) {
      sim.setNow(instant)
      for (const path of order === times ? paths : paths.toReversed()) {
        const { status, text } = await sim.get(path)
        found.set(`${instant.toISOString()} ${path}`, `${status} ${text}`)
      }
    }
    return found
  }

  it('gives the same bytes, in whatever order it is asked; another seed gives others', async () => {
    const first = await texts(one, times)
    const second = await texts(other, times.toReversed())
    expect(first.size).toBe(times.length * paths.length)
    for (const [key, text] of first) expect([key, second.get(key)]).toEqual([key, text])
    stranger.setNow(times[0]!)
    for (const path of bulk.slice(0, 4)) {
      const { status, text } = await stranger.get(path)
      expect(`${status} ${text}`).not.toBe(first.get(`${times[0]!.toISOString()} ${path}`))
    }
  })

  it('gives the same bytes for all markets of one game', async () => {
    for (const sim of [one, other]) sim.setNow(times[1]!)
    for (const { key } of leagues) {
      const [event] = ((await one.get(`/v4/sports/${key}/events`)).body ?? []) as { id: string }[]
      if (event === undefined) continue
      const path = `/v4/sports/${key}/events/${event.id}/odds?regions=eu&markets=${EVENT_MARKETS}`
      expect((await other.get(path)).text).toBe((await one.get(path)).text)
    }
  })
})
