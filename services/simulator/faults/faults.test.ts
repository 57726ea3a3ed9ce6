// Each fault shows what it should: ordered for one game or one league through the control route, at a time that the
// test sets.
import { afterEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { leagueOf, leagues } from '../schedule/leagues.ts'
import { createSchedule } from '../schedule/schedule.ts'
import { listening, NOON, type Odds, type Scores } from '../testing/listening.ts'
import { createFaults } from './faults.ts'
import { answerFaultKinds, gameFaultKinds } from './game-fault.ts'
import { randomAnswerFault } from './random-faults.ts'

const EPL = '/v4/sports/soccer_epl'
const opened: { app: { close(): Promise<unknown> } }[] = []
const open = async (options: Parameters<typeof listening>[0] = {}) => {
  const at = await listening(options)
  opened.push(at)
  return at
}
afterEach(async () => {
  for (const { app } of opened.splice(0)) await app.close()
})

/** A listed game of the league that starts after noon, as planned. */
function planned(league = 'soccer_epl') {
  const game = createSchedule('fairbook')
    .starting(leagueOf(league)!, NOON.getTime() + 40 * MINUTE, NOON.getTime() + 4 * HOUR)
    .find(({ listedAt }) => listedAt < NOON.getTime())!
  return { ...game, start: game.course.startsAt, end: game.course.endsAt }
}
const iso = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`

describe('a scripted game', () => {
  const game = planned()
  const script = async (entry: object) => {
    const at = await open()
    const { status } = await at.send('/__sim/script', { fixture: game.id, ...entry })
    expect(status).toBe(201)
    return {
      ...at,
      at: (instant: number) => at.setNow(new Date(instant)),
      listed: async () => ((await at.get(`${EPL}/odds?regions=eu&markets=h2h,totals`)).body as Odds).filter(isIt),
      scores: async () => ((await at.get(`${EPL}/scores?daysFrom=3`)).body as Scores).filter(isIt),
    }
  }
  const isIt = (each: { home_team: string | null; commence_time: string }) =>
    each.home_team === game.home && Math.abs(Date.parse(each.commence_time) - game.start) < 30 * HOUR

  it('that is postponed has a new start and the same id, and is played then', async () => {
    const sim = await script({ fault: 'postponed', minutes: 180 })
    expect(await sim.listed()).toMatchObject([{ id: game.id, commence_time: iso(game.start + 3 * HOUR) }])
    sim.at(game.start + HOUR)
    expect(await sim.scores()).toMatchObject([{ id: game.id, scores: null, completed: false }])
    sim.at(game.end + 3 * HOUR + 7 * MINUTE)
    const [score] = await sim.scores()
    expect([score!.id, score!.completed]).toEqual([game.id, true])
    expect(score!.scores!.map((each) => Number(each.score))).toEqual(game.course.scoreAt(game.end))
  })

  it('that is reissued comes back under a new id', async () => {
    const sim = await script({ fault: 'reissued', minutes: 60, at: new Date(game.start - 20 * MINUTE).toISOString() })
    expect(await sim.listed()).toMatchObject([{ id: game.id, commence_time: iso(game.start) }])
    sim.at(game.start - 20 * MINUTE)
    const [again, ...more] = await sim.listed()
    expect([again!.commence_time, more.length]).toEqual([iso(game.start + HOUR), 0])
    expect(again!.id).not.toBe(game.id)
    expect((await sim.get(`${EPL}/events/${game.id}/odds?regions=eu`)).body.error_code).toBe('EVENT_NOT_FOUND')
    sim.at(game.end + HOUR + 7 * MINUTE)
    expect(await sim.scores()).toMatchObject([{ id: again!.id, completed: true }])
  })

  it('that is cancelled vanishes from odds, events and scores', async () => {
    const sim = await script({ fault: 'cancelled' })
    expect([await sim.listed(), await sim.scores()]).toEqual([[], []])
    sim.at(game.end + HOUR)
    expect([await sim.listed(), await sim.scores()]).toEqual([[], []])
  })

  it('that is abandoned keeps its score for a while, and is never complete', async () => {
    const stop = (game.start + game.end) / 2
    const sim = await script({ fault: 'abandoned', at: new Date(stop).toISOString(), minutes: 90 })
    sim.at(stop - MINUTE)
    expect(await sim.listed()).toHaveLength(1)
    sim.at(stop + 80 * MINUTE)
    expect(await sim.listed()).toEqual([])
    const [score] = await sim.scores()
    expect([score!.completed, score!.last_update]).toEqual([false, iso(stop)])
    expect(score!.scores!.map((each) => Number(each.score))).toEqual(game.course.scoreAt(stop))
    sim.at(stop + 91 * MINUTE)
    expect(await sim.scores()).toEqual([])
  })

  it('that is completed late is not complete for two hours', async () => {
    const sim = await script({ fault: 'late-completion', minutes: 120 })
    sim.at(game.course.completedAt + 119 * MINUTE)
    expect((await sim.scores())[0]!.completed).toBe(false)
    sim.at(game.course.completedAt + 120 * MINUTE)
    expect((await sim.scores())[0]!.completed).toBe(true)
  })

  it('whose score is corrected is first complete with a wrong one', async () => {
    const sim = await script({ fault: 'score-corrected', minutes: 15 })
    const shown = async () => {
      const [score] = await sim.scores()
      return { completed: score!.completed, score: score!.scores!.map((each) => Number(each.score)) }
    }
    const right = [...game.course.scoreAt(game.end)]
    sim.at(game.end + MINUTE)
    expect(await shown()).toEqual({ completed: false, score: right })
    sim.at(game.course.completedAt)
    const wrong = await shown()
    expect([wrong.completed, wrong.score[1]]).toEqual([true, right[1]])
    expect(wrong.score[0]).toBeGreaterThan(right[0]!)
    sim.at(game.course.completedAt + 15 * MINUTE)
    expect(await shown()).toEqual({ completed: true, score: right })
    expect((await sim.scores())[0]!.last_update).toBe(iso(game.course.completedAt + 15 * MINUTE))
  })

  it('has a price ten times too high, a missing draw, a second listing', async () => {
    const before = await open()
    const usual = ((await before.get(`${EPL}/odds?regions=eu`)).body as Odds).find(({ id }) => id === game.id)!
    const prices = (odds: Odds[number]) =>
      Object.fromEntries(
        odds.bookmakers.map(({ key, markets }) => [key, markets[0]!.outcomes.map(({ price }) => price)]),
      )

    const tenfold = prices((await (await script({ fault: 'tenfold-price' })).listed())[0]!)
    for (const [book, [first, ...others]] of Object.entries(prices(usual))) {
      expect(tenfold[book]).toEqual([expect.closeTo(first! * 10, 2), ...others])
    }
    const drawless = await script({ fault: 'missing-draw', minutes: 5 })
    for (const { markets } of (await drawless.listed())[0]!.bookmakers) {
      expect(markets[0]!.outcomes.map(({ name }) => name).sort()).toEqual([game.home, game.away].sort())
    }
    drawless.at(NOON.getTime() + 5 * MINUTE)
    expect((await drawless.listed())[0]!.bookmakers[0]!.markets[0]!.outcomes).toHaveLength(3)

    const twice = await (await script({ fault: 'duplicate' })).listed()
    expect(twice.map(({ id }) => id === game.id).sort()).toEqual([false, true])
    expect(new Set(twice.map(({ commence_time, away_team }) => `${commence_time} ${away_team}`)).size).toBe(1)
  })
})

describe('scripted faults of replies', () => {
  it.each([
    ['rate-limit', 429, 'EXCEEDED_FREQ_LIMIT'],
    ['out-of-credits', 401, 'OUT_OF_USAGE_CREDITS'],
    ['not-found', 404, 'UNKNOWN_SPORT'],
    ['server-error', 503, 'SERVICE_UNAVAILABLE'],
  ])('%s: %i %s for its time, in its league', async (fault, status, code) => {
    const sim = await open()
    await sim.send('/__sim/script', { fault, league: 'soccer_epl', minutes: 2 })
    const refused = await sim.get(`${EPL}/odds?regions=eu`)
    expect([refused.status, refused.body.error_code, refused.headers.get('x-requests-last')]).toEqual([
      status,
      code,
      '0',
    ])
    expect((await sim.get('/v4/sports/basketball_nba/odds?regions=eu')).status).toBe(200)
    sim.setNow(new Date(NOON.getTime() + 2 * MINUTE))
    expect((await sim.get(`${EPL}/odds?regions=eu`)).status).toBe(200)
  })

  it('give an empty league, another kind of page, a slow reply, and all leagues at once', async () => {
    const sim = await open()
    const usual = (await sim.get(`${EPL}/odds?regions=eu`)).text
    await sim.send('/__sim/script', [{ fault: 'empty-league', league: 'soccer_epl' }])
    expect((await sim.get(`${EPL}/odds?regions=eu`)).body).toEqual([])
    expect((await sim.get(`${EPL}/events`)).body).toEqual([])
    expect((await sim.get(`${EPL}/scores`)).body.length).toBeGreaterThan(0)

    expect((await sim.send('/__sim/script', undefined, 'DELETE')).body.entries).toEqual([])
    await sim.send('/__sim/script', { fault: 'garbage' })
    const garbage = await sim.get('/v4/sports/icehockey_nhl/odds?regions=eu')
    expect([garbage.status, garbage.text.startsWith('<html>')]).toEqual([200, true])

    await sim.send('/__sim/script', undefined, 'DELETE')
    await sim.send('/__sim/script', { fault: 'slow', delayMs: 50 })
    expect((await sim.get(`${EPL}/odds?regions=eu`)).text).toBe(usual)
  })
})

describe('the control routes', () => {
  it('refuse what they do not know, with a reason', async () => {
    const sim = await open()
    const refused = async (body: unknown) => {
      const { status, body: answer } = await sim.send('/__sim/script', body)
      return [status, typeof answer.message]
    }
    expect(await refused({ fault: 'earthquake' })).toEqual([400, 'string'])
    expect(await refused({ fault: 'postponed', fixture: 'x' })).toEqual([400, 'string'])
    expect(await refused({ fault: 'slow', delayMs: -1 })).toEqual([400, 'string'])
    expect(await refused([])).toEqual([400, 'string'])
    expect(await refused({ fault: 'cancelled', fixture: '0'.repeat(32) })).toEqual([404, 'string'])
    expect(await refused({ fault: 'slow', league: 'quidditch' })).toEqual([404, 'string'])
    expect((await sim.get('/__sim/script', null)).body).toEqual({ faults: 'off', entries: [] })
  })

  it('set the clock if it can be set, and only then', async () => {
    const sim = await open()
    expect((await sim.send('/__sim/clock', { now: '2026-11-21T12:00:00Z' })).body.now).toBe('2026-11-21T12:00:00.000Z')
    expect((await sim.get('/__sim/clock', null)).body.now).toBe('2026-11-21T12:00:00.000Z')
    expect((await sim.send('/__sim/clock', { now: 'tomorrow' })).status).toBe(400)
    const running = await open({ now: () => NOON, setNow: undefined as never })
    expect((await running.send('/__sim/clock', { now: '2026-11-21T12:00:00Z' })).status).toBe(409)
  })

  it('are for this machine only', async () => {
    const { app } = await open()
    const from = (remoteAddress: string, url = '/__sim/clock') => app.inject({ url, remoteAddress })
    expect((await from('192.0.2.7')).statusCode).toBe(403)
    expect((await from('192.0.2.7', '/__sim/script')).statusCode).toBe(403)
    for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect((await from(own)).statusCode).toBe(200)
    expect((await from('192.0.2.7', `${EPL}/events?apiKey=simulator`)).statusCode).toBe(200)
  })
})

describe('faults at fixed rates', () => {
  const START = NOON.getTime()
  const games = leagues
    .filter(({ kind }) => kind !== 'tournament')
    .flatMap((league) =>
      createSchedule('rates').starting(league, START, START + (league.kind === 'bout' ? 2 : 20) * 24 * HOUR),
    )
  const shares = (level: 'off' | 'rare' | 'season') => {
    const faults = createFaults('rates', level)
    const kinds = games.flatMap((game) => faults.ofGame(game).map(({ kind }) => kind))
    return { share: kinds.length / games.length, kinds: new Set(kinds) }
  }

  it('never happen by default, rarely with rare, and often enough with season', () => {
    expect(shares('off')).toEqual({ share: 0, kinds: new Set() })
    expect(shares('rare').share).toBeGreaterThan(0.003)
    expect(shares('rare').share).toBeLessThan(0.02)
    const season = shares('season')
    expect(season.share).toBeGreaterThan(0.05)
    expect(season.share).toBeLessThan(0.1)
    expect(season.kinds).toEqual(new Set(gameFaultKinds))
  })

  it('make replies fail for minutes, in each way within a month', () => {
    const month = Array.from({ length: 30 * 24 * 15 }, (_, index) => START + index * 4 * MINUTE)
    const kinds = leagues
      .slice(0, 4)
      .flatMap(({ key }) => month.map((at) => randomAnswerFault('rates', key, at, 'season')))
    const wrong = kinds.filter((kind) => kind !== null)
    expect(new Set(wrong)).toEqual(new Set(answerFaultKinds))
    expect(wrong.length / kinds.length).toBeLessThan(0.01)
    expect(month.every((at) => randomAnswerFault('rates', null, at, 'off') === null)).toBe(true)
  })
})
