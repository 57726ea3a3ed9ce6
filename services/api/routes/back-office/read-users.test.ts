import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { untilFolded } from '#projections/testing/environment.ts'
import { metaBy, SETTLER } from '#services/commands/testing/meta.ts'
import {
  AuditHistory,
  Customer,
  type ListedUser,
  Notes,
  Transactions,
  Turnover,
  USER_SORTS,
  UserList,
  type UserSort,
} from '#services/contract/contract.ts'
import { userRows } from '../../reads/customers/user-rows.ts'
import { newId, type Person, single, startTestProduct, type TestProduct } from '../../testing/product.ts'
import { planOf, vacuum } from '../../testing/query-plan.ts'

let product: TestProduct
let root: Person
let ada: Person
let bob: Person
beforeAll(async () => {
  product = await startTestProduct()
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  ada = await product.anAdmin(10_000)
  bob = await product.anAdmin(10_000)
})
afterAll(() => product.close())

/** Reads with everything that was done so far, by anybody. */
const get = async (path: string, by: Person = ada) => {
  await untilFolded(product.database.url, (await product.events()).length - 1)
  const reply = await product.call(path, { token: by.token })
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
  return reply
}
const list = async (query = '', by?: Person) => UserList.parse((await get(`/api/admin/users${query}`, by)).body)
const of = (person: Person) => `/api/admin/users/${person.user.id}`
const act = async (by: Person, body: object) => {
  const reply = await product.admin(by.token, body)
  expect(reply.status, reply.text).toBe(200)
}
/** A bettor with this name, created by that admin. */
async function make(by: Person, username: string, euros = 0): Promise<Person> {
  await act(by, { action: 'createUser', username, password: 'bettor password', initialBalance: euros })
  return product.signIn(username, 'bettor password')
}
const names = ({ users }: UserList) => users.map(({ username }) => username)

describe('GET /api/admin/users', () => {
  const people: Person[] = []
  beforeAll(async () => {
    const wanted: [Person, string, number][] = [
      [ada, 'Hopper', 54.1],
      [ada, 'hedy', 159.6],
      [bob, 'hypatia', 0],
      [ada, 'Zuse', 3.1],
      [bob, 'émilie', 65],
      [bob, 'linus', 65],
      [ada, 'joan', 6.2],
      [ada, 'otto', 9.85],
      [bob, 'noor', 100],
      [bob, 'mallory', 22.75],
    ]
    for (const [by, name, euros] of wanted) people.push(await make(by, name, euros))
    people.push(await product.signUp('cy-signed-up'))
    await act(ada, { action: 'blockUser', targetUsername: 'mallory' })
  })

  test('lists ten a page by name, with the totals', async () => {
    const first = await list()
    expect(names(first)).toEqual([
      'cy-signed-up',
      'hedy',
      'Hopper',
      'hypatia',
      'joan',
      'linus',
      'mallory',
      'noor',
      'otto',
      'Zuse',
    ])
    expect([first.newer, first.totalUsers, first.userBalance]).toEqual([null, 11, 485.6])
    expect(first.creators).toEqual([ada, bob, root].map(({ user }) => user.username).toSorted())
    const second = await list(`?key=${first.older}`)
    expect([names(second), second.older]).toEqual([['émilie'], null])
    expect(names(await list(`?key=${second.newer}`))).toEqual(names(first))
    const hopper = first.users.find(({ username }) => username === 'Hopper')
    expect(hopper).toMatchObject({
      balance: '54.10',
      is_blocked: false,
      email: null,
      admin_creator: ada.user.username,
      owed: 0,
      totalBets: 0,
      openBets: 0,
    })
  })

  test.each<[string, string[]]>([
    ['name=h', ['hedy', 'Hopper', 'hypatia']],
    ['name=HO', ['Hopper']],
    ['name=%25', []],
    ['name=nobody', []],
    ['creator=system', ['cy-signed-up']],
    ['creator=Nobody', []],
    ['creator=%20', []],
    ['standing=blocked', ['mallory']],
    ['standing=owing', []],
    ['min=65&max=100', ['linus', 'noor', 'émilie']],
    ['max=0', ['cy-signed-up', 'hypatia']],
    ['until=2001-01-01T00:00:00.000Z', []],
    ['name=h&min=50&sort=-balance', ['hedy', 'Hopper']],
  ])('%s', async (query, expected) => expect(names(await list(`?${query}`))).toEqual(expected))

  test('lists those of one creator', async () => {
    expect(names(await list(`?creator=${bob.user.username}`))).toEqual([
      ...['hypatia', 'linus', 'mallory', 'noor', 'émilie'],
    ])
  })

  test('law: pages in either direction are the whole list, in every order', async () => {
    const key: Record<string, (user: ListedUser) => string | number> = {
      name: ({ username }) => username.toLowerCase(),
      balance: ({ balance }) => Number(balance),
      created: ({ created_at }) => created_at,
    }
    const all = (await list('?size=100')).users
    for (const sort of USER_SORTS) {
      const by = key[sort.replace('-', '')]!
      const inOrder = all.toSorted((a, b) => {
        const [one, other] = [by(a), by(b)]
        const rises = one < other ? -1 : one > other ? 1 : a.id < b.id ? -1 : 1
        return sort.startsWith('-') ? -rises : rises
      })
      const expected = inOrder.map(({ username }) => username)
      for (const filter of ['', '&standing=active']) {
        const due = filter === '' ? expected : expected.filter((name) => name !== 'mallory')
        const pages: string[][] = []
        let page = await walk(sort, filter, null)
        for (;;) {
          pages.push(names(page))
          if (page.older === null) break
          page = await walk(sort, filter, page.older)
        }
        expect(pages.flat()).toEqual(due)
        const back: string[][] = [names(page)]
        while (page.newer !== null) {
          page = await walk(sort, filter, page.newer)
          back.unshift(names(page))
        }
        expect(back.flat()).toEqual(due)
        // the last page, whatever the number of rows before it
        const last = await walk(sort, filter, 'last')
        expect([names(last), last.older]).toEqual([due.slice(-10), null])
        const before = last.newer === null ? [] : names(await walk(sort, filter, last.newer))
        expect(before).toEqual(due.slice(0, -10).slice(-10))
      }
    }
  })
  const walk = (sort: UserSort, filter: string, key: string | null) =>
    list(`?sort=${sort}${filter}${key === null ? '' : `&key=${key}`}`)

  test('is exported completely, and no name is taken for a formula', async () => {
    await make(ada, '-1zero', 1)
    const { text, headers } = await get(`/api/admin/users?format=csv&sort=-balance&creator=${ada.user.username}`)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [title, ...rows] = text.trim().split('\r\n')
    expect(title).toBe('Username,Email,Created by,Created,Standing,Balance in EUR,Owed in EUR,Bets,Open bets')
    expect(rows.map((row) => row.split(',')[0])).toEqual(['hedy', 'Hopper', 'otto', 'joan', 'Zuse', "'-1zero"])
    expect(rows[0]).toMatch(new RegExp(`^hedy,,${ada.user.username},[^,]+,Active,159.60,0.00,0,0$`))
  })

  test.each(['sort=hair', 'size=1000', 'key=x', 'min=-1', 'since=yesterday', 'standing=good', 'format=xml'])(
    'has no %s',
    async (query) => expect((await product.call(`/api/admin/users?${query}`, { token: ada.token })).status).toBe(400),
  )

  test.each([
    ['balance', 'no amount'],
    ['created', '2026-02-30 10:00:00+00'],
    ['created', '2026-11-23 10:00:00+99'],
    ['created', '0000-01-01 00:00:00+00'],
    ['created', '2026-11-23'],
  ])('a key by %s that was made up is answered, whatever it says: %s', async (sort, text) => {
    const made = Buffer.from(text).toString('base64url')
    const { status } = await product.call(`/api/admin/users?sort=${sort}&key=o.${made}.${'0'.repeat(32)}`, {
      token: ada.token,
    })
    expect(status).toBe(400)
  })

  test('uses an index in each order, however many there are', async () => {
    const { pool, queries } = product.services
    await pool.query(
      `insert into app.identity (account_id, username, username_normal, username_salt, password_hash, password_salt, status, registration)
       select md5('many' || n), 'many' || n, 'many' || n, '', '', '', 'active', '{}' from generate_series(1, 20000) n`,
    )
    await pool.query(
      `insert into app.account select md5('many' || n), 'user', 'sign-up', now() - n * interval '1 second', n % 1000 = 0, false, false, n, 0, 0, 0
       from generate_series(1, 20000) n`,
    )
    for (const table of ['app.identity', 'app.account']) await vacuum(product.database.ownerUrl, table)
    const none = {
      name: null,
      openedBy: null,
      standing: null,
      minCents: null,
      maxCents: null,
      since: null,
      until: null,
    } as const
    const index = { name: 'identity_in_order', balance: 'bettor_by_balance', created: 'bettor_by_(age|opening)' }
    for (const sort of USER_SORTS) {
      const name = index[sort.replace('-', '') as keyof typeof index]
      const place = {
        key: { name: 'many5', balance: '500', created: new Date().toISOString() }[sort.replace('-', '')]!,
        account: 'a',
        back: false,
      }
      for (const at of [null, place]) {
        const plan = await planOf(queries, (db) => userRows(db, none, sort, at, 11))
        expect(plan).toMatch(new RegExp(`"Index Name":"${name}"`))
        expect(plan).not.toMatch(/"(Seq Scan|Sort)"/)
      }
    }
    const blocked = await planOf(queries, (db) => userRows(db, { ...none, standing: 'blocked' }, 'balance', null, 11))
    expect(blocked).not.toMatch(/"Seq Scan"/)
    await pool.query(
      `delete from app.account where opened_by = 'sign-up' and account_id in (select account_id from app.identity where username ~ '^many')`,
    )
    await pool.query(`delete from app.identity where username ~ '^many'`)
  })
})

describe('one bettor', () => {
  test('has figures, limits, caps, and what the caller may do', async () => {
    const bettor = await product.aBettor(ada, 100)
    const game = product.newGame()
    await act(bob, { action: 'updateBalance', userId: bettor.user.id, amountToAdd: 30, balanceType: 'deposit' })
    await act(ada, { action: 'updateBalance', userId: bettor.user.id, amountToAdd: -60, balanceType: 'withdraw' })
    await act(bob, { action: 'setBetCaps', userId: bettor.user.id, maxStake: 20, maxPayout: null })
    await product.place(bettor.token, single(game, 10))
    const seen = Customer.parse((await get(of(bettor))).body)
    expect(seen).toMatchObject({
      user: { username: bettor.user.username, balance: '60.00', totalBets: 1, openBets: 1 },
      openStake: 10,
      deposited: 130,
      withdrawn: 60,
      settledBets: 0,
      turnover: 0,
      result: 0,
      mayChangePassword: true,
      limits: { perBet: { stake: 20, payout: null }, break: null },
    })
    expect(seen.currentAdminBalance).toBe((await product.services.accounts.read(ada.user.id)).floatCents / 100)
    expect((await get(of(bettor), bob)).body.mayChangePassword).toBe(false)
    expect((await get(of(bettor), root)).body.mayChangePassword).toBe(true)
  })

  test('says who blocked the account last, when and why, while it is blocked', async () => {
    const bettor = await product.aBettor(ada, 1)
    const block = (by: Person, action: string, reason?: string) =>
      act(by, { action, targetUsername: bettor.user.username, ...(reason && { reason }) })
    const blocked = async () => Customer.parse((await get(of(bettor), bob)).body).blocked
    expect(await blocked()).toBeNull()
    await block(ada, 'blockUser', 'first')
    await block(ada, 'unblockUser')
    expect((await get(of(bettor), ada)).body.blocked).toBeNull()
    await block(bob, 'blockUser', 'two accounts')
    const found = await blocked()
    expect(found).toMatchObject({ by: bob.user.username, reason: 'two accounts' })
    const { rows } = await product.services.pool.query('select type, at, account_id from app.audit where number = $1', [
      found!.number,
    ])
    expect(rows).toEqual([{ type: 'AccountBlocked', at: new Date(found!.at), account_id: bettor.user.id }])
    await block(ada, 'unblockUser')
    await block(ada, 'blockUser')
    expect((await get(of(bettor), ada)).body.blocked).toMatchObject({ by: ada.user.username, reason: null })
  })

  test('is not found under an id of nobody, or of an admin, in each call', async () => {
    for (const id of [newId(), 'x', ada.user.id, root.user.id]) {
      for (const below of ['', '/turnover', '/transactions', '/notes']) {
        const { status, body } = await product.call(`/api/admin/users/${id}${below}`, { token: root.token })
        expect([below, status, body.code]).toEqual([below, 404, 'account_missing'])
      }
    }
  })

  test('law: the last balance of the transactions is the wallet, and they say who and why', async () => {
    const game = product.newGame()
    const step = fc.record({
      kind: fc.constantFrom('deposit', 'withdraw', 'bet'),
      cents: fc.integer({ min: 10, max: 5_000 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const bettor = await product.aBettor(ada, 20)
        for (const { kind, cents } of steps) {
          if (kind === 'bet') await product.place(bettor.token, single(game, cents / 100))
          else
            await product.admin(bob.token, {
              action: 'updateBalance',
              userId: bettor.user.id,
              amountToAdd: (kind === 'deposit' ? cents : -cents) / 100,
              balanceType: kind,
              reason: `paid in ${kind}`,
            })
        }
        // page by page, from the newest on
        const lines: Transactions['lines'] = []
        for (let query = '?limit=2'; ; ) {
          const page = Transactions.parse((await get(`${of(bettor)}/transactions${query}`)).body)
          lines.push(...page.lines)
          if (page.next === null) break
          query = `?limit=2&before=${page.next}`
        }
        const { walletCents } = await product.services.accounts.read(bettor.user.id)
        expect(Math.round(Number(lines[0]!.balance) * 100)).toBe(walletCents)
        let balance = 0
        for (const line of lines.toReversed()) {
          balance += Math.round(line.amount * 100)
          expect(Math.round(Number(line.balance) * 100)).toBe(balance)
          const [by, reason] =
            line.kind === 'stake'
              ? [bettor.user.username, null]
              : line === lines.at(-1)
                ? [ada.user.username, null]
                : [bob.user.username, `paid in ${line.amount > 0 ? 'deposit' : 'withdraw'}`]
          expect([line.kind, line.by, line.reason]).toEqual([line.kind, by, reason])
        }
      }),
      { numRuns: 8 },
    )
  })

  test('has its transactions as a file, filtered', async () => {
    const bettor = await product.aBettor(ada, 20)
    await act(ada, {
      action: 'updateBalance',
      userId: bettor.user.id,
      amountToAdd: 5,
      balanceType: 'deposit',
      reason: '=HYPERLINK("x")',
    })
    await product.place(bettor.token, single(product.newGame(), 1))
    const { text } = await get(`${of(bettor)}/transactions?format=csv&kind=deposit`)
    const rows = text.trim().split('\r\n').slice(1)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(new RegExp(`,Deposit,,,${ada.user.username},"'=HYPERLINK\\(""x""\\)",5.00,25.00$`))
  })

  test('has transactions that call the settling part of the product as the audit trail does', async () => {
    const [game, bettor] = [product.newGame(), await product.aBettor(ada, 20)]
    const bet = String((await product.place(bettor.token, single(game, 5))).body.betId)
    const outcome: FixtureOutcome = {
      fixture: game,
      version: 1,
      closedAt: new Date(Date.now() + 60_000).toISOString(),
      kind: 'result',
      score: { home: 2, away: 1 },
      regulation: { home: 2, away: 1 },
    }
    const settling = { type: 'SettleBet', bet, outcomes: [outcome] } as const
    await product.services.accounts.execute(bettor.user.id, settling, metaBy(SETTLER))
    const { lines } = Transactions.parse((await get(`${of(bettor)}/transactions`)).body)
    expect([lines[0]!.kind, lines[0]!.by]).toEqual(['return', 'settlement'])
    const trail = AuditHistory.parse((await get(`/api/admin/history/${bet}`)).body)
    expect(trail.lines[0]!.who.name).toBe('settlement')
  })

  test('has turnover by day and sport, as a file too', async () => {
    const bettor = await product.aBettor(ada, 20)
    expect(Turnover.parse((await get(`${of(bettor)}/turnover`)).body)).toEqual({
      days: [],
      next: null,
      total: { bets: 0, staked: 0, returned: 0, profit: 0 },
      sports: [],
    })
    // forty days of bets on soccer, won every other day, and one refunded
    await product.services.pool.query(
      `insert into app.bet (bet_id, account_id, status, stake_cents, odds, struck_return_cents, return_cents, placed_at, settled_at,
           legs, graded, placed_event, settled_event, number, sports, market, settled_number, resettled, topics)
         select md5($1 || n), $1, case when n = 40 then 'refunded' when n % 2 = 0 then 'won' else 'lost' end, 1000, '2.10', 2100,
         case when n = 40 then 1000 when n % 2 = 0 then 2105 else 0 end, '2026-01-01T12:00:00Z', timestamptz '2026-01-01T12:00:00Z' + n * interval '1 day',
         '[]', null, '', '', 1000000 + n, 'soccer', 'h2h', 1000000 + n, false, 'soccer' from generate_series(0, 40) n`,
      [bettor.user.id],
    )
    const first = Turnover.parse((await get(`${of(bettor)}/turnover`)).body)
    expect([first.days.length, first.next]).toEqual([31, first.days.at(-1)!.day])
    expect(first.days[0]).toEqual({ day: '2026-02-09', bets: 1, staked: 10, returned: 0, profit: -10 })
    const total = { bets: 40, staked: 400, returned: 421, profit: 21 }
    expect(first.total).toEqual(total)
    expect(first.sports).toEqual([{ sport: 'soccer', ...total }])
    const rest = Turnover.parse((await get(`${of(bettor)}/turnover?before=${first.next}`)).body)
    expect(rest.total).toEqual(total)
    expect([rest.days.length, rest.next, rest.days.at(-1)!.day]).toEqual([9, null, '2026-01-01'])
    const { text } = await get(`${of(bettor)}/turnover?format=csv`)
    expect(text.trim().split('\r\n').slice(1)).toHaveLength(40)
  })

  test('has notes, newest first, with who and when', async () => {
    const bettor = await product.aBettor(ada, 1)
    for (let n = 1; n <= 22; n++) {
      await act(n % 2 === 0 ? ada : bob, { action: 'addNote', userId: bettor.user.id, text: `note ${n}` })
    }
    const first = Notes.parse((await get(`${of(bettor)}/notes`)).body)
    expect(first.notes.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, n) => `note ${22 - n}`))
    expect(first.notes[0]!.admin).toBe(ada.user.username)
    expect(Date.parse(first.notes[0]!.at)).toBeGreaterThanOrEqual(Date.parse(first.notes[19]!.at))
    const second = Notes.parse((await get(`${of(bettor)}/notes?before=${first.next}`)).body)
    expect([second.notes.map(({ text, admin }) => [text, admin]), second.next]).toEqual([
      [
        ['note 2', ada.user.username],
        ['note 1', bob.user.username],
      ],
      null,
    ])
  })
})
