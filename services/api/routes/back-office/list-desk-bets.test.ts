// The list of everybody's bets: for any filter and order, its pages in both directions equal a filter over all bets.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBets, sumBets } from '#projections/bets/list.ts'
import { verify } from '#services/auditor/verify.ts'
import { type DeskBet, DeskBets, DeskBetTotals } from '#services/contract/contract.ts'
import { type Person, parlay, single, startTestProduct, type TestProduct, until } from '../../testing/product.ts'
import { planOf, vacuum } from '../../testing/query-plan.ts'

let product: TestProduct
let admin: Person
let ada: Person
let grace: Person
let epl: string
let nhl: string
/** Newest first. */
let all: readonly DeskBet[]

beforeAll(async () => {
  product = await startTestProduct()
  admin = await product.anAdmin(10_000)
  ada = await product.aBettor(admin, 1_000)
  grace = await product.aBettor(admin, 1_000)
  epl = product.newGame({ league: 'soccer_epl' })
  nhl = product.newGame({ league: 'icehockey_nhl' })
  const ids: string[] = []
  for (const [by, body] of [
    [ada, single(epl, 10)],
    [grace, single(nhl, 2.5)],
    [ada, parlay([epl, nhl], 7)],
    [grace, single(epl, 10)],
    [ada, single(nhl, 100)],
    [grace, single(epl, 2.5)],
    [ada, single(epl, 0.5)],
  ] as const) {
    const { body: reply } = await product.place(by.token, body)
    ids.push(reply.betId as string)
  }
  await until(async () => (await read('?size=100')).bets.length === ids.length)
  for (const bet of [ids[3], ids[4]]) {
    const { status } = await product.admin(admin.token, { action: 'voidBet', betId: bet, reason: 'a test' })
    expect(status).toBe(200)
  }
  all = await until(async () => {
    const { bets } = await read('?size=100')
    return bets.filter(({ status }) => status === 'refunded').length === 2 ? bets : null
  })
})
afterAll(() => product.close())

async function read(query = '', token = admin.token): Promise<DeskBets> {
  const { status, text } = await product.call(`/api/admin/bets${query}`, { token })
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  return DeskBets.parse(JSON.parse(text))
}
const ids = (bets: readonly DeskBet[]) => bets.map(({ id }) => id)
const legsOf = ({ legs, quote }: DeskBet) => legs ?? [quote!]

const FILTERS: [query: string, lets: (bet: DeskBet) => boolean][] = [
  ['', () => true],
  ['status=pending', ({ status }) => status === 'pending'],
  ['status=refunded', ({ status }) => status === 'refunded'],
  ['status=won', ({ status }) => status === 'won'],
  ['user=ADA', ({ username }) => username === ada.user.username],
  ['user=ADA_ID&status=refunded', ({ userId, status }) => userId === ada.user.id && status === 'refunded'],
  ['user=GRACE_ID', ({ userId }) => userId === grace.user.id],
  ['user=nobody-at-all', () => false],
  ['kind=parlay', ({ is_parlay }) => is_parlay],
  ['kind=single&sport=soccer', (bet) => !bet.is_parlay && bet.sport_key === 'soccer_epl'],
  ['sport=icehockey', (bet) => legsOf(bet).some(({ sport_key }) => sport_key === 'icehockey_nhl')],
  ['league=soccer_epl', (bet) => legsOf(bet).some(({ sport_key }) => sport_key === 'soccer_epl')],
  ['event=EPL&min=7', (bet) => legsOf(bet).some(({ eventId }) => eventId === epl) && bet.bet_amount >= 7],
  ['min=2.50&max=10', ({ bet_amount }) => bet_amount >= 2.5 && bet_amount <= 10],
  ['since=THIRD', ({ created_at }) => created_at >= all[4]!.created_at],
  ['until=THIRD', ({ created_at }) => created_at < all[4]!.created_at],
  ['bet=FIRST', ({ id }) => id === all.at(-1)!.id],
]
const SORTS: [sort: string, compare: (a: DeskBet, b: DeskBet) => number][] = [
  ['-placed', (a, b) => b.number - a.number],
  ['placed', (a, b) => a.number - b.number],
  ['-stake', (a, b) => b.bet_amount - a.bet_amount || b.number - a.number],
  ['stake', (a, b) => a.bet_amount - b.bet_amount || a.number - b.number],
]
const filled = (query: string) =>
  query
    .replace('ADA_ID', ada.user.id)
    .replace('ADA', ada.user.username.toUpperCase())
    .replace('GRACE_ID', grace.user.id)
    .replace('EPL', epl)
    .replace('THIRD', all[4]!.created_at)
    .replace('FIRST', all.at(-1)!.id)

describe('GET /api/admin/bets/totals', () => {
  const totalsOf = async (query: string) => {
    const { status, text } = await product.call(`/api/admin/bets/totals?${query}`, { token: admin.token })
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return DeskBetTotals.parse(JSON.parse(text)).totals
  }

  test.each(FILTERS)('with %j', async (query, lets) => {
    const bets = all.filter(lets)
    const isOpen = ({ status }: DeskBet) => status === 'pending'
    const cents = (of: readonly DeskBet[], amount: 'bet_amount' | 'potential_win') =>
      of.reduce((sum, bet) => sum + Math.round(bet[amount] * 100), 0)
    const [open, over] = [bets.filter(isOpen), bets.filter((bet) => !isOpen(bet))]
    expect(await totalsOf(filled(query))).toEqual({
      bets: bets.length,
      open: open.length,
      staked: cents(bets, 'bet_amount') / 100,
      openStakes: cents(open, 'bet_amount') / 100,
      returned: cents(over, 'potential_win') / 100,
      net: (cents(over, 'bet_amount') - cents(over, 'potential_win')) / 100,
    })
  })

  test('are those of the folds without a filter, and absent for more bets than are summed', async () => {
    const { queries } = product.services
    const none = { about: [], since: null, until: null, minStakeCents: null, maxStakeCents: null }
    const any = { ...none, bet: null, account: null, status: null, parlay: null }
    const counted = await sumBets(queries, any, all.length)
    expect(await totalsOf('')).toMatchObject({ bets: counted.bets, staked: counted.stakeCents / 100 })
    expect((await sumBets(queries, any, all.length - 1)).bets).toBe(all.length)
  })

  test('do not lose a bet that ends while the book is written later than the sums of the house', async () => {
    const { pool } = product.services
    const before = await totalsOf('')
    const move = (bets: number, cents: number) =>
      pool.query(
        `update app.house set open_bets = open_bets - $1, settled_bets = settled_bets + $1,
          open_stakes_cents = open_stakes_cents - $2`,
        [bets, cents],
      )
    await move(2, 1_250)
    try {
      expect(await totalsOf('')).toEqual(before)
    } finally {
      await move(-2, -1_250)
    }
  })
})

describe('GET /api/admin/bets', () => {
  test.each(FILTERS.flatMap(([query, lets]) => SORTS.map(([sort, compare]) => [query, sort, lets, compare] as const)))(
    'with %j by %s',
    async (query, sort, lets, compare) => {
      const expected = ids(all.filter(lets).sort(compare))
      const asked = `?${filled(query)}&sort=${sort}`
      expect(ids((await read(`${asked}&size=100`)).bets)).toEqual(expected)
      const { text } = await product.call(`/api/admin/bets${asked}&format=csv`, { token: admin.token })
      const lines = text.slice(1).trimEnd().split('\r\n').slice(1)
      expect(lines.map((line) => line.split(',')[3])).toEqual(expected)
    },
  )

  test('is paged by key, forward and back, ten at a time', async () => {
    const bettor = await product.aBettor(admin, 100)
    for (let n = 0; n < 23; n += 1) await product.place(bettor.token, single(epl, 1 + (n % 3)))
    for (const sort of ['-placed', 'placed', '-stake', 'stake']) {
      const asked = `?user=${bettor.user.id}&sort=${sort}`
      const whole = await until(async () => {
        const { bets } = await read(`${asked}&size=100`)
        return bets.length === 23 ? bets : null
      })
      const pages = [await read(asked)]
      while (pages.at(-1)!.older !== null) pages.push(await read(`${asked}&key=${pages.at(-1)!.older}`))
      expect(pages.map(({ bets }) => bets.length)).toEqual([10, 10, 3])
      expect(ids(pages.flatMap(({ bets }) => bets))).toEqual(ids(whole))
      expect(pages[0]!.newer).toBeNull()
      const back = [await read(`${asked}&key=${pages[2]!.newer}`)]
      back.push(await read(`${asked}&key=${back[0]!.newer}`))
      expect(back.map(({ bets }) => ids(bets))).toEqual([ids(pages[1]!.bets), ids(pages[0]!.bets)])
      expect(back[1]!.newer).toBeNull()
    }
  })

  test('says what a bet could have won and what it returned', async () => {
    const refunded = all.find(({ status, is_parlay }) => status === 'refunded' && !is_parlay)!
    expect(refunded.struck_potential_win).toBeGreaterThan(refunded.bet_amount)
    expect(refunded.potential_win).toBe(refunded.bet_amount)
    const { text, headers } = await product.call(`/api/admin/bets?bet=${refunded.id}&format=csv`, {
      token: admin.token,
    })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="bets.csv"')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const [head, line] = text.slice(1).split('\r\n')
    const cells = Object.fromEntries(head!.split(',').map((name, at) => [name, line!.split(',')[at]]))
    expect(cells).toMatchObject({
      User: refunded.username,
      // the name for people, and the key for programs
      Market: 'Match Result',
      'Market key': 'h2h',
      Status: 'Refunded',
      'Stake in EUR': refunded.bet_amount.toFixed(2),
      'Potential win in EUR': refunded.struck_potential_win.toFixed(2),
      'Returned in EUR': refunded.bet_amount.toFixed(2),
      'House profit in EUR': '0.00',
    })
  })

  test('is for admins', async () => {
    for (const query of ['', '?format=csv']) {
      const anonymous = await product.call(`/api/admin/bets${query}`)
      expect([anonymous.status, anonymous.body.code]).toEqual([401, 'unauthorized'])
      const bettor = await product.call(`/api/admin/bets${query}`, { token: ada.token })
      expect([bettor.status, bettor.body.code]).toEqual([403, 'not_an_admin'])
    }
  })

  test.each([
    'status=gone',
    'sort=odds',
    'size=11',
    'key=x',
    'bet=1',
    'min=-1',
    'min=1e3',
    'since=yesterday',
    'format=pdf',
  ])('refuses %s', async (query) => {
    const { status, body } = await product.call(`/api/admin/bets?${query}`, { token: admin.token })
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  })

  test('a key of another order shows the first page of this one', async () => {
    const { older } = await read('?sort=-stake')
    const first = await read('?sort=-placed')
    expect((await read(`?sort=-placed&key=${older ?? 'o.1.1'}`)).bets).toEqual(first.bets)
  })

  test('uses columns that the auditor compares', async () => {
    const { pool } = product.services
    // the test board publishes no quotes, which is not tested here
    const aboutTopics = async () => {
      const { findings } = await verify({ url: product.database.url })
      return findings.filter((finding) => JSON.stringify(finding).includes('topics'))
    }
    expect(await aboutTopics()).toEqual([])
    const { id } = all[0]!
    const { rows } = await pool.query<{ topics: string }>('select topics from app.bet where bet_id = $1', [id])
    await pool.query(`update app.bet set topics = 'golf' where bet_id = $1`, [id])
    expect(JSON.stringify(await aboutTopics())).toContain('golf')
    await pool.query('update app.bet set topics = $2 where bet_id = $1', [id, rows[0]!.topics])
  })

  test('uses an index, however rare the matches are', async () => {
    const { pool, queries } = product.services
    await pool.query(
      `insert into app.bet (bet_id, account_id, status, stake_cents, odds, struck_return_cents, return_cents, placed_at,
         settled_at, legs, graded, placed_event, settled_event, number, sports, market, topics, settled_number, resettled)
       select 'bet ' || n, 'account ' || n % 100, case when n = 7 then 'pending' else 'lost' end, n, '2.00', n * 2, 0,
         '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', now(), '[]', null, '', '', 1000000 + n, 'soccer',
         'h2h', 'game-' || n / 10 || ' soccer soccer_epl', 2000000 + n, false
       from generate_series(1, 30000) n`,
    )
    await vacuum(product.database.ownerUrl, 'app.bet')
    const nothing = { bet: null, account: null, status: null, parlay: null, about: [], since: null, until: null }
    const none = { ...nothing, minStakeCents: null, maxStakeCents: null }
    const before = await planOf(queries, async (db) => {
      const filter = { ...none, until: '1999-01-01T00:00:00Z' }
      await listBets(db, filter, { by: 'stake', descending: true, after: null, limit: 11 })
    })
    expect(before).not.toContain('"Relation Name":"bet"')
    for (const filter of [
      {},
      { account: 'account 7' },
      { account: 'account 7', status: 'lost' },
      { status: 'pending' },
      { about: [['game-17']] },
      { about: [['soccer_epl']] },
      { minStakeCents: 29_990 },
      { bet: 'bet 12' },
    ] as const) {
      for (const by of ['number', 'stake'] as const) {
        const plan = await planOf(queries, async (db) => {
          await listBets(db, { ...none, ...filter }, { by, descending: true, after: null, limit: 11 })
        })
        const whole = [...plan.matchAll(/"Seq Scan",[^}]*?"Relation Name":"(\w+)"/g)].map(([, table]) => table)
        expect([filter, by, whole.filter((table) => table === 'bet')]).toEqual([filter, by, []])
      }
    }
  })
})
