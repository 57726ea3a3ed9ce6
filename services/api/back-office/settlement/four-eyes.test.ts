// What a decision by hand moves is counted before it is carried out, so that a second admin looks at it however the
// money leaves.
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DESK } from '#domain/desk/events.ts'
import { FEED, metaBy } from '#services/commands/testing/meta.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { settleFixture } from '#services/workers/settlement/settle-fixture.ts'
import { caughtUp } from '../../testing/caught-up.ts'
import { newId, type Person, startTestProduct, type TestProduct, until } from '../../testing/product.ts'
import { aStartedGame } from '../../testing/started-game.ts'

let product: TestProduct
let admin: Person
let bettor: Person
let queries: Queries
beforeAll(async () => {
  product = await startTestProduct({ settings: { FOUR_EYES_ABOVE: 5_000, FOUR_EYES_PER_DAY: 1_000_000 } })
  admin = await product.anAdmin(10_000)
  bettor = await product.aBettor(admin, 5_000)
  queries = await openQueries(product.database.url)
})
afterAll(async () => {
  await queries.end()
  await product.close()
})

/** Bets on the home teams, each at 10.00; returns the bet's id. */
async function bet(stakeCents: number, ...games: readonly string[]): Promise<string> {
  const now = new Date().toISOString()
  const legs = games.map((fixture) => {
    const pick = { market: 'h2h', selection: 'home', fixture, selectionName: 'Rovers' } as const
    const from = { bookmaker: 'testbook', quotedAt: now, fetchedAt: now, message: '0'.repeat(64) }
    const game = { fixtureVersion: 0, league: 'soccer_epl', startsAt: now, inPlay: true, drawOffered: true } as const
    return { ...pick, seenOdds: '10.00', quote: { ...pick, ...game, ...from, odds: '10.00' }, closed: false }
  })
  const limits = { minStakeCents: 10, maxPayoutCents: 1_000_000_000, maxLegs: 20 }
  const id = newId()
  const placing = { type: 'PlaceBet', bet: id, stakeCents, policy: 'any', legs, limits } as const
  const { user } = bettor
  const placed = await product.services.accounts.execute(user.id, placing, metaBy({ id: user.id, role: 'user' }))
  expect(placed).toMatchObject({ accepted: true })
  return id
}

const shown = (id: string) =>
  until(async () => {
    const { body } = await product.call('/api/bets/my-bets', { token: bettor.token })
    return (body as unknown as { id: string }[]).some((one) => one.id === id)
  })

/** The euros that recording a home win by hand is said to move; null if it was recorded without a second admin. */
async function recorded(game: string): Promise<number | null> {
  const { body, text } = await product.admin(admin.token, { action: 'recordResult', eventId: game, home: 1, away: 0 })
  if (body.success !== true) throw new Error(text)
  return (body.pendingApproval as { moves: number } | undefined)?.moves ?? null
}

test('a leg of a parlay waits if the parlay may return too much, whoever decides its other legs', async () => {
  const [byHand, ofTheFeed] = [await aStartedGame(product), await aStartedGame(product)]
  await shown(await bet(100, byHand, ofTheFeed))
  expect(await recorded(byHand)).toBe(100)
  // a parlay that may return less does not wait
  const small = await aStartedGame(product)
  await shown(await bet(50, small, ofTheFeed))
  expect(await recorded(small)).toBeNull()
  // nor does one that the decision loses
  const lost = await aStartedGame(product)
  await shown(await bet(400, lost, ofTheFeed))
  const { body } = await product.admin(admin.token, { action: 'recordResult', eventId: lost, home: 0, away: 1 })
  expect(body.pendingApproval).toBeUndefined()
})

/** Settles the game's bets, once the read models have everything. */
async function settle(game: string): Promise<void> {
  const { services } = product
  await caughtUp(product)
  const settler = { ...services, queries, businessNow: () => new Date() }
  expect((await settleFixture(game, settler)).settled).toBeGreaterThan(0)
  await caughtUp(product)
}

test("a void leg's odds do not count towards what a parlay may return", async () => {
  const [byHand, voided, ofTheFeed] = [
    await aStartedGame(product),
    await aStartedGame(product),
    await aStartedGame(product),
  ]
  await shown(await bet(50, byHand, voided, ofTheFeed))
  await product.services.fixtures.execute(voided, { type: 'VoidFixture', market: 'h2h' }, metaBy(FEED))
  expect(await recorded(byHand)).toBeNull()
})

test('correcting a wrong score that lost a parlay counts what the reopened parlay may return', async () => {
  const [byHand, ofTheFeed] = [await aStartedGame(product), await aStartedGame(product)]
  await shown(await bet(100, byHand, ofTheFeed))
  const score = (action: string, home: number, away: number) =>
    product.admin(admin.token, { action, eventId: byHand, home, away })
  expect((await score('recordResult', 0, 1)).body.pendingApproval).toBeUndefined()
  await settle(byHand)
  expect((await score('correctResult', 1, 0)).body.pendingApproval).toMatchObject({ moves: 100 })
})

test('deciding a market after its bets were settled waits for what they would move, whatever settles them again', async () => {
  const game = await aStartedGame(product)
  await shown(await bet(400, game))
  await shown(await bet(300, game))
  const score = { home: 1, away: 0 }
  const closedAt = new Date().toISOString()
  const result = { type: 'RecordResult', score, regulation: score, source: 'admin', reads: [], closedAt } as const
  await product.services.fixtures.execute(game, result, metaBy({ id: newId(), role: 'super-admin' }))
  await settle(game)
  const decide = (market: string, selection: string, more: object) => ({
    action: 'decideMarket',
    eventId: game,
    market,
    selections: [{ selection, ...more, grade: 'lost' }],
  })
  const lost = decide('h2h', 'home', {})
  const what = encodeURIComponent(JSON.stringify(lost))
  const { body: preview } = await product.call(`/api/admin/settlement/preview?what=${what}`, { token: admin.token })
  expect(preview).toMatchObject({ moves: 70, later: 70, needsApproval: true, bets: [] })
  expect((await product.admin(admin.token, lost)).body.pendingApproval).toMatchObject({ moves: 70 })
  // a market with no bets on it moves nothing
  await product.services.pool.query(
    `insert into app.quote_history (fixture_id, market, point, selection, odds, bookmaker, quoted_at, fetched_at, message_hash)
     values ($1, 'totals', '2.5', 'over', null, 'testbook', now(), now(), '')`,
    [game],
  )
  const { body } = await product.admin(admin.token, decide('totals', 'over', { point: '2.5' }))
  expect(body).toMatchObject({ message: 'Market decided' })
})

test('an admin who is blocked while a decision waits for the read models does not decide', async () => {
  const game = await aStartedGame(product)
  const leaving = await product.anAdmin(0)
  const { accounts, stops } = product.services
  const passed = stops.passed.bind(stops)
  const meanwhile = vi.spyOn(stops, 'passed').mockImplementationOnce(async () => {
    await accounts.execute(leaving.user.id, { type: 'BlockUser' }, metaBy({ id: newId(), role: 'super-admin' }))
    return passed()
  })
  const { status, body } = await product.admin(leaving.token, {
    action: 'recordResult',
    eventId: game,
    home: 1,
    away: 0,
  })
  meanwhile.mockRestore()
  expect([status, body.code]).toEqual([403, 'account_blocked'])
  expect((await product.services.fixtures.read(game)).outcome).toBeNull()
})

test('two simultaneous results do not each take the other for undecided', async () => {
  const games = [await aStartedGame(product), await aStartedGame(product)]
  await shown(await bet(100, ...games))
  expect(await Promise.all(games.map(recorded))).toEqual([100, 100])
})

test('a correction that changes nothing does not undo what somebody decides meanwhile', async () => {
  const game = await aStartedGame(product)
  await shown(await bet(100, game))
  expect(await recorded(game)).toBeNull()
  const { fixtures, rules } = product.services
  const now = rules.now.bind(rules)
  const score = { home: 0, away: 1 }
  const meanwhile = vi.spyOn(rules, 'now').mockImplementationOnce(async () => {
    const closedAt = new Date().toISOString()
    const correct = { type: 'CorrectResult', score, regulation: score, source: 'admin', reads: [], closedAt } as const
    const corrected = await fixtures.execute(game, correct, metaBy({ id: newId(), role: 'super-admin' }))
    expect(corrected).toMatchObject({ accepted: true, events: [{ type: 'ResultCorrected' }] })
    return now()
  })
  const again = { action: 'correctResult', eventId: game, home: 1, away: 0 }
  expect((await product.admin(admin.token, again)).body).toMatchObject({ code: 'result_unchanged' })
  meanwhile.mockRestore()
  expect((await fixtures.read(game)).outcome).toMatchObject({ kind: 'result', score })
})

/** A result recorded by a super admin through another process. */
async function recordedMeanwhile(game: string, type: 'RecordResult' | 'CorrectResult', home: number) {
  const score = { home, away: 0 }
  const closedAt = new Date().toISOString()
  const command = { type, score, regulation: score, source: 'admin', reads: [], closedAt } as const
  const by = metaBy({ id: newId(), role: 'super-admin' })
  expect(await product.services.fixtures.execute(game, command, by)).toMatchObject({ accepted: true })
}

test('a decision is not carried out if somebody overtakes it after its preview', async () => {
  const game = await aStartedGame(product)
  const { fixtures, rules } = product.services
  await recordedMeanwhile(game, 'RecordResult', 1)
  const correct = { action: 'correctResult', eventId: game, home: 2, away: 0 }
  const what = encodeURIComponent(JSON.stringify(correct))
  const { body: preview } = await product.call(`/api/admin/settlement/preview?what=${what}`, { token: admin.token })
  const now = rules.now.bind(rules)
  const meanwhile = vi.spyOn(rules, 'now').mockImplementationOnce(async () => {
    await recordedMeanwhile(game, 'CorrectResult', 3)
    return now()
  })
  const { status, body } = await product.admin(admin.token, { ...correct, preview: preview.fingerprint })
  expect([status, body.code]).toEqual([409, 'preview_changed'])
  expect((await fixtures.read(game)).outcome).toMatchObject({ score: { home: 3, away: 0 } })
  // without a preview that an admin saw, it is simply looked at again
  meanwhile.mockImplementationOnce(async () => {
    await recordedMeanwhile(game, 'CorrectResult', 4)
    return now()
  })
  expect((await product.admin(admin.token, correct)).body).toMatchObject({ message: 'Result corrected' })
  expect(meanwhile.mock.calls.length).toBeGreaterThan(1)
  meanwhile.mockRestore()
  expect((await fixtures.read(game)).outcome).toMatchObject({ score: { home: 2, away: 0 } })
})

test('limits that a super admin lowers between preview and decision apply to the decision', async () => {
  const { accounts, desk } = product.services
  const root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  const set = async (cents: number) => {
    const command = { type: 'SetSettings', settings: { 'four-eyes-above': cents } } as const
    expect(await desk.execute(DESK, command, metaBy({ id: newId(), role: 'super-admin' }))).toMatchObject({
      accepted: true,
    })
  }
  const execute = accounts.execute.bind(accounts)
  for (const [by, type] of [
    [admin, 'UseAuthority'],
    [root, 'VoidBet'],
  ] as const) {
    const betId = await bet(400, await aStartedGame(product))
    await shown(betId)
    let isOvertaken = false
    const meanwhile = vi.spyOn(accounts, 'execute').mockImplementation(async (...asked) => {
      if (asked[1].type === type && !isOvertaken) {
        isOvertaken = true
        await set(3_00)
      }
      return execute(...asked)
    })
    const { body } = await product.admin(by.token, { action: 'voidBet', betId })
    meanwhile.mockRestore()
    await set(50_00)
    expect([isOvertaken, body.pendingApproval]).toMatchObject([true, { moves: 4 }])
  }
})

test('a bet that the read models do not have yet counts as more than one admin may move', async () => {
  const game = await aStartedGame(product)
  const client = new pg.Client(product.database.url)
  await client.connect()
  try {
    await client.query('begin; lock table app.projection_checkpoint in exclusive mode')
    await bet(600, game)
    expect(await recorded(game)).toBeGreaterThan(50)
    await client.query('commit')
  } finally {
    await client.end()
  }
})
