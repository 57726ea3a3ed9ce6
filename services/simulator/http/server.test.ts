import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leagues } from '../schedule/leagues.ts'
import { SIMULATOR_KEY } from './credits-meter.ts'
import { createSimulator } from './server.ts'

const NOON = new Date('2026-11-20T12:00:00.500Z')

async function listening(options: Partial<Parameters<typeof createSimulator>[0]> = {}) {
  const app = createSimulator({ seed: 'fairbook', now: () => NOON, ...options })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const get = async (path: string, key: string | null = SIMULATOR_KEY) => {
    const url = new URL(path, base)
    if (key !== null) url.searchParams.set('apiKey', key)
    const response = await fetch(url)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
  }
  return { app, get }
}
type Odds = {
  id: string
  commence_time: string
  home_team: string
  away_team: string
  bookmakers: {
    key: string
    last_update?: string
    markets: { key: string; outcomes: { name: string; price: number }[] }[]
  }[]
}[]
type Scores = {
  id: string
  completed: boolean
  commence_time: string
  scores: { name: string; score: string }[] | null
}[]

describe('the simulated provider', () => {
  let at: Awaited<ReturnType<typeof listening>>
  beforeAll(async () => {
    at = await listening()
  })
  afterAll(() => at.app.close())

  it('lists its sports at no cost', async () => {
    const { status, body, headers } = await at.get('/v4/sports')
    expect(status).toBe(200)
    expect(body.map(({ key }: { key: string }) => key)).toEqual(leagues.map(({ key }) => key))
    expect(headers.get('x-requests-last')).toBe('0')
  })

  it('gives the odds of a league, one credit for each market and region', async () => {
    const { body, headers } = await at.get('/v4/sports/soccer_epl/odds?regions=eu,us&markets=h2h')
    const games = body as Odds
    expect(games.length).toBeGreaterThan(3)
    expect(headers.get('x-requests-last')).toBe('2')
    const [game] = games.filter(({ commence_time }) => Date.parse(commence_time) > NOON.getTime())
    expect(game!.id).toMatch(/^[0-9a-f]{32}$/)
    expect(game!.bookmakers).toHaveLength(3)
    const names = game!.bookmakers[0]!.markets[0]!.outcomes.map(({ name }) => name)
    expect(new Set(names)).toEqual(new Set([game!.home_team, game!.away_team, 'Draw']))
    expect(game!.bookmakers.flatMap(({ markets }) => markets.map(({ key }) => key))).toContain('h2h_lay')
  })

  it('counts credits down and never charges an empty answer or a wrong one', async () => {
    const { headers: before } = await at.get('/v4/sports')
    await at.get('/v4/sports/soccer_epl/odds?regions=eu&eventIds=00000000000000000000000000000000')
    await at.get('/v4/sports/soccer_epl/odds')
    const { headers: between } = await at.get('/v4/sports')
    expect(between.get('x-requests-used')).toBe(before.get('x-requests-used'))
    await at.get('/v4/sports/soccer_epl/scores?daysFrom=3')
    const { headers: after } = await at.get('/v4/sports')
    expect(Number(before.get('x-requests-remaining')) - Number(after.get('x-requests-remaining'))).toBe(2)
  })

  it('gives scores as texts, null before the start, completed ones only when asked for', async () => {
    const live = (await at.get('/v4/sports/mma_mixed_martial_arts/scores')).body as Scores
    expect(live.some(({ completed }) => completed)).toBe(false)
    expect(live.filter(({ commence_time }) => Date.parse(commence_time) > NOON.getTime())).not.toHaveLength(0)
    for (const { scores, commence_time } of live) {
      if (Date.parse(commence_time) > NOON.getTime()) expect(scores).toBeNull()
    }
    const recent = (await at.get('/v4/sports/basketball_nba/scores?daysFrom=1')).body as Scores
    const completed = recent.filter((score) => score.completed)
    expect(completed.length).toBeGreaterThan(40)
    expect(completed[0]!.scores!.every(({ score }) => /^\d+$/.test(score))).toBe(true)
    expect(Math.min(...recent.map(({ commence_time }) => Date.parse(commence_time)))).toBeGreaterThan(
      NOON.getTime() - 86_400_000,
    )
  })

  it('answers for one event: odds, markets, and 404 once it is over', async () => {
    const [event] = (await at.get('/v4/sports/icehockey_nhl/events')).body as Odds
    const odds = await at.get(`/v4/sports/icehockey_nhl/events/${event!.id}/odds?regions=eu&markets=h2h,btts`)
    expect(odds.body.id).toBe(event!.id)
    expect(odds.body.bookmakers[0]?.last_update).toBeUndefined()
    expect(odds.headers.get('x-requests-last')).toBe(odds.body.bookmakers.length === 0 ? '0' : '1')
    expect((await at.get(`/v4/sports/icehockey_nhl/events/${event!.id}/markets?regions=eu`)).status).toBe(200)
    const gone = await at.get(`/v4/sports/icehockey_nhl/events/${'0'.repeat(32)}/odds?regions=eu`)
    expect(gone.status).toBe(404)
    expect(gone.body.error_code).toBe('EVENT_NOT_FOUND')
  })

  it('serves `upcoming`: live games and the next eight', async () => {
    const games = (await at.get('/v4/sports/upcoming/odds?regions=uk')).body as Odds
    expect(games.filter(({ commence_time }) => Date.parse(commence_time) > NOON.getTime())).toHaveLength(8)
    expect(games.length).toBeGreaterThanOrEqual(18)
  })

  it('speaks unix time and American prices', async () => {
    const { body } = await at.get('/v4/sports/basketball_nba/odds?regions=eu&dateFormat=unix&oddsFormat=american')
    expect(body[0].commence_time).toBeTypeOf('number')
    const prices = (body as Odds).flatMap(({ bookmakers }) =>
      bookmakers.flatMap(({ markets }) => markets.flatMap(({ outcomes }) => outcomes.map(({ price }) => price))),
    )
    expect(prices.every((price) => Number.isInteger(price) && Math.abs(price) >= 100)).toBe(true)
  })

  it('lists participants', async () => {
    const { body, headers } = await at.get('/v4/sports/basketball_nba/participants')
    expect(body).toHaveLength(30)
    expect(body[0].id).toMatch(/^par_/)
    expect(headers.get('x-requests-last')).toBe('1')
  })

  it.each([
    ['/v4/sports/soccer_epl/odds', 422, 'MISSING_REGION'],
    ['/v4/sports/soccer_epl/odds?regions=mars', 422, 'INVALID_REGION'],
    ['/v4/sports/soccer_epl/odds?regions=eu&markets=btts', 422, 'INVALID_MARKET'],
    ['/v4/sports/soccer_epl/odds?regions=eu&oddsFormat=hongkong', 422, 'INVALID_ODDS_FORMAT'],
    ['/v4/sports/soccer_epl/odds?regions=eu&dateFormat=us', 422, 'INVALID_DATE_FORMAT'],
    ['/v4/sports/soccer_epl/odds?regions=eu&eventIds=x', 422, 'INVALID_EVENT_IDS'],
    ['/v4/sports/soccer_epl/odds?regions=eu&commenceTimeFrom=now', 422, 'INVALID_COMMENCE_TIME_FROM'],
    ['/v4/sports/soccer_epl/odds?regions=eu&commenceTimeTo=2026-13-45T00:00:00Z', 422, 'INVALID_COMMENCE_TIME_TO'],
    [
      '/v4/sports/soccer_epl/odds?regions=eu&commenceTimeFrom=2026-02-01T00:00:00Z&commenceTimeTo=2026-01-01T00:00:00Z',
      422,
      'INVALID_COMMENCE_TIME_RANGE',
    ],
    ['/v4/sports/soccer_epl/scores?daysFrom=4', 422, 'INVALID_SCORES_DAYS_FROM'],
    ['/v4/sports?all=maybe', 422, 'INVALID_ALL_SPORTS_PARAM'],
    ['/v4/sports/quidditch/odds?regions=eu', 404, 'UNKNOWN_SPORT'],
  ])('refuses %s with %i %s', async (path, status, code) => {
    const answer = await at.get(path)
    expect([answer.status, answer.body.error_code]).toEqual([status, code])
    expect(answer.body.details_url).toContain(code.toLowerCase().replaceAll('_', '-'))
    expect(answer.headers.get('x-requests-last')).toBe('0')
  })

  it('wants a key', async () => {
    expect((await at.get('/v4/sports', null)).body.error_code).toBe('MISSING_KEY')
    const wrong = await at.get('/v4/sports', 'nobody')
    expect([wrong.status, wrong.body.error_code]).toEqual([401, 'INVALID_KEY'])
  })

  it('says the same bytes for the same seed and moment, and others for another seed', async () => {
    const again = await listening()
    const other = await listening({ seed: 'another' })
    for (const { key } of leagues) {
      for (const path of [`/v4/sports/${key}/odds?regions=eu`, `/v4/sports/${key}/scores?daysFrom=3`]) {
        const { text } = await at.get(path)
        expect((await again.get(path)).text).toBe(text)
        expect((await other.get(path)).text).not.toBe(text)
      }
    }
    await again.app.close()
    await other.app.close()
  })

  it('shows its clock beside the v4 paths, and 404 elsewhere', async () => {
    expect((await at.get('/__sim/clock', null)).body).toEqual({ now: NOON.toISOString(), speed: 1, seed: 'fairbook' })
    expect((await at.get('/v5/sports')).status).toBe(404)
  })
})

describe('its limits', () => {
  it('refuses a key that has spent its month with 401, and goes on next month', async () => {
    let month = new Date('2026-11-30T23:00:00Z')
    const { app, get } = await listening({ creditsPerMonth: 2, systemNow: () => month })
    await get('/v4/sports/soccer_epl/scores?daysFrom=1')
    const refused = await get('/v4/sports/soccer_epl/scores')
    expect([refused.status, refused.body.error_code]).toEqual([401, 'OUT_OF_USAGE_CREDITS'])
    month = new Date('2026-12-01T00:00:00Z')
    expect((await get('/v4/sports/soccer_epl/scores')).status).toBe(200)
    await app.close()
  })

  it('answers 429 to too many calls in a second', async () => {
    const { app, get } = await listening({ callsPerSecond: 2, systemNow: () => NOON })
    const answers = [await get('/v4/sports'), await get('/v4/sports'), await get('/v4/sports')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[2]!.body.error_code).toBe('EXCEEDED_FREQ_LIMIT')
    await app.close()
  })
})
