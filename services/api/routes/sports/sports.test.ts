import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Games, Sports } from '#services/contract/contract.ts'
import { newId, type Person, single, startTestProduct, type TestProduct } from '../../testing/product.ts'

describe('GET /api/sports', () => {
  let product: TestProduct
  let admin: Person
  const ids = { soon: newId(), later: newId(), live: newId(), unpriced: newId(), nba: newId(), over: newId() }
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  beforeAll(async () => {
    product = await startTestProduct()
    admin = await product.anAdmin(1_000)
    product.board.put({ id: ids.soon, startsAt: inMinutes(10) })
    product.board.put({ id: ids.later, startsAt: inMinutes(60) })
    product.board.put({ id: ids.live, startsAt: inMinutes(-30) })
    product.board.put({ id: ids.unpriced, startsAt: inMinutes(-40), prices: { home: null, away: null } })
    product.board.put({ id: ids.nba, league: 'basketball_nba', startsAt: inMinutes(30) })
    product.board.put({ id: ids.over, startsAt: inMinutes(-120), closed: true })
    product.board.retire(ids.over)
  })
  afterAll(() => product.close())

  const games = async (path: string) => {
    const { status, text, headers } = await product.call(path)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    return Games.parse(JSON.parse(text)).map((game) => game.id)
  }

  test('lists sports with their leagues', async () => {
    const { text } = await product.call('/api/sports')
    const families = Sports.parse(JSON.parse(text))
    // golf has only championships, which are not bet on game by game; the catalog has no league of motorsports
    expect(families.filter(({ leagues }) => leagues.length === 0).map(({ key }) => key)).toEqual(['golf'])
    const soccer = families.find((family) => family.key === 'soccer')!
    expect(soccer.leagues).toContainEqual(expect.objectContaining({ key: 'soccer_epl', title: 'EPL' }))
    expect(soccer.description).not.toBe('')
  })

  test('lists what is live', async () => {
    expect(await games('/api/sports/live')).toEqual([ids.unpriced, ids.live])
    expect(await games('/api/sports/live?extended=true')).toEqual([ids.live, ids.unpriced])
  })

  test('lists what is upcoming', async () => {
    expect(await games('/api/sports?upcoming=true')).toEqual([ids.soon, ids.nba, ids.later])
  })

  test('lists the games with the most bets', async () => {
    const bettor = await product.aBettor(admin, 10)
    const placed = await product.call('/api/bets/place-bet', { token: bettor.token, body: single(ids.later, 1) })
    expect(placed.status).toBe(200)
    await product.call('/api/bets/my-bets', { token: bettor.token })
    expect(await games('/api/sports?upcoming=true&trendy=true')).toEqual([ids.later, ids.soon, ids.nba])
  })

  test.each(['events', 'scores'])('lists the %s of a sport and of a league', async (endpoint) => {
    expect(await games(`/api/sports/basketball?endpoint=${endpoint}`)).toEqual([ids.nba])
    expect(await games(`/api/sports/basketball_nba?endpoint=${endpoint}`)).toEqual([ids.nba])
    expect(await games(`/api/sports/soccer_epl?endpoint=${endpoint}`)).toEqual([
      ids.unpriced,
      ids.live,
      ids.soon,
      ids.later,
    ])
    expect(await games(`/api/sports/icehockey?endpoint=${endpoint}`)).toEqual([])
  })

  test('finds one game, even if the board has dropped it', async () => {
    expect(await games(`/api/sports/soccer_epl?endpoint=scores&eventId=${ids.live}`)).toEqual([ids.live])
    expect(await games(`/api/sports/soccer?endpoint=events&eventId=${ids.over}`)).toEqual([ids.over])
  })

  test('says what it cannot find', async () => {
    const refusal = async (path: string) => {
      const { status, body } = await product.call(path)
      return [status, body.error]
    }
    expect(await refusal('/api/sports/curling?endpoint=events')).toEqual([404, 'Sport not found'])
    expect(await refusal(`/api/sports/soccer?endpoint=scores&eventId=${newId()}`)).toEqual([
      404,
      'Event not found in scores data',
    ])
    expect(await refusal(`/api/sports/soccer?endpoint=events&eventId=${newId()}`)).toEqual([
      404,
      'Event not found or no data returned from API.',
    ])
    expect(await refusal(`/api/sports/tennis?endpoint=events&eventId=${ids.live}`)).toEqual([
      404,
      'Event not found or no data returned from API.',
    ])
  })

  test('passes on what the provider said about a game that is not on the board', async () => {
    const path = `/api/sports/soccer_epl?endpoint=events&eventId=${newId()}`
    const said = async () => {
      const { status, body } = await product.call(path)
      return [status, body.code, body.error]
    }
    product.board.fallBackOn({ kind: 'failed', scores: '503', odds: '200' })
    expect(await said()).toEqual([502, 'fallback_failed', 'Fallback failed: scores=503, odds=200'])
    product.board.fallBackOn({ kind: 'unscored' })
    expect(await said()).toEqual([404, 'scores_missing', 'Event not found in scores data'])
    product.board.fallBackOn({ kind: 'known', fixture: ids.over })
    expect(await games(path)).toEqual([ids.over])
    product.board.fallBackOn({ kind: 'missing' })
    expect(await said()).toEqual([404, 'event_missing', 'Event not found or no data returned from API.'])
  })

  test('lists at most twenty in the extended list and in that of the most bets', async () => {
    for (let one = 0; one < 25; one++) {
      product.board.put({ id: newId(), league: 'baseball_mlb', startsAt: inMinutes(-20) })
      product.board.put({ id: newId(), league: 'baseball_mlb', startsAt: inMinutes(90) })
    }
    expect(await games('/api/sports/live?extended=true')).toHaveLength(20)
    expect(await games('/api/sports?upcoming=true&trendy=true')).toHaveLength(20)
    expect((await games('/api/sports/live')).length).toBeGreaterThan(25)
    expect((await games('/api/sports?upcoming=true')).length).toBeGreaterThan(25)
  })

  test('a change shows at once', async () => {
    product.board.put({ id: ids.live, prices: { home: { odds: '9.90' }, away: { odds: '1.10' } } })
    const { text } = await product.call('/api/sports/live')
    expect(Games.parse(JSON.parse(text)).find((game) => game.id === ids.live)?.odds?.home).toBe(9.9)
  })
})
