// My bets page by page: all open ones, then the settled ones, last settled first.

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { betStatesWhere, betTotals } from '#projections/bets/queries.ts'
import { Bets } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { performanceOf } from '../../reads/own/performance.ts'
import { type Person, single, startTestProduct, type TestProduct, until } from '../../testing/product.ts'
import { planOf, vacuum } from '../../testing/query-plan.ts'

const ANY = { sports: null, parlay: null, status: null, since: null }

describe('GET /api/bets/my-bets, page by page', () => {
  let product: TestProduct
  let admin: Person
  let rows: pg.Client
  let game: string
  beforeAll(async () => {
    product = await startTestProduct()
    admin = await product.anAdmin(10_000)
    game = product.newGame()
    rows = new pg.Client(product.database.ownerUrl)
    await rows.connect()
  })
  afterAll(async () => {
    await rows.end()
    await product.close()
  })

  /** A bettor who has read nothing yet, with these rows, oldest first. Returns their ids, newest first. */
  async function bettorWith(kinds: readonly { settled: boolean; count: number }[]) {
    const bettor = await product.aBettor(admin, 10)
    const placed = await product.place(bettor.token, single(game, 1))
    await until(
      async () => (await rows.query('select from app.bet where bet_id = $1', [placed.body.betId])).rowCount === 1,
    )
    const ids: { id: string; settled: boolean }[] = [{ id: String(placed.body.betId), settled: false }]
    for (const { settled, count } of kinds) {
      const { rows: made } = await rows.query<{ id: string }>(
        `insert into app.bet select md5(random()::text), account_id, $3, stake_cents, odds, struck_return_cents, $4,
           placed_at, $5, legs, null, placed_event, $6, (select max(number) from app.bet) + n, sports, market, topics,
           case when $3 = 'pending' then null else (select max(number) from app.bet) + n end, false
         from app.bet, generate_series(1, $2::int) n where bet_id = $1 order by n returning bet_id as id`,
        [placed.body.betId, count, ...(settled ? ['lost', 0, new Date(), 'some@1'] : ['pending', null, null, null])],
      )
      ids.push(...made.map(({ id }) => ({ id, settled })))
    }
    const newest = ids.toReversed()
    return {
      bettor,
      open: newest.filter((bet) => !bet.settled).map(({ id }) => id),
      settled: newest.filter((bet) => bet.settled).map(({ id }) => id),
    }
  }

  async function page(token: string, path: string) {
    const reply = await product.call(path, { token })
    expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
    const next = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1] ?? null
    return { ids: Bets.parse(JSON.parse(reply.text)).map(({ id }) => id), next }
  }

  /** All pages, each followed from the one before. */
  async function follow(token: string, from = '/api/bets/my-bets') {
    const pages: string[][] = []
    for (let path: string | null = from; path !== null; ) {
      const { ids, next } = await page(token, path)
      pages.push(ids)
      path = next
    }
    return pages
  }

  test('has all open bets and the newest 50 settled ones, and pages on by 50', async () => {
    const { bettor, open, settled } = await bettorWith([
      { settled: true, count: 70 },
      { settled: false, count: 30 },
      { settled: true, count: 40 },
    ])
    expect([open.length, settled.length]).toEqual([31, 110])
    const pages = await follow(bettor.token)
    expect(pages).toEqual([[...open, ...settled.slice(0, 50)], settled.slice(50, 100), settled.slice(100)])
  })

  test('pages on after the last bet for clients that ignore the Link header', async () => {
    const { bettor, open, settled } = await bettorWith([{ settled: true, count: 120 }])
    const all: string[] = []
    for (let query = ''; ; query = `?before=${all.at(-1)}`) {
      const { ids } = await page(bettor.token, `/api/bets/my-bets${query}`)
      if (ids.length === 0) break
      all.push(...ids)
    }
    expect(all).toEqual([...open, ...settled])
  })

  test('lists 500 open bets at a time, and the settled ones after the last of them', async () => {
    const { bettor, open, settled } = await bettorWith([
      { settled: true, count: 3 },
      { settled: false, count: 1_200 },
    ])
    const pages = await follow(bettor.token)
    expect(pages.map((ids) => ids.length)).toEqual([500, 500, 201 + 3])
    expect(pages.flat()).toEqual([...open, ...settled])
    expect(await follow(bettor.token, '/api/bets/my-bets?list=settled')).toEqual([settled])
  })

  test('lists only bets that match the query, page by page, and counts them', async () => {
    const { bettor, open, settled } = await bettorWith([
      { settled: true, count: 60 },
      { settled: false, count: 2 },
    ])
    await rows.query(
      `update app.bet set status = 'won', return_cents = 210, sports = 'basketball soccer' where bet_id = any($1)`,
      [settled.slice(0, 55)],
    )
    const pages = await follow(bettor.token, '/api/bets/my-bets?list=settled&status=won&sport=basketball&kind=single')
    expect(pages).toEqual([settled.slice(0, 50), settled.slice(50, 55)])
    expect(await follow(bettor.token, '/api/bets/my-bets?sport=rugby')).toEqual([[]])
    expect(await follow(bettor.token, '/api/bets/my-bets?kind=parlay')).toEqual([[]])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect(await follow(bettor.token, `/api/bets/my-bets?since=${tomorrow}`)).toEqual([[]])
    const totals = async (query: string) =>
      (await product.call(`/api/bets/totals${query}`, { token: bettor.token })).body
    const ofOpen = { open: open.length, openStake: 3, openReturn: 6.3 }
    expect(await totals('')).toEqual({ ...ofOpen, settled: 60, settledStake: 60, settledReturn: 115.5 })
    expect(await totals('?status=lost')).toEqual({ ...ofOpen, settled: 5, settledStake: 5, settledReturn: 0 })
    expect((await product.call('/api/bets/my-bets?status=cashed', { token: bettor.token })).status).toBe(400)
  })

  test('loses no bet if one is settled between two pages', async () => {
    const { bettor, open, settled } = await bettorWith([
      { settled: true, count: 5 },
      { settled: false, count: 600 },
    ])
    const first = await page(bettor.token, '/api/bets/my-bets')
    const last = first.ids.at(-1)!
    await rows.query(
      `update app.bet set status = 'lost', return_cents = 0, settled_at = now(), settled_event = 'some@2',
         settled_number = (select max(number) + 1 from app.bet) where bet_id = $1`,
      [last],
    )
    const rest = await follow(bettor.token, first.next!)
    expect(new Set([...first.ids, ...rest.flat()])).toEqual(new Set([...open, ...settled]))
  })

  test('is looked up by an index, whatever else the account has', async () => {
    const { bettor } = await bettorWith([{ settled: false, count: 2_000 }])
    // bets of others, without which scanning all open bets would cost as little
    await bettorWith([{ settled: false, count: 8_000 }])
    await rows.query('vacuum analyze app.bet')
    for (const [status, order] of [
      [`status <> 'pending'`, 'settled_number'],
      [`status = 'pending'`, 'number'],
    ]) {
      const { rows: plan } = await rows.query<{ 'QUERY PLAN': { Plan: object }[] }>(
        `explain (format json) select bet_id from app.bet where account_id = $1 and ${status} order by ${order} desc limit 51`,
        [bettor.user.id],
      )
      expect(JSON.stringify(plan)).toContain('bet_by_account')
      expect(JSON.stringify(plan)).not.toContain('"Filter"')
    }
  })

  test('reads only the index of settled bets, whatever is filtered and summed', async () => {
    const { bettor } = await bettorWith([{ settled: true, count: 20_000 }])
    await vacuum(product.database.ownerUrl, 'app.bet')
    const ranges = { open: { before: null, limit: 501 }, settled: { before: null, limit: 51 } }
    const rare = { sports: ['cricket'], parlay: true, status: 'won', since: '2100-01-01T00:00:00.000Z' } as const
    const { id } = bettor.user
    const reads: ((db: Queries) => Promise<unknown>)[] = [
      ...Object.entries(rare).map(
        ([one, value]) =>
          (db: Queries) =>
            betStatesWhere(db, id, ranges, { ...ANY, [one]: value }),
      ),
      (db) => betTotals(db, id, ANY),
      (db) => betTotals(db, id, rare),
      (db) => performanceOf(db, id),
    ]
    for (const read of reads) {
      const plan = await planOf(product.services.queries, read)
      expect(plan).toMatch(/"Index Only Scan"[^{}]*"Index Name":"settled_bet_by_account"/)
      expect(plan).not.toMatch(/"(Bitmap Heap|Seq) Scan"/)
    }
  })

  test('is not rebuilt if nothing changed', async () => {
    const bettor = await product.aBettor(admin, 10)
    const { bets } = product.services.reads
    const kept = async () => (await bets.betsOf(bettor.user.id, { before: null, list: null })).reply
    await product.place(bettor.token, single(game, 1))
    await page(bettor.token, '/api/bets/my-bets')
    const first = await kept()
    await page(bettor.token, '/api/bets/my-bets')
    expect(await kept()).toBe(first)
    await product.place(bettor.token, single(game, 1))
    expect((await page(bettor.token, '/api/bets/my-bets')).ids).toHaveLength(2)
    expect(await kept()).not.toBe(first)
  })
})
