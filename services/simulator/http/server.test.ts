import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leagues } from '../schedule/leagues.ts'
import { listening, NOON, type Odds, type Scores } from '../testing/listening.ts'

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
    expect(games.length).toBeGreaterThanOrEqual(3)
    expect(headers.get('x-requests-last')).toBe('2')
    const [game] = games.filter(({ commence_time }) => Date.parse(commence_time) > NOON.getTime())
    expect(game!.id).toMatch(/^[0-9a-f]{32}$/)
    expect(game!.bookmakers).toHaveLength(3)
    const names = game!.bookmakers[0]!.markets[0]!.outcomes.map(({ name }) => name)
    expect(new Set(names)).toEqual(new Set([game!.home_team, game!.away_team, 'Draw']))
    expect(game!.bookmakers.flatMap(({ markets }) => markets.map(({ key }) => key))).toContain('h2h_lay')
  })

  it('counts credits down and never charges for an empty reply or an error', async () => {
    const { headers: before } = await at.get('/v4/sports')
    await at.get('/v4/sports/soccer_epl/odds?regions=eu&eventIds=00000000000000000000000000000000')
    await at.get('/v4/sports/soccer_epl/odds')
    const { headers: between } = await at.get('/v4/sports')
    expect(between.get('x-requests-used')).toBe(before.get('x-requests-used'))
    await at.get('/v4/sports/soccer_epl/scores?daysFrom=3')
    const { headers: after } = await at.get('/v4/sports')
    expect(Number(before.get('x-requests-remaining')) - Number(after.get('x-requests-remaining'))).toBe(2)
  })

  it('gives scores as texts, null before the start, completed ones only on request', async () => {
    const live = (await at.get('/v4/sports/mma_mixed_martial_arts/scores')).body as Scores
    expect(live.some(({ completed }) => completed)).toBe(false)
    expect(live.filter(({ commence_time }) => Date.parse(commence_time) > NOON.getTime())).not.toHaveLength(0)
    for (const { scores, commence_time } of live) {
      if (Date.parse(commence_time) > NOON.getTime()) expect(scores).toBeNull()
    }
    const recent = (await at.get('/v4/sports/basketball_nba/scores?daysFrom=1')).body as Scores
    const completed = recent.filter((score) => score.completed)
    expect(completed.length).toBeGreaterThan(20)
    expect(completed[0]!.scores!.every(({ score }) => /^\d+$/.test(score))).toBe(true)
    expect(Math.min(...recent.map(({ commence_time }) => Date.parse(commence_time)))).toBeGreaterThan(
      NOON.getTime() - 86_400_000,
    )
  })

  it('answers for one event: odds, markets, and 404 once it is over', async () => {
    const [event] = (await at.get('/v4/sports/icehockey_nhl/events')).body as Odds
    const odds = await at.get(
      `/v4/sports/icehockey_nhl/events/${event!.id}/odds?regions=eu,us&markets=h2h,btts,player_points`,
    )
    expect(odds.body.id).toBe(event!.id)
    expect(odds.body.bookmakers[0]?.last_update).toBeUndefined()
    // unique markets in the reply, times two regions; lay prices cost nothing
    expect(odds.headers.get('x-requests-last')).toBe(odds.body.bookmakers.length === 0 ? '0' : '2')
    const { body: markets } = await at.get(`/v4/sports/icehockey_nhl/events/${event!.id}/markets?regions=eu`)
    const keys = (markets as Odds[number]).bookmakers.flatMap((book) => book.markets.map(({ key }) => key))
    expect(keys).toEqual(expect.arrayContaining(['h2h', 'h2h_lay', 'h2h_3_way', 'team_totals', 'totals_p1']))
    const gone = await at.get(`/v4/sports/icehockey_nhl/events/${'0'.repeat(32)}/odds?regions=eu`)
    expect(gone.status).toBe(404)
    expect(gone.body.error_code).toBe('EVENT_NOT_FOUND')
  })

  it('shapes every market as the provider does', async () => {
    const events = (await at.get('/v4/sports/soccer_epl/events')).body as Odds
    const event = events.find(({ commence_time }) => Date.parse(commence_time) > NOON.getTime())!
    const { home_team: home, away_team: away } = event
    const wanted =
      'h2h,spreads,totals,draw_no_bet,double_chance,btts,team_totals,alternate_totals,h2h_3_way,h2h_h1,totals_h1'
    const path = `/v4/sports/soccer_epl/events/${event.id}/odds?bookmakers=harbourbet&markets=${wanted}`
    const { body, headers } = await at.get(path)
    const markets = new Map((body as Odds[number]).bookmakers[0]!.markets.map(({ key, outcomes }) => [key, outcomes]))
    expect([...markets.keys()].sort()).toEqual(wanted.split(',').sort())
    expect(headers.get('x-requests-last')).toBe('11')
    const names = (key: string) => new Set(markets.get(key)!.map(({ name }) => name))
    expect(names('h2h_3_way')).toEqual(new Set([home, away, 'Draw']))
    expect(names('h2h_h1')).toEqual(new Set([home, away, 'Draw']))
    expect(names('draw_no_bet')).toEqual(new Set([home, away]))
    expect(names('double_chance')).toEqual(new Set([`${home} or Draw`, `${away} or Draw`, `${home} or ${away}`]))
    expect(names('btts')).toEqual(new Set(['Yes', 'No']))
    const [one, other] = markets.get('spreads')!
    expect([new Set([one!.name, other!.name]), one!.point! + other!.point!]).toEqual([new Set([home, away]), 0])
    for (const key of ['totals', 'totals_h1', 'alternate_totals', 'team_totals']) {
      expect(names(key)).toEqual(new Set(['Over', 'Under']))
      expect(markets.get(key)!.every(({ point }) => point! > 0 && Number.isInteger(point! * 4))).toBe(true)
    }
    expect(new Set(markets.get('team_totals')!.map(({ description }) => description))).toEqual(new Set([home, away]))
    expect(new Set(markets.get('alternate_totals')!.map(({ point }) => point)).size).toBeGreaterThan(2)
    expect([...markets.values()].flat().every(({ price }) => price >= 1.01)).toBe(true)
  })

  it('offers only the winner of a golf tournament, which has no teams', async () => {
    const golf = '/v4/sports/golf_masters_tournament_winner'
    const [tournament] = (await at.get(`${golf}/odds?regions=eu&markets=outrights`)).body as Odds
    expect([tournament!.home_team, tournament!.away_team]).toEqual([null, null])
    const [market] = tournament!.bookmakers[0]!.markets
    expect([market!.key, market!.outcomes.length > 5]).toEqual(['outrights', true])
    expect(((await at.get(`${golf}/odds?regions=eu&markets=h2h`)).body as Odds)[0]!.bookmakers).toEqual([])
    const sports = (await at.get('/v4/sports')).body as { key: string; has_outrights: boolean }[]
    expect(sports.filter(({ has_outrights }) => has_outrights).map(({ key }) => key)).toEqual([golf.split('/').at(-1)])
  })

  it('has no scores in tennis and cricket, like the provider', async () => {
    for (const league of ['tennis_atp_barcelona_open', 'cricket_ipl']) {
      const scores = (await at.get(`/v4/sports/${league}/scores?daysFrom=3`)).body as Scores
      expect(scores.length).toBeGreaterThan(0)
      expect(scores.every((score) => score.scores === null && !score.completed)).toBe(true)
    }
  })

  it('picks events by id and by start', async () => {
    const events = (await at.get('/v4/sports/mma_mixed_martial_arts/events')).body as Odds
    const [, second, third] = events
      .map(({ commence_time }) => commence_time)
      .filter((each, i, all) => all.indexOf(each) === i)
    const between = (
      await at.get(`/v4/sports/mma_mixed_martial_arts/events?commenceTimeFrom=${second}&commenceTimeTo=${third}`)
    ).body as Odds
    expect(new Set(between.map(({ commence_time }) => commence_time))).toEqual(new Set([second, third]))
    const ids = [events[1]!.id, events[3]!.id]
    const picked = (await at.get(`/v4/sports/mma_mixed_martial_arts/odds?regions=eu&eventIds=${ids.join(',')}`))
      .body as Odds
    expect(picked.map(({ id }) => id)).toEqual(ids)
    const filtered = (await at.get(`/v4/sports/upcoming/events?commenceTimeFrom=2030-01-01T00:00:00Z`)).body as Odds
    expect(filtered.length).toBeGreaterThan(8)
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

  it('needs a key', async () => {
    expect((await at.get('/v4/sports', null)).body.error_code).toBe('MISSING_KEY')
    const wrong = await at.get('/v4/sports', 'nobody')
    expect([wrong.status, wrong.body.error_code]).toEqual([401, 'INVALID_KEY'])
  })

  it('shows its clock beside the v4 paths, and 404 elsewhere', async () => {
    expect((await at.get('/__sim/clock', null)).body).toEqual({ now: NOON.toISOString(), speed: 1, seed: 'fairbook' })
    expect((await at.get('/v5/sports')).status).toBe(404)
  })
})

describe('its limits', () => {
  it('refuses a key that has used up its month with 401, and accepts it next month', async () => {
    let month = new Date('2026-11-30T23:00:00Z')
    const { app, get } = await listening({ creditsPerMonth: 2, systemNow: () => month })
    await get('/v4/sports/soccer_epl/scores?daysFrom=1')
    const refused = await get('/v4/sports/soccer_epl/scores')
    expect([refused.status, refused.body.error_code]).toEqual([401, 'OUT_OF_USAGE_CREDITS'])
    month = new Date('2026-12-01T00:00:00Z')
    expect((await get('/v4/sports/soccer_epl/scores')).status).toBe(200)
    await app.close()
  })

  it('replies 429 to too many calls in a second', async () => {
    const { app, get } = await listening({ callsPerSecond: 2, systemNow: () => NOON })
    const answers = [await get('/v4/sports'), await get('/v4/sports'), await get('/v4/sports')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[2]!.body.error_code).toBe('EXCEEDED_FREQ_LIMIT')
    await app.close()
  })
})
