// The rules of the desk: settings of the book and stops of betting, through two apis on one ledger.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DESK, deskStream } from '#domain/desk/events.ts'
import type { Settings } from '#domain/desk/settings.ts'
import { storeReason } from '#services/accounts/reasons.ts'
import { verify } from '#services/auditor/verify.ts'
import { Superseded } from '#services/commands/outcome.ts'
import { metaBy } from '#services/commands/testing/meta.ts'
import { BettingLimits, DeskRules, type Game, Games, Waiting } from '#services/contract/contract.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { connectForTest } from '#tests/database.ts'
import {
  callAt,
  newId,
  type Person,
  type Reply,
  single,
  startTestProduct,
  type TestProduct,
  until,
} from '../../testing/product.ts'
import { sessionOf } from '../../testing/session-of.ts'

const HOUR = 3_600_000
const REASON = 'because of a test'

let product: TestProduct
let elsewhere: Awaited<ReturnType<TestProduct['another']>>
let root: Person
let admin: Person
let bettor: Person
let events: string[]
beforeAll(async () => {
  product = await startTestProduct({ realBoard: true })
  elsewhere = await product.another()
  admin = await product.anAdmin(10_000)
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  bettor = await product.aBettor(admin, 5_000)
  const games = ['Rovers', 'Rangers'].map((home_team) => ({
    id: null,
    sport_key: 'soccer_epl',
    home_team,
    away_team: 'Wanderers',
    commence_time: new Date(Date.now() + HOUR).toISOString(),
    odds: { home_team: 2.1, draw: 3.4, away_team: 3.6 },
    odds_confirmed: true,
  }))
  await product.admin(admin.token, { action: 'update-games-of-day', games })
  for (const { origin } of [elsewhere, product]) {
    events = (await until(async () => isWhole(await upcoming(origin)))).map(({ id }) => id)
  }
})
afterAll(async () => {
  await elsewhere.close()
  await product.close()
})

/** A game is listed first, and priced by a later event. */
const isWhole = (games: readonly Game[]) => games.length === 2 && games.every(({ odds }) => odds !== undefined) && games
const upcoming = async (origin = product.origin) =>
  Games.parse(JSON.parse((await callAt(origin, '/api/sports?upcoming=true', {})).text))
const game = async (id: string, origin: string) => (await upcoming(origin)).find((one) => one.id === id)
const change = (settings: Record<string, unknown>, by = root, more = {}) =>
  product.admin(by.token, { action: 'changeSettings', settings, reason: REASON, ...more })
const turn = (action: 'stopBetting' | 'resumeBetting', scope: object, by = admin) =>
  product.admin(by.token, { action, reason: REASON, ...scope })
const place = (event: string, euros = 1, { origin = product.origin, key = newId(), ...more } = {}) =>
  callAt(origin, '/api/bets/place-bet', {
    token: bettor.token,
    body: single(event, euros, more),
    headers: { 'idempotency-key': key },
  })
const answer = ({ status, body }: Reply) => [status, body.code]
const OK = [200, undefined]
async function read(by = admin): Promise<DeskRules> {
  return DeskRules.parse((await product.call('/api/admin/rules', { token: by.token })).body)
}

describe('settings of the book', () => {
  test('begin with the environment’s values, recorded as such', async () => {
    const { settings, changes } = await read()
    expect(settings.map(({ setting, value }) => [setting, value])).toEqual([
      ['max-payout', 10_000_000],
      ['acceptance-delay', 0],
      ['welcome-grant', 0],
      ['odds-policy', 'within-10-percent'],
      ['goodwill-per-day', 100],
      ['treasury-per-day', 20_000],
      ['four-eyes-above', 5_000],
      ['four-eyes-per-day', 5_000],
    ])
    const first = { setting: 'max-payout', before: null, after: 10_000_000, by: null, reason: null }
    expect(changes.find(({ setting }) => setting === 'max-payout')).toMatchObject(first)
    expect(await product.events('SettingsSet')).toHaveLength(1)
  })

  test('are changed by super admins only, with a reason, to possible values', async () => {
    expect(answer(await change({ 'max-payout': 5 }, admin))).toEqual([403, 'super_admin_required'])
    expect(answer(await change({ 'max-payout': 5 }, bettor))).toEqual([403, 'not_an_admin'])
    expect(answer(await change({ 'max-payout': 5 }, root, { reason: '' }))).toEqual([400, 'fields_missing'])
    for (const reason of [' \u00a0', '\u200b\u2060', '\u202e\u0301'])
      expect(answer(await change({ 'max-payout': 5 }, root, { reason }))).toEqual([400, 'invalid_request'])
    expect(answer(await change({}))).toEqual([400, 'fields_missing'])
    const payout = 'max-payout must be from €0.01 to €10,000,000,000, with at most two decimals.'
    const delay = 'acceptance-delay must be from 0 to 10 seconds, with at most three decimals.'
    const policy = 'odds-policy must be one of: within-10-percent, better, none, any.'
    for (const [wrong, error] of [
      [{ 'max-payout': 0 }, payout],
      [{ 'max-payout': 0.005 }, payout],
      [{ 'max-payout': '5' }, payout],
      [{ 'max-payout': 5, 'acceptance-delay': 11 }, delay],
      [{ 'acceptance-delay': 1e308 }, delay],
      [{ 'acceptance-delay': 0.00001 }, delay],
      [{ 'acceptance-delay': 1.0005 }, delay],
      [{ 'odds-policy': 'mine' }, policy],
      [{ 'odds-policy': 1 }, policy],
    ] as const) {
      const refused = await change(wrong)
      expect([...answer(refused), refused.body.error]).toEqual([400, 'setting_invalid', error])
    }
    expect(answer(await change({ 'max-payout': 0 }, admin))).toEqual([403, 'super_admin_required'])
    expect(answer(await change({ 'min-stake': 1 }))).toEqual([400, 'invalid_request'])
    expect(await product.events('SettingsSet')).toHaveLength(1)
  })

  test('apply to the next bet through any api, which names them', async () => {
    const { status, body } = await change({ 'max-payout': 20 })
    expect([status, body.message]).toEqual([200, 'Settings changed: in force from now on'])
    const refused = await Promise.all([product, elsewhere].map(({ origin }) => place(events[0]!, 10, { origin })))
    expect(refused.map(answer)).toEqual(Array(2).fill([409, 'payout_too_large']))
    expect(answer(await place(events[0]!, 9, { origin: elsewhere.origin }))).toEqual(OK)
    const [placed, set] = [await product.events('BetPlaced'), await product.events('SettingsSet')]
    const bet = decodeBody(placed.at(-1)!.body)
    expect(bet.meta).toMatchObject({ configuration: set.at(-1)!.hash })
    expect(bet.data).toMatchObject({ limits: { maxPayoutCents: 20_00 } })
    for (const { origin } of [product, elsewhere]) {
      await until(async () => BettingLimits.parse((await callAt(origin, '/api/bets/limits', {})).body).maxPayout === 20)
    }
    const [last] = (await read(root)).changes
    expect(last).toMatchObject({
      setting: 'max-payout',
      before: 10_000_000,
      after: 20,
      by: root.user.username,
      reason: REASON,
    })
    await change({ 'max-payout': 10_000_000 })
  })

  test('a second click changes nothing more, and neither does the value in force', async () => {
    const before = (await product.events('SettingsSet')).length
    const headers = { 'idempotency-key': newId() }
    const body = { action: 'changeSettings', settings: { 'welcome-grant': 5 }, reason: REASON }
    const replies = await Promise.all([1, 2].map(() => product.admin(root.token, body, { headers })))
    expect(replies.map(answer)).toEqual([OK, OK])
    const messages = replies.map((reply) => reply.body.message)
    expect(messages).toEqual(['Settings changed: in force from now on', 'Settings changed: in force from now on'])
    const same = await change({ 'welcome-grant': 5 })
    expect([...answer(same), same.body.message]).toEqual([...OK, 'In force already: nothing was changed'])
    expect(await product.events('SettingsSet')).toHaveLength(before + 1)
  })

  test('the grant at sign-up, and the policy of a bet that names none, are those in force', async () => {
    await change({ 'welcome-grant': 7.5, 'odds-policy': 'none' })
    expect((await product.signUp()).user.balance).toBe('7.50')
    expect(answer(await place(events[0]!, 1, { odd: 2.05 } as object))).toEqual([409, 'odds_changed'])
    await change({ 'welcome-grant': 0, 'odds-policy': 'within-10-percent' })
    expect(answer(await place(events[0]!, 1, { odd: 2.05 } as object))).toEqual(OK)
  })
})

describe('a stop of betting', () => {
  const SCOPES = [
    ['all betting', () => ({}), 'betting_stopped', 'Betting is stopped for the moment.', [false, false]],
    [
      'an event',
      () => ({ eventId: events[0] }),
      'event_stopped',
      'Betting on this event is stopped for the moment.',
      [false, true],
    ],
    [
      'a market',
      () => ({ eventId: events[0], market: 'h2h' }),
      'market_stopped',
      'Betting on this market is stopped for the moment.',
      [true, true],
    ],
  ] as const

  test.each(SCOPES)(
    'for %s refuses bets through every api, locks the board, and ends',
    async (name, scope, code, text, bettable) => {
      const stopped = await turn('stopBetting', scope())
      expect([stopped.status, stopped.body.message]).toEqual([200, 'Betting is stopped'])
      const whole = ({ 'all betting': 'all', 'an event': 'event', 'a market': undefined } as const)[name]
      for (const { origin } of [product, elsewhere]) {
        const refused = await place(events[0]!, 1, { origin })
        expect([...answer(refused), refused.body.error]).toEqual([409, code, text])
        expect(answer(await place(events[1]!, 1, { origin }))).toEqual(name === 'all betting' ? [409, code] : OK)
        await until(async () => {
          const games = await Promise.all(events.map((id) => game(id, origin)))
          const markets = name === 'a market' ? ['h2h'] : undefined
          return (
            games.every((one, at) => one?.bettable === bettable[at] && one?.odds !== undefined) &&
            games[0]?.stopped === whole &&
            String(games[0]?.stopped_markets) === String(markets)
          )
        })
      }
      const { stops } = await read()
      expect(stops).toMatchObject([
        {
          event: name === 'all betting' ? null : expect.stringContaining('Wanderers'),
          by: admin.user.username,
          reason: REASON,
        },
      ])
      // the call that says how much waits also says if all betting is stopped
      const { stopped: told } = Waiting.parse((await product.call('/api/admin/waiting', { token: admin.token })).body)
      const since = { at: stops[0]!.at, by: admin.user.username, reason: REASON }
      expect(told).toEqual(name === 'all betting' ? since : null)
      expect((await turn('resumeBetting', scope())).body.message).toBe('Betting is resumed')
      for (const { origin } of [product, elsewhere]) {
        expect(answer(await place(events[0]!, 1, { origin }))).toEqual(OK)
        await until(async () => (await game(events[0]!, origin))?.bettable)
      }
      expect((await read()).stops).toEqual([])
    },
  )

  test('is for admins, with a reason, on something that exists', async () => {
    for (const action of ['stopBetting', 'resumeBetting'] as const) {
      expect(answer(await turn(action, {}, bettor))).toEqual([403, 'not_an_admin'])
      expect(answer(await turn(action, { reason: '' }))).toEqual([400, 'fields_missing'])
      expect(answer(await turn(action, { market: 'h2h' }))).toEqual([404, 'fixture_missing'])
      expect(answer(await turn(action, { eventId: newId() }))).toEqual([404, 'fixture_missing'])
      expect(answer(await turn(action, { eventId: 'x' }))).toEqual([404, 'fixture_missing'])
      expect(answer(await turn(action, { eventId: events[0], market: 'luck' }))).toEqual([400, 'market_unknown'])
    }
  })

  test('gives a bet that is repeated with its key the first reply', async () => {
    const key = newId()
    const first = await place(events[0]!, 2, { key })
    await turn('stopBetting', {})
    const again = await place(events[0]!, 2, { key, origin: elsewhere.origin })
    expect([again.status, again.body.betId]).toEqual([200, first.body.betId])
    await turn('resumeBetting', {})
  })
})

/** Bypasses the route, whose reply waits for everything that is being decided. */
async function setNow(settings: Partial<Settings>): Promise<void> {
  const { desk, pool } = product.services
  const reason = await storeReason(pool, 'by-admin', REASON)
  const by = metaBy({ id: root.user.id, role: 'super-admin' }, new Date(), reason)
  const meta = { ...by, session: await sessionOf(product, root) }
  const { accepted } = await desk.execute(DESK, { type: 'SetSettings', settings }, meta)
  expect(accepted).toBe(true)
}
const setPayout = (cents: number) => setNow({ 'max-payout': cents })

/** The result of work during whose first append of this type the settings change. */
async function overtakenBy<Result>(
  type: string,
  settings: Partial<Settings>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { store } = product
  const append = store.append.bind(store)
  let isSet = false
  const spy = vi.spyOn(store, 'append').mockImplementation(async (request) => {
    if (!isSet && request.events[0]?.type === type) {
      isSet = true
      await setNow(settings)
    }
    return append(request)
  })
  try {
    return await work()
  } finally {
    expect(isSet).toBe(true)
    spy.mockRestore()
  }
}

describe('a limit that is set to nothing while somebody draws on it', () => {
  const newestOf = async (type: string) => decodeBody((await product.events(type)).at(-1)!.body)

  test('of the treasury allows no more draws', async () => {
    const { username } = (await product.anAdmin(0)).user
    const raise = { action: 'updateAdminBalance', targetAdmin: username, newBalance: 10 }
    const drawn = (await product.events('TreasuryDrawn')).length
    const { status, body } = await overtakenBy('TreasuryDrawn', { 'treasury-per-day': 0 }, () =>
      product.admin(admin.token, raise),
    )
    expect([status, body.pendingApproval]).toEqual([200, expect.objectContaining({ amount: 10 })])
    expect(await product.events('TreasuryDrawn')).toHaveLength(drawn)
    const { head } = await product.services.rules.now()
    expect(await newestOf('TreasuryDrawRequested')).toMatchObject({
      data: { amountCents: 10_00, budgetCents: 0 },
      meta: { configuration: head.hash },
    })
    await change({ 'treasury-per-day': 20_000 })
  })

  test('of goodwill allows no more payments', async () => {
    const gift = { action: 'payGoodwill', userId: bettor.user.id, amount: 10, reason: REASON }
    const pay = () => product.admin(admin.token, gift)
    expect(answer(await overtakenBy('GoodwillPromised', { 'goodwill-per-day': 0 }, pay))).toEqual([
      409,
      'goodwill_bound_reached',
    ])
    expect(await product.events('GoodwillPromised')).toEqual([])
    // the other way round: the limit was raised just before the refusal
    await setNow({ 'goodwill-per-day': 10_00 })
    expect(answer(await pay())).toEqual(OK)
    const { head } = await product.services.rules.now()
    expect(await newestOf('GoodwillPromised')).toMatchObject({ meta: { configuration: head.hash } })
    await change({ 'goodwill-per-day': 100 })
  })
})

test('a bet is bound to the rules, which are re-read only for a refusal', async () => {
  const heads = vi.spyOn(product.store, 'readHead')
  const appends = vi.spyOn(product.store, 'append')
  const readsOfDesk = () => heads.mock.calls.filter(([stream]) => stream === deskStream(DESK)).length
  const givenToBets = () =>
    appends.mock.calls.flatMap(([{ events: recorded, given }]) => (recorded[0]?.type === 'BetPlaced' ? [given] : []))
  try {
    // notifications from the tests before this one cause reads as well
    await until(async () => {
      heads.mockClear()
      appends.mockClear()
      expect((await place(events[0]!, 0.1)).status).toBe(200)
      return readsOfDesk() === 0
    })
    const { head } = product.services.rules.seen()
    expect(givenToBets()).toEqual([{ stream: deskStream(DESK), head }])
    expect((await place(events[0]!, 1_000_000)).body.code).toBe('insufficient_funds')
    expect(givenToBets()).toHaveLength(1)
    expect(readsOfDesk()).toBeGreaterThan(0)
  } finally {
    heads.mockRestore()
    appends.mockRestore()
  }
})

test('work by rules that were replaced meanwhile is done again, whatever its result', async () => {
  const { rules, desk } = product.services
  const seen: number[] = []
  const outcome = await rules.decide(async ({ head }) => {
    seen.push(head.version)
    if (seen.length <= 2) await setPayout(900_000_000 + seen.length)
    // first nothing is recorded, then the append finds other rules
    if (seen.length === 2) throw new Superseded('other rules')
    return { accepted: false }
  })
  expect(outcome).toEqual({ accepted: false })
  expect(seen).toEqual([seen[0], seen[0]! + 1, seen[0]! + 2])
  expect(await desk.view(DESK, (_, head) => head)).toEqual(rules.seen().head)
})

/**
 * Places bets on the first game through both apis until the returned function is called, which returns the codes of the
 * replies.
 */
function beginBetting(): () => Promise<unknown[]> {
  let betting = true
  const bettors = [product, elsewhere].flatMap(({ origin }) =>
    [1, 2, 3].map(async () => {
      const codes = new Set<unknown>()
      while (betting) codes.add((await place(events[0]!, 0.1, { origin })).body.code)
      return codes
    }),
  )
  return async () => {
    betting = false
    return (await Promise.all(bettors)).flatMap((one) => [...one])
  }
}

// Bets through both apis while the rules change as fast as they can: in the log, each bet stands under the rules that
// decided it.
test('law: a bet names the newest rules before it in the log', async () => {
  const endBetting = beginBetting()
  for (let cents = 500_000_000; cents < 500_000_030; cents++) {
    await setPayout(cents)
    await until(async () => (await product.events()).at(-1)?.type === 'BetPlaced')
  }
  const codes = await endBetting()
  expect(new Set(codes)).toEqual(new Set([undefined]))
  let inForce: string | undefined
  let bets = 0
  for (const { stream, type, body, hash } of await product.events()) {
    if (stream === deskStream(DESK)) inForce = hash
    if (type !== 'BetPlaced') continue
    bets += 1
    expect((decodeBody(body).meta as { configuration?: string }).configuration).toBe(inForce)
  }
  expect(bets).toBeGreaterThan(30)
})

// Bets through both apis while betting is stopped and resumed: the ledger has none between the reply to a stop and the
// event that resumes betting.
test('law: no bet is recorded after a stop was confirmed', async () => {
  const isOnFirst = (body: string) =>
    (decodeBody(body).data as { legs: { fixture: string }[] }).legs[0]!.fixture === events[0]
  const scope = fc.constantFrom<object>({}, { eventId: events[0] }, { eventId: events[0], market: 'h2h' })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ scope, pauseMs: fc.nat(15) }), { minLength: 1, maxLength: 3 }),
      async (turns) => {
        const endBetting = beginBetting()
        const windows: { from: number; scope: object }[] = []
        for (const { scope, pauseMs } of turns) {
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
          expect((await turn('stopBetting', scope)).body.message).toBe('Betting is stopped')
          windows.push({ from: (await product.events()).length, scope })
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
          await turn('resumeBetting', scope)
        }
        const codes = await endBetting()
        expect(codes.every((code) => code === undefined || String(code).endsWith('_stopped'))).toBe(true)
        const log = await product.events()
        for (const { from } of windows) {
          const resumed = log.findIndex(({ type }, at) => at >= from && type === 'BettingResumed')
          const placed = log.slice(from, resumed).filter(({ type, body }) => type === 'BetPlaced' && isOnFirst(body))
          expect(placed).toEqual([])
        }
      },
    ),
    { numRuns: 6 },
  )
})

test('the auditor finds nothing, and does find every change of what it compares', async () => {
  await turn('stopBetting', { eventId: events[1], market: 'totals' })
  expect((await read()).stops).toHaveLength(1)
  const { url, ownerUrl } = product.database
  await product.stopProjector()
  const findings = async () =>
    (await verify({ url })).findings.map(({ code, subject }) => [code, subject.split(' ')[0]])
  expect(await findings()).toEqual([])
  const owner = await connectForTest(ownerUrl)
  await owner.query(`update app.desk_setting set after = '1' where setting = 'welcome-grant' and before is null`)
  await owner.query(`delete from app.betting_stop`)
  await owner.end()
  expect(await findings()).toEqual([
    ['row_different', 'desk_setting'],
    ['row_missing', 'betting_stop'],
  ])
})
