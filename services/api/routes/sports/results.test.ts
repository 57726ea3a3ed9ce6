import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DayResults, PriceHistory } from '#services/contract/contract.ts'
import { priceHistory } from '../../reads/sports/price-history.ts'
import { newId, startTestProduct, type TestProduct } from '../../testing/product.ts'
import { planOf, vacuum } from '../../testing/query-plan.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct({ businessNow: () => new Date('2026-11-21T23:30:00.000Z') })
})
afterAll(() => product.close())

const get = async (path: string) => {
  const { status, text } = await product.call(path)
  return { status, text }
}

type Ended = { startsAt: string; score?: [number, number]; abandoned?: boolean; open?: boolean; league?: string }

async function anEnded({ startsAt, score, abandoned = false, open = false, league = 'soccer_epl' }: Ended) {
  const id = newId()
  await product.services.pool.query(
    `insert into app.fixture (fixture_id, source, league, home, away, starts_at, listed_at, version, result_home, result_away,
       result_version, abandoned, closed_at)
     values ($1, 'feed', $2, 'Ajax', 'Feyenoord', $3, $3, 1, $4, $5, 1, $6, $7)`,
    [id, league, startsAt, score?.[0] ?? null, score?.[1] ?? null, abandoned, open ? null : startsAt],
  )
  return id
}

describe('GET /api/sports/results', () => {
  const day = async (query: string) => {
    const { status, text } = await get(`/api/sports/results${query}`)
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return DayResults.parse(JSON.parse(text))
  }

  test('has games that started on a day in Paris and are decided, by start, without hidden leagues', async () => {
    await anEnded({ startsAt: '2026-11-19T22:59:00Z', score: [9, 9] })
    const midnight = await anEnded({ startsAt: '2026-11-19T23:00:00Z', score: [2, 1] })
    const none = await anEnded({ startsAt: '2026-11-20T12:00:00Z' })
    const abandoned = await anEnded({ startsAt: '2026-11-20T22:59:00Z', abandoned: true })
    await anEnded({ startsAt: '2026-11-20T12:00:00Z', score: [1, 1], open: true })
    await anEnded({ startsAt: '2026-11-20T12:00:00Z', score: [1, 1], league: 'basketball_nba' })
    await anEnded({ startsAt: '2026-11-20T23:00:00Z', score: [9, 9] })
    product.board.hide('basketball_nba')
    const { games } = await day('?day=2026-11-20')
    expect(games.map(({ id, ended, score }) => [id, ended, score])).toEqual([
      [midnight, 'final', { home: 2, away: 1 }],
      [none, 'no-result', null],
      [abandoned, 'abandoned', null],
    ])
    expect(games[0]).toMatchObject({ sport: 'soccer', sport_name: 'Football', league_title: 'EPL', home_team: 'Ajax' })
    product.board.hide()
    expect((await day('?day=2026-11-20')).games).toHaveLength(4)
  })

  test('is about today in Paris unless a day is named', async () => {
    const after = await anEnded({ startsAt: '2026-11-21T23:10:00Z', score: [0, 0] })
    const today = await day('')
    expect([today.day, today.games.map(({ id }) => id)]).toEqual(['2026-11-22', [after]])
  })

  test.each(['2026-02-30', '0000-01-01', '1999-12-31', 'yesterday', ''])('refuses %j as a day', async (text) => {
    expect((await get(`/api/sports/results?day=${text}`)).status).toBe(400)
  })
})

describe('GET /api/sports/prices', () => {
  const record = (fixture: string, odds: (string | null)[], point = '', market = 'h2h') =>
    product.services.pool.query(
      `insert into app.quote_history (fixture_id, market, point, selection, odds, bookmaker, quoted_at, fetched_at, message_hash)
       select $1, $2, $3, 'home', odds, 'testbook', at, at, ''
       from unnest($4::text[]) with ordinality as t(odds, n), lateral (select '2026-11-21T10:00:00Z'::timestamptz + n * interval '1 minute' as at)`,
      [fixture, market, point, odds],
    )
  const prices = (query: Record<string, string>) => get(`/api/sports/prices?${new URLSearchParams(query)}`)

  test('has the recorded prices of one outcome by its name, in order of time, including gaps', async () => {
    const fixture = product.newGame({ home: 'Ajax' })
    await record(fixture, ['2.10', '2.20', null, '2.05'])
    await record(fixture, ['9.00'], '-1.5', 'spreads')
    await record(product.newGame(), ['8.00'])
    const { status, text } = await prices({ fixture, market: 'h2h', selection: 'Ajax' })
    expect(status).toBe(200)
    const history = PriceHistory.parse(JSON.parse(text))
    expect(history.prices.map(({ odds }) => odds)).toEqual(['2.10', '2.20', null, '2.05'])
    expect(history.prices[0]?.at).toBe('2026-11-21T10:01:00.000Z')
    expect(history.truncated).toBe(false)
  })

  test('lists the newest five hundred', async () => {
    const fixture = product.newGame({ home: 'Ajax' })
    await record(
      fixture,
      Array.from({ length: 502 }, (_, at) => `${2 + at}.00`),
    )
    const { text } = await prices({ fixture, market: 'h2h', selection: 'home' })
    const history = PriceHistory.parse(JSON.parse(text))
    expect([history.prices.length, history.prices[0]?.odds, history.truncated]).toEqual([500, '4.00', true])
  })

  test('reads no more rows than it returns, whatever else the game has', async () => {
    const fixture = product.newGame()
    const { pool } = product.services
    await pool.query(
      `insert into app.quote_history (fixture_id, market, point, selection, odds, bookmaker, quoted_at, fetched_at, message_hash)
       select $1, 'totals', (n % 40)::text, 'over', '2.00', 'testbook', now(), now(), '' from generate_series(1, 40000) n`,
      [fixture],
    )
    await vacuum(product.database.ownerUrl, 'app.quote_history')
    const outcome = { fixture, market: 'totals', point: '7', selection: 'over' }
    const plan = await planOf(product.services.queries, (db) => priceHistory(db, outcome))
    expect(plan).toContain('"Actual Rows":501')
    expect(plan).not.toMatch(/Filter|Sort/)
  })

  test('has no prices of games that are not listed', async () => {
    const fixture = product.newGame()
    const league = product.board.game(fixture)!.league_key
    const status = async (query: Record<string, string>) =>
      (await prices({ fixture, market: 'h2h', selection: 'home', ...query })).status
    expect(await status({ fixture: newId() })).toBe(404)
    expect(await status({ fixture: 'x' })).toBe(404)
    expect(await status({ selection: 'nobody' })).toBe(404)
    expect(await status({ point: 'two' })).toBe(400)
    product.board.hide(league)
    expect(await status({})).toBe(404)
    product.board.hide()
    expect(await status({})).toBe(200)
  })
})
