// The figures of the house over HTTP: they follow bets and settlements, and are for admins only.
import { createEventSource } from 'eventsource-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LiabilityOrder, liabilityPlace, liabilityRows } from '#projections/book/queries.ts'
import { FEED, metaBy } from '#services/commands/testing/meta.ts'
import {
  Alerts,
  Bets,
  LIABILITY_SORTS,
  Liability,
  Overview,
  Profit,
  Push,
  Ticker,
  type TickerBet,
} from '#services/contract/contract.ts'
import { HOUR } from '#services/platform/clock/durations.ts'
import { settleFixture } from '#services/workers/settlement/settle-fixture.ts'
import { newId, type Person, parlay, single, startTestProduct, type TestProduct, until } from '../../testing/product.ts'

let product: TestProduct
let admin: Person
let bettor: Person
let ahead = 0
const businessNow = () => new Date(Date.now() + ahead)
beforeAll(async () => {
  product = await startTestProduct({ businessNow, settings: { BIG_STAKE: 5_000, BIG_EXPOSURE: 20_000 } })
  admin = await product.anAdmin(10_000)
  bettor = await product.aBettor(admin, 1_000)
})
afterAll(() => product.close())

const read = async (path: string) => (await product.call(`/api/admin/${path}`, { token: admin.token })).body
const overview = async () => Overview.parse(await read('overview'))
const profit = async (query = '') => Profit.parse(await read(`profit${query}`))
const liability = async (query = '') => Liability.parse(await read(`liability${query}`))
const alerts = async () => Alerts.parse(await read('alerts'))
const ticker = async () => Ticker.parse(await read('ticker'))

test('every list of the back office that can be a file takes format=json as well', async () => {
  const lists = ['audit', 'balances', 'bets', 'float', 'liability', 'profit', 'users']
  const root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  for (const list of lists) {
    const reply = await product.call(`/api/admin/${list}?format=json`, { token: root.token })
    expect([list, reply.status, typeof reply.body]).toEqual([list, 200, 'object'])
  }
})

/** A listed game on the board that starts in this many hours. */
async function aGame(hours = 1, league = 'soccer_epl', home = `Rovers ${newId().slice(0, 6)}`): Promise<string> {
  const id = newId()
  const startsAt = new Date(businessNow().getTime() + hours * HOUR)
  const listing = { source: 'house', providerId: null, league, home, away: 'Wanderers' } as const
  const command = { type: 'ListFixture', startsAt: startsAt.toISOString(), ...listing } as const
  await product.services.fixtures.execute(id, command, metaBy(FEED))
  product.newGame({ id, league, home, away: 'Wanderers', startsAt })
  return id
}

/** Places a bet, and waits until the figures include it. */
async function bet(body: object): Promise<string> {
  const placed = await product.place(bettor.token, body)
  expect(placed.status, placed.text).toBe(200)
  const headers = { 'x-ledger-position': placed.headers.get('x-ledger-position')! }
  for (const path of ['overview', 'ticker']) await product.call(`/api/admin/${path}`, { token: admin.token, headers })
  return placed.body.betId as string
}

const isVoided = async (id: string) => {
  const voided = await product.admin(admin.token, { action: 'voidBet', betId: id, reason: 'asked for' })
  expect(voided.status, voided.text).toBe(200)
  const headers = { 'x-ledger-position': voided.headers.get('x-ledger-position')! }
  await product.call('/api/admin/overview', { token: admin.token, headers })
}

test('the overview follows what is bet and voided', async () => {
  const before = await overview()
  expect(before).toMatchObject({
    currentAdminBalance: 9_000,
    userBalance: 1_000,
    totalUsers: 1,
    totalBets: 0,
    worst: null,
  })
  const [one, other] = [await aGame(), await aGame()]
  const first = await bet(single(one, 10))
  await bet(parlay([one, other], 4))
  expect(await overview()).toMatchObject({
    userBalance: 986,
    totalBets: 2,
    betsToday: 2,
    openBets: 2,
    openStakes: 14,
    houseProfit: 0,
    profitToday: 0,
    // 10 x 2.10 of the single, 4 x 4.41 of the parlay
    worst: { eventId: one, selection: 'home', pays: 21, parlayPays: 17.64, exposure: 38.64 },
  })
  await isVoided(first)
  expect(await overview()).toMatchObject({
    userBalance: 996,
    totalBets: 2,
    openBets: 1,
    openStakes: 4,
    houseProfit: 0,
    worst: { singles: 0, parlays: 1, exposure: 17.64 },
  })
  // a void leg counts as 1.00, which leaves 4 x 2.10 on either game
  const voided = await product.services.fixtures.execute(
    one,
    { type: 'VoidFixture' },
    metaBy({ id: admin.user.id, role: 'admin' }),
  )
  expect(voided.accepted).toBe(true)
  const { outcomes, worst } = await until(async () => {
    const shown = await liability()
    return shown.worst < 17.64 && shown
  })
  expect(worst).toBe(8.4)
  expect(outcomes).toMatchObject(
    [one, other].sort().map(() => ({ parlayPays: 8.4, exposure: 8.4, struckExposure: 17.64 })),
  )
  expect(await overview()).toMatchObject({ worst: { exposure: 8.4 } })
  const own = async (path: string) => (await product.call(`/api/bets/${path}`, { token: bettor.token })).body
  await until(async () => (await own('totals')).openReturn === 8.4)
  const [open] = await until(async () => {
    const bets = Bets.parse(await own('my-bets'))
    return bets[0]!.could_return === 8.4 && bets
  })
  expect(open).toMatchObject({ potential_win: 17.64, struck_potential_win: 17.64 })
})

describe('liability', () => {
  test('is sorted by exposure, filtered by game, sport and start, and paged', async () => {
    const soon = await aGame(0.5, 'soccer_epl', '=Rovers, "first"')
    const later = await aGame(30, 'basketball_nba')
    await bet(single(soon, 20))
    await bet(single(soon, 7, { selection: 'away', odd: 3.6 }))
    await bet(single(later, 30, { sport_key: 'basketball_nba' }))
    const all = await liability()
    const exposures = all.outcomes.map(({ exposure }) => exposure)
    expect(exposures).toEqual(exposures.toSorted((a, b) => b - a))
    expect(all).toMatchObject({ worst: 63, next: null })
    expect(all.outcomes[0]).toMatchObject({
      eventId: later,
      name: expect.stringMatching(/^Rovers/),
      stakes: 30,
      pays: 63,
      marketStakes: 30,
    })
    const ofSoon = (await liability(`?event=${soon}`)).outcomes
    expect(ofSoon.map(({ stakes, marketStakes }) => [stakes, marketStakes])).toEqual([
      [20, 27],
      [7, 27],
    ])

    const of = async (query: string) => (await liability(query)).outcomes.map(({ eventId }) => eventId)
    expect(await of(`?event=${soon}`)).toEqual([soon, soon])
    expect(new Set(await of('?sport=basketball'))).toEqual(new Set([later]))
    expect(await of('?starts=7d')).toContain(later)
    expect(await of('?starts=24h')).not.toContain(later)
    expect(await of('?starts=started')).toEqual([])
    ahead += 0.6 * HOUR
    expect(new Set(await of('?starts=started'))).toEqual(new Set([soon]))
    ahead = 0
  })

  test.each(LIABILITY_SORTS)('is sorted by %s, and continues after any place', async (sort) => {
    const { outcomes } = await liability(`?sort=${sort}`)
    const by = sort.replace('-', '') as LiabilityOrder['by']
    const figures = { exposure: 'exposure', stakes: 'stakes', singles: 'pays', parlays: 'parlayPays' } as const
    const found = outcomes.map((one) => one[figures[by]])
    expect(found).toEqual(found.toSorted((a, b) => (sort === by ? a - b : b - a)))
    const order = { by, rises: sort === by }
    const { queries } = product.services
    const rows = await liabilityRows(queries, {}, null, 100, order)
    expect(rows).toHaveLength(outcomes.length)
    for (const [at, row] of rows.entries()) {
      expect(await liabilityRows(queries, {}, liabilityPlace(row, order), 100, order)).toEqual(rows.slice(at + 1))
    }
  })

  test('is a file with nothing that a spreadsheet would run', async () => {
    const { text, headers } = await product.call('/api/admin/liability?format=csv&sport=soccer', { token: admin.token })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="liability.csv"')
    const [titles, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(titles).toMatch(
      /^Event,Home,Away,League,League key,Start,Market,Market key,Outcome,.*,Exposure in EUR,Stakes of the market in EUR,Exposure as taken in EUR$/,
    )
    expect(lines.length).toBe((await liability('?sport=soccer')).outcomes.length)
    expect(lines.join('\n')).toContain(`,"'=Rovers, ""first""",Wanderers,EPL,soccer_epl,`)
    expect(lines.join('\n')).toContain(',Match Result,h2h,')
  })

  test.each([
    '?after=nonsense',
    '?after=WzFd',
    '?sort=net',
    '?starts=soon',
    '?sport=Soccer!',
    '?event=zz',
    '?format=xml',
  ])('refuses %s', async (query) => {
    expect((await product.call(`/api/admin/liability${query}`, { token: admin.token })).status).toBe(400)
  })
})

describe('profit', () => {
  test('is what settled bets left by day, league and market, and adds up to House Profit', async () => {
    const game = await aGame(-0.1)
    await bet(single(game, 50))
    const outcome = { home: 0, away: 3, regulation: { home: 0, away: 3 }, reason: 'seen' }
    expect((await product.admin(admin.token, { action: 'recordResult', eventId: game, ...outcome })).status).toBe(200)
    const settler = { ...product.services, businessNow }
    await until(async () => (await settleFixture(game, settler)).settled === 1)
    await until(async () => (await overview()).houseProfit === 50)
    expect(await overview()).toMatchObject({ profitToday: 50 })

    for (const by of ['day', 'league', 'market']) {
      const { rows, total } = await profit(`?by=${by}`)
      expect(total).toMatchObject({ profit: 50, settled: 2, stakes: 60, returns: 10 })
      expect(rows.reduce((sum, row) => sum + row.profit, 0)).toBe(50)
    }
    const { today, leagues, markets, first } = await profit()
    expect([first, leagues, markets]).toEqual([today, ['basketball_nba', 'soccer_epl'], ['h2h', 'parlay']])
    expect((await profit('?by=market')).rows.map(({ key }) => key)).toEqual(['h2h', 'parlay'])
    expect((await profit('?league=basketball_nba')).total).toMatchObject({ placed: 1, settled: 0, profit: 0 })
    expect((await profit('?market=parlay')).total).toMatchObject({ placed: 1, staked: 4 })
  })

  test('has nothing for days to come, and says what was before them', async () => {
    const { rows, before, total } = await profit('?from=2200-01-01')
    expect([rows, before, total.profit]).toEqual([[], 50, 0])
    expect((await profit('?to=2020-01-01')).rows).toEqual([])
  })

  test('is available as a file', async () => {
    const { text, headers } = await product.call('/api/admin/profit?by=market&format=csv', { token: admin.token })
    expect(headers.get('content-disposition')).toBe('attachment; filename="profit-by-market.csv"')
    expect(text.replace('\uFEFF', '').split('\r\n').slice(0, 2)).toEqual([
      'Market,Market key,Placed,Staked in EUR,Settled,Stakes in EUR,Returns in EUR,Profit in EUR',
      expect.stringMatching(/^Match Result,h2h,5,117\.00,2,60\.00,10\.00,50\.00$/),
    ])
    const byLeague = await product.call('/api/admin/profit?by=league&format=csv', { token: admin.token })
    expect(byLeague.text).toMatch(/^\uFEFF?League,League key,Placed,.+\r\n(.+\r\n)?EPL,soccer_epl,/)
    const byDay = await product.call('/api/admin/profit?by=day&format=csv', { token: admin.token })
    expect(byDay.text).toMatch(/^\uFEFF?Day,Placed,.+\r\n\d{4}-\d\d-\d\d,/)
  })

  test.each(['?from=2026-02-30', '?to=today', '?by=user', '?league=a%20b', '?from=0000-00-00'])(
    'refuses %s',
    async (query) => {
      expect((await product.call(`/api/admin/profit${query}`, { token: admin.token })).status).toBe(400)
    },
  )
})

describe('the ticker', () => {
  test('has the newest bets with names and games, and marks big stakes', async () => {
    const game = await aGame()
    const small = await bet(single(game, 49.99))
    const big = await bet(single(game, 50))
    const { bets, bigStake } = await ticker()
    expect(bigStake).toBe(50)
    expect(bets.slice(0, 2)).toMatchObject([
      { id: big, username: bettor.user.username, stake: 50, odds: 2.1, potentialWin: 105, isBig: true },
      {
        id: small,
        isBig: false,
        legs: [{ eventId: game, game: expect.stringMatching(/vs Wanderers$/), inPlay: false }],
      },
    ])
    expect(bets.map(({ number }) => number)).toEqual(bets.map(({ number }) => number).toSorted((a, b) => b - a))
  })

  test('tells admins who follow it of each bet as it is placed', async () => {
    const heard: TickerBet[][] = []
    const source = createEventSource({
      url: `${product.origin}/api/stream?topics=ticker`,
      headers: { authorization: `Bearer ${admin.token}` },
      onMessage: ({ data }) => {
        const push = Push.parse(JSON.parse(data))
        if (push.kind === 'placed') heard.push(push.bets)
      },
    })
    try {
      const before = (await ticker()).bets
      await until(() => heard.length > 0)
      expect(heard[0]).toEqual(before)
      const placed = await bet(single(await aGame(), 3))
      await until(() => heard.length > 1)
      expect(heard[1]!.map(({ id }) => id)).toEqual([placed])
    } finally {
      source.close()
    }
  })

  test('is for admins only', async () => {
    const status = async (token?: string) =>
      (await product.call('/api/stream?topics=ticker', { token: token ?? null })).status
    expect([await status(), await status(bettor.token)]).toEqual([401, 403])
  })
})

describe('alerts', () => {
  const kinds = async () => (await alerts()).alerts

  test('name big stakes and exposures while they are open', async () => {
    const found = await until(async () => {
      const all = await kinds()
      return all.some(({ kind }) => kind === 'big-stake') && all.some(({ kind }) => kind === 'exposure') && all
    })
    const stakes = found.filter((one) => one.kind === 'big-stake')
    expect(stakes).toMatchObject([
      {
        stake: 50,
        username: bettor.user.username,
        userId: bettor.user.id,
        game: expect.stringMatching(/^Rovers.* vs /),
      },
    ])
    const [exposure] = found.filter((one) => one.kind === 'exposure')
    // 49.99 and 50 at 2.10: the second one reached the limit
    expect(exposure).toMatchObject({ exposure: 209.98, name: expect.stringMatching(/^Rovers/) })
    expect(exposure!.since).toBe(stakes[0]!.since)
    await isVoided(stakes[0]!.bet)
    await until(async () => (await kinds()).every(({ kind }) => kind !== 'big-stake' && kind !== 'exposure'))
  })

  test('name a read model that stopped, and games that no score decides', async () => {
    const { pool } = product.services
    const game = await aGame(-7)
    product.board.put({ id: game, startsAt: new Date(businessNow().getTime() + HOUR) })
    await bet(single(game, 1))
    const number = Number(
      (await pool.query("select number from app.projection_checkpoint where projection = 'offer'")).rows[0].number,
    )
    await pool.query(
      `update app.projection_checkpoint set failed = 'event 3: why', number = 2 where projection = 'offer'`,
    )
    const found = await until(async () => {
      const all = await kinds()
      return all.some(({ kind }) => kind === 'undecided') && all.some(({ kind }) => kind === 'read-model') && all
    })
    expect(found.find((one) => one.kind === 'read-model')).toMatchObject({
      readModel: 'offer',
      number: 3,
      reason: 'event 3: why',
      since: expect.stringMatching(/Z$/),
    })
    expect(found.find((one) => one.kind === 'undecided')).toMatchObject({ games: 1 })
    await pool.query(`update app.projection_checkpoint set failed = null, number = $1 where projection = 'offer'`, [
      number,
    ])
    await until(async () => (await kinds()).every(({ kind }) => kind !== 'read-model'))
  })

  test('name witnesses that do not cosign, unless they were silent only for a moment', async () => {
    const { pool } = product.services
    await pool.query(`
      insert into app.log_witness (name, fault, says, since) values
        ('one.example', 'forked', '422 no', now()), ('two.example', 'silent', 'no answer', now()),
        ('three.example', 'silent', 'no answer', now() - interval '1 hour'), ('four.example', null, null, null)`)
    const found = await until(async () => {
      const witnesses = (await kinds()).filter((one) => one.kind === 'witness')
      return witnesses.length > 0 && witnesses
    })
    expect(found.map(({ witness, fault, says }) => [witness, fault, says])).toEqual([
      ['one.example', 'forked', '422 no'],
      ['three.example', 'silent', 'no answer'],
    ])
    await pool.query('delete from app.log_witness')
    await until(async () => (await kinds()).every(({ kind }) => kind !== 'witness'))
  })

  test('name what betting is stopped on, all betting first', async () => {
    const turn = async (body: object) => {
      const reply = await product.admin(admin.token, { ...body, reason: 'a quiet hour' })
      expect(reply.status).toBe(200)
    }
    const stopped = async () => (await kinds()).filter((one) => one.kind === 'betting-stopped')
    const eventId = await aGame(4)
    await turn({ action: 'stopBetting', eventId })
    await expect.poll(stopped).toMatchObject([{ all: false, stops: 1 }])
    await turn({ action: 'stopBetting' })
    await expect.poll(stopped).toMatchObject([{ all: true, stops: 2 }])
    await turn({ action: 'resumeBetting' })
    await turn({ action: 'resumeBetting', eventId })
    await expect.poll(stopped).toEqual([])
  })

  test('name a feed that is old or in trouble', async () => {
    const { pool } = product.services
    const since = new Date(Date.now() - 10 * 60_000)
    await pool.query("update app.provider_state set trouble = 'out-of-credits', trouble_since = $1", [since])
    const found = await until(async () => {
      const all = await kinds()
      return all.some(({ kind }) => kind === 'feed-trouble') && all
    })
    expect(found.slice(0, 2)).toMatchObject([
      { kind: 'feed-stale', status: 'delayed', since: since.toISOString() },
      { kind: 'feed-trouble', trouble: 'out-of-credits', since: since.toISOString() },
    ])
  })
})

test('only admins read any of it', async () => {
  for (const path of ['overview', 'profit', 'liability', 'ticker', 'alerts']) {
    const status = async (token: string | null) => (await product.call(`/api/admin/${path}`, { token })).status
    expect([path, await status(null), await status('made-up'), await status(bettor.token)]).toEqual([
      path,
      401,
      401,
      403,
    ])
  }
})
