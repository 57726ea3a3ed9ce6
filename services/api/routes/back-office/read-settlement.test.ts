// The settlement desk over HTTP, by role: previews, voided markets and events, and decisions that wait for a second
// admin.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { periodsAt } from '#domain/calendar/periods.ts'
import { verify } from '#services/auditor/verify.ts'
import {
  AskedOne,
  CorrectedResults,
  DeskEventBets,
  DeskEvents,
  DoneToday,
  SettlementDesk,
  SettlementPreview,
  Waiting,
} from '#services/contract/contract.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { resettleFixture } from '#services/workers/settlement/resettle-fixture.ts'
import { settleFixture } from '#services/workers/settlement/settle-fixture.ts'
import { caughtUp } from '../../testing/caught-up.ts'
import { addHouseGame } from '../../testing/house-game.ts'
import { newId, type Person, single, startTestProduct, type TestProduct, until } from '../../testing/product.ts'

const HOUR = 3_600_000
const DECISIONS = [
  ...['ResultRecorded', 'ResultCorrected', 'FixtureAbandoned', 'MarketDecided', 'FixtureVoided'],
  ...['BetVoided', 'BetResettled'],
]
let ahead = 0
/** The request that gave a reason. */
let saidRequest = ''
const businessNow = () => new Date(Date.now() + ahead)
let product: TestProduct
let queries: Queries
let admin: Person
let other: Person
let root: Person
let bettor: Person
beforeAll(async () => {
  product = await startTestProduct({
    realBoard: true,
    businessNow,
    settings: { FOUR_EYES_ABOVE: 5_000, FOUR_EYES_PER_DAY: 10_000_000 },
  })
  queries = await openQueries(product.database.url)
  admin = await product.anAdmin(100_000)
  other = await product.anAdmin(10)
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  bettor = await product.aBettor(admin, 10_000)
})
afterAll(async () => {
  await queries.end()
  await product.close()
})

const act = (by: Person, body: object, key = newId()) =>
  product.admin(by.token, body, { headers: { 'idempotency-key': key } })
const answer = async (by: Person, body: object) => {
  const { status, body: reply } = await act(by, body)
  return [status, reply.code ?? reply.message]
}
const get = (path: string, by = admin) => product.call(`/api/admin/settlement${path}`, { token: by.token })
const previewReply = (what: object, by = admin) => get(`/preview?what=${encodeURIComponent(JSON.stringify(what))}`, by)
const preview = async (what: object, by = admin) => SettlementPreview.parse((await previewReply(what, by)).body)
const askedPage = async (page: number) => SettlementDesk.parse((await get(`?page=${page}`)).body)
/** All pages of the queue. */
const asked = async (): Promise<SettlementDesk['asked']> => {
  const first = await askedPage(1)
  const pages = Math.ceil(first.total / first.pageSize)
  const rest = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, at) => askedPage(at + 2)))
  return [first, ...rest].flatMap((page) => page.asked)
}
const askedOne = async (request: string, by = admin) => AskedOne.parse((await get(`/asked/${request}`, by)).body).asked
const walletOf = async () => (await product.services.accounts.read(bettor.user.id)).walletCents / 100

/** A game of the house in two hours, with bets of these stakes on the home team at 2.10. */
async function aGame(...stakes: number[]): Promise<{ event: string; bets: string[]; home: string }> {
  const { event, home } = await addHouseGame(product, admin, businessNow())
  const bets: string[] = []
  for (const stake of stakes) {
    // until the board has the price
    const placed = await until(async () => {
      const reply = await product.place(bettor.token, single(event, stake))
      return reply.status === 200 && reply
    })
    bets.push(placed.body.betId as string)
  }
  await until(async () => (await eventOf(event)).openBets === stakes.length)
  return { event, bets, home }
}
const eventOf = async (event: string, by = admin) => DeskEventBets.parse((await get(`/events/${event}`, by)).body)
const settle = async (event: string) => {
  const deps = { ...product.services, queries, businessNow }
  const { outcome } = await product.services.fixtures.read(event)
  await until(async () => {
    const { rows } = await product.services.pool.query<{ result: number }>(
      'select result from app.decided_fixture where fixture_id = $1',
      [event],
    )
    return rows[0]?.result === outcome?.version
  })
  await settleFixture(event, deps)
  await resettleFixture(event, deps)
}

const started = async (what: () => Promise<void>) => {
  ahead += 4 * HOUR
  await what()
}

describe('the desk', () => {
  test('finds an event by name, and shows its bets by selection', async () => {
    const { event, home, bets } = await aGame(10, 20)
    const found = DeskEvents.parse((await get(`/events?search=${encodeURIComponent(home.toUpperCase())}`)).body)
    expect(found.events).toMatchObject([{ eventId: event, openBets: 2, state: 'open', score: null }])
    expect(DeskEvents.parse((await get('/events?search=%25')).body).events).toEqual([])
    const shown = await eventOf(event)
    expect(shown).toMatchObject({
      league_title: 'EPL',
      live: null,
      // it has not begun, so there is no result to record
      actions: ['voidMarket', 'voidEvent'],
      voided: [],
      complete: true,
      selections: [{ market: 'h2h', selection: 'home', open: 2, settled: 0, inParlays: 0, stakes: 30 }],
    })
    expect(shown.bets.map(({ id, stake, username, actions }) => [id, stake, username, actions])).toEqual([
      [bets[1], 20, bettor.user.username, ['voidBet']],
      [bets[0], 10, bettor.user.username, ['voidBet']],
    ])
  })

  test('is for admins, and refuses what does not exist', async () => {
    const what = encodeURIComponent(JSON.stringify({ action: 'voidEvent', eventId: newId() }))
    for (const path of [
      '',
      `/asked/${newId()}`,
      '/done',
      '/corrected',
      '/events',
      `/events/${newId()}`,
      `/preview?what=${what}`,
    ]) {
      expect((await get(path, bettor)).status).toBe(403)
      expect((await product.call(`/api/admin/settlement${path}`)).status).toBe(401)
    }
    expect((await get(`/events/${newId()}`)).body.code).toBe('fixture_missing')
    expect((await previewReply({ action: 'voidEvent', eventId: newId() })).body.code).toBe('fixture_missing')
    expect((await previewReply({ action: 'voidBet', betId: newId() })).body.code).toBe('bet_missing')
    for (const wrong of [{ action: 'blockUser', targetUsername: 'x' }, { action: 'voidMarket' }, 7]) {
      expect((await previewReply(wrong as object)).status).toBe(400)
    }
    expect((await get('/preview?what=nonsense')).status).toBe(400)
    const slip = { action: 'recordResult', eventId: newId(), home: 2, away: 1, regulation: { home: 3, away: 1 } }
    expect((await previewReply(slip)).body).toEqual({
      code: 'invalid_request',
      error: 'The request is not valid: in regulation time no side has more points than at the end',
    })
    expect((await previewReply({ ...slip, home: -1 })).body.error).toMatch(/^home: /)
    for (const path of ['/done', '/corrected']) expect((await get(`${path}?before=first`)).status).toBe(400)
    expect((await get('?page=first')).status).toBe(400)
    expect(await askedOne(newId())).toBeNull()
  })
})

describe('voiding', () => {
  test('a market before the end is for any admin: its bets are refunded, and no more are accepted', async () => {
    const { event } = await aGame(10)
    const before = await walletOf()
    const action = { action: 'voidMarket', eventId: event, market: 'h2h' }
    const shown = await preview(action)
    expect(shown).toMatchObject({ moves: 10, needsApproval: false, total: { bets: 1, wallets: 10, house: 0 } })
    expect(await answer(bettor, action)).toEqual([403, 'not_an_admin'])
    const done = { ...action, preview: shown.fingerprint, reason: 'a wrong price' }
    const key = newId()
    const [first, again] = [await act(admin, done, key), await act(admin, done, key)]
    expect([first.status, again.status, first.body.message, again.body.message]).toEqual([
      200,
      200,
      'Market voided: its bets are refunded',
      'Market voided: its bets are refunded',
    ])
    await settle(event)
    expect(await walletOf()).toBe(before + 10)
    await caughtUp(product)
    expect(await eventOf(event)).toMatchObject({
      voided: ['h2h'],
      actions: ['voidEvent'],
      selections: [{ market: 'h2h', open: 0, settled: 1, stakes: 10, returned: 10 }],
      bets: [{ status: 'refunded', returned: 10, actions: [] }],
    })
    expect((await product.place(bettor.token, single(event, 5))).status).toBe(409)
    const refused = await previewReply(action)
    expect([refused.status, refused.body.code]).toEqual([409, 'market_voided'])
    const [voided] = (await product.events('FixtureVoided')).filter(({ stream }) => stream === `fixture-${event}`)
    expect(JSON.parse(voided!.body).meta).toMatchObject({ actor: { id: admin.user.id }, reason: { code: 'by-admin' } })
  })

  test('after the end is for super admins, and affects settled bets', async () => {
    const { event } = await aGame(10)
    const before = await walletOf()
    await started(async () => {
      expect((await eventOf(event)).actions).toEqual(['recordResult', 'voidMarket', 'voidEvent'])
      expect(await answer(admin, { action: 'recordResult', eventId: event, home: 1, away: 0 })).toEqual([
        200,
        'Result recorded',
      ])
      await settle(event)
    })
    expect(await walletOf()).toBe(before + 21)
    await caughtUp(product)
    expect(await eventOf(event)).toMatchObject({ actions: ['correctResult', 'decideMarket'], bets: [{ actions: [] }] })
    expect(await eventOf(event, root)).toMatchObject({
      actions: ['correctResult', 'voidMarket', 'voidEvent', 'decideMarket'],
      // the bet was settled by the result in force, so settling it again would change nothing
      bets: [{ actions: ['voidBet'] }],
    })
    for (const action of [
      { action: 'voidMarket', eventId: event, market: 'h2h' },
      { action: 'voidEvent', eventId: event },
    ]) {
      expect(await answer(admin, action)).toEqual([403, 'super_admin_required'])
      expect((await previewReply(action)).body.code).toBe('super_admin_required')
    }
    // what the form starts with, so that correcting a part of it keeps the rest
    const selections = [{ selection: 'home', grade: 'won' }]
    const decide = { action: 'decideMarket', eventId: event, market: 'h2h', selections }
    expect(await answer(admin, decide)).toEqual([200, 'Market decided'])
    const decided = [{ market: 'h2h', selections: selections.map((one) => ({ ...one, point: null })) }]
    expect((await eventOf(event)).decided).toEqual(decided)
    const shown = await preview({ action: 'voidEvent', eventId: event }, root)
    expect(shown).toMatchObject({
      moves: 31,
      total: { returnedBefore: 21, returnedAfter: 10, wallets: -11, house: 11 },
    })
    expect(await answer(root, { action: 'voidEvent', eventId: event })).toEqual([
      200,
      'Event voided: its bets are refunded',
    ])
    await settle(event)
    expect(await walletOf()).toBe(before + 10)
    // a bet that was refunded with its market cannot be refunded again
    await until(async () => (await eventOf(event, root)).bets[0]!.status === 'refunded')
    expect((await eventOf(event, root)).bets).toMatchObject([{ actions: [] }])
  })
})

describe('what moves more than the limit', () => {
  test('waits for another admin, moves nothing, and is carried out with both names', async () => {
    const { event } = await aGame(60)
    const before = await walletOf()
    await started(async () => {
      const record = { action: 'recordResult', eventId: event, home: 2, away: 1, reason: 'seen at the ground' }
      expect(await preview(record)).toMatchObject({ moves: 126, above: 50, needsApproval: true })
      const key = newId()
      const [reply, again] = [await act(admin, record, key), await act(admin, record, key)]
      expect(reply.body).toMatchObject({
        message: 'Waiting for approval by another admin',
        pendingApproval: { moves: 126 },
      })
      expect(again.body.pendingApproval).toEqual(reply.body.pendingApproval)
      const { request } = reply.body.pendingApproval as { request: string }
      expect((await product.services.fixtures.read(event)).outcome).toBeNull()
      await until(async () => (await asked()).some((one) => one.request === request))
      expect((await asked()).find((one) => one.request === request)).toMatchObject({
        eventId: event,
        betId: null,
        command: 'RecordResult',
        score: { home: 2, away: 1 },
        askedBy: admin.user.username,
        own: true,
        moves: 126,
        reason: 'seen at the ground',
      })
      saidRequest = request
      const counts = async (by: Person) =>
        Waiting.parse((await product.call('/api/admin/waiting', { token: by.token })).body).settlement
      expect([await counts(admin), await counts(other)]).toEqual([1, 1])
      const approve = { action: 'approveSettlement', request, eventId: event }
      expect(await answer(root, record)).toEqual([409, 'settlement_waits'])
      expect(await answer(admin, approve)).toEqual([403, 'second_admin_required'])
      expect(await answer(bettor, approve)).toEqual([403, 'not_an_admin'])
      expect(await answer(other, { ...approve, request: newId() })).toEqual([404, 'settlement_not_asked'])
      expect(await answer(other, { ...approve, eventId: newId() })).toEqual([404, 'settlement_not_asked'])
      expect((await act(other, { ...approve, betId: newId() })).status).toBe(400)
      expect(await answer(other, { ...approve, preview: 'another' })).toEqual([409, 'preview_changed'])
      const { fingerprint } = await preview(approve, other)
      const second = newId()
      expect((await act(other, { ...approve, preview: fingerprint }, second)).body.message).toBe('Approved')
      expect((await act(other, { ...approve, preview: fingerprint }, second)).body.message).toBe('Approved')
      expect(await answer(root, approve)).toEqual([404, 'settlement_not_asked'])
    })
    await settle(event)
    expect(await walletOf()).toBe(before + 126)
    const approved = (await product.events('SettlementApproved')).at(-1)!
    expect(JSON.parse(approved.body)).toMatchObject({
      data: { askedBy: admin.user.id },
      meta: { actor: { id: other.user.id } },
    })
    await until(async () => (await asked()).every(({ eventId }) => eventId !== event))
  })

  test('depends on the setting of the desk at that moment, which the request names', async () => {
    const { bets, event } = await aGame(60)
    const betId = bets[0]!
    const change = (euros: number) =>
      act(root, { action: 'changeSettings', settings: { 'four-eyes-above': euros }, reason: 'as agreed' })
    expect((await change(70)).status).toBe(200)
    expect(await preview({ action: 'voidBet', betId })).toMatchObject({ moves: 60, above: 70, needsApproval: false })
    expect((await change(40)).status).toBe(200)
    expect(await preview({ action: 'voidBet', betId })).toMatchObject({ above: 40, needsApproval: true })
    expect(SettlementDesk.parse((await get('')).body).above).toBe(40)
    const { request } = (await act(admin, { action: 'voidBet', betId })).body.pendingApproval as { request: string }
    const [set, asked] = [await product.events('SettingsSet'), await product.events('SettlementAsked')]
    expect(JSON.parse(asked.at(-1)!.body)).toMatchObject({
      data: { request, aboveCents: 40_00 },
      meta: { configuration: set.at(-1)!.hash },
    })
    await act(other, { action: 'declineSettlement', request, betId, reason: 'no' })
    expect((await change(70)).status).toBe(200)
    expect(await answer(admin, { action: 'voidBet', betId })).toEqual([200, 'Bet voided: the stake is refunded'])
    expect((await change(50)).status).toBe(200)
    // a super admin restores what an admin voided by hand
    await until(async () => (await eventOf(event)).bets[0]!.status === 'refunded')
    expect((await eventOf(event)).bets).toMatchObject([{ actions: [] }])
    expect((await eventOf(event, root)).bets).toMatchObject([{ actions: ['resettleBet'] }])
  })

  test('on a bet waits too, and may be declined by any admin', async () => {
    const { bets } = await aGame(60, 70)
    const [first, second] = bets as [string, string]
    const before = await walletOf()
    const ask = async (betId: string) => {
      const { body } = await act(admin, { action: 'voidBet', betId })
      return { ...(body.pendingApproval as { request: string }), betId }
    }
    const { request, betId } = await ask(first)
    expect(await answer(other, { action: 'declineSettlement', request, betId, reason: 'no' })).toEqual([
      200,
      'Declined: nothing has moved',
    ])
    expect(await walletOf()).toBe(before)
    const again = await ask(second)
    // it is not found under another bet of the same bettor
    for (const action of ['approveSettlement', 'declineSettlement']) {
      expect(await answer(other, { action, request: again.request, betId: first, reason: 'no' })).toEqual([
        404,
        'settlement_not_asked',
      ])
    }
    expect(await answer(bettor, { action: 'declineSettlement', request: again.request, betId: second })).toEqual([
      403,
      'not_an_admin',
    ])
    expect(await answer(other, { action: 'approveSettlement', request: again.request, betId: second })).toEqual([
      200,
      'Approved',
    ])
    expect(await walletOf()).toBe(before + 70)
  })

  test('of a super admin is approved by any other admin, but not for somebody who is blocked', async () => {
    const { event } = await aGame(60)
    const asker = await product.anAdmin(10)
    const voidEvent = { action: 'voidEvent', eventId: event }
    const { body } = await act(asker, voidEvent)
    const { request } = body.pendingApproval as { request: string }
    expect((await act(root, { action: 'blockUser', targetUsername: asker.user.username })).status).toBe(200)
    const answerTo = { request, eventId: event }
    expect(await answer(other, { action: 'approveSettlement', ...answerTo })).toEqual([409, 'asker_blocked'])
    expect((await act(other, { action: 'declineSettlement', ...answerTo })).status).toBe(200)

    await started(async () => {
      const record = await act(admin, { action: 'recordResult', eventId: event, home: 0, away: 0 })
      const pending = record.body.pendingApproval as { request: string }
      expect((await act(other, { action: 'approveSettlement', request: pending.request, eventId: event })).status).toBe(
        200,
      )
      await settle(event)
      await until(async () => (await eventOf(event)).selections[0]?.settled === 1)
      const whole = (await act(root, voidEvent)).body.pendingApproval as { request: string } | undefined
      expect(whole).toBeDefined()
      expect((await act(admin, { action: 'approveSettlement', request: whole!.request, eventId: event })).status).toBe(
        200,
      )
      await settle(event)
    })
    await until(async () => (await eventOf(event)).voided.includes(null))
  })
})

test('comes in pages, oldest first, and each has its own address until it is decided', async () => {
  const waiting = (await askedPage(1)).total
  const { bets } = await aGame(...Array.from({ length: 11 }, (_, at) => 60 + at))
  const requests: string[] = []
  for (const betId of bets) {
    const { body } = await act(admin, { action: 'voidBet', betId, reason: `the ${requests.length + 1}th` })
    requests.push((body.pendingApproval as { request: string }).request)
  }
  await until(async () => (await askedPage(1)).total === waiting + 11)
  const pages = [await askedPage(1), await askedPage(2)]
  expect(pages).toMatchObject([
    { page: 1, pageSize: 10 },
    { page: 2, pageSize: 10 },
  ])
  expect(pages[0]!.asked).toHaveLength(10)
  const listed = (await asked()).map(({ request }) => request)
  expect(listed.slice(waiting)).toEqual(requests)
  expect(new Set(listed).size).toBe(waiting + 11)
  expect((await askedPage(99)).asked).toEqual([])

  const last = requests.at(-1)!
  expect(await askedOne(last)).toMatchObject({ request: last, betId: bets.at(-1), own: true, reason: 'the 11th' })
  expect(await askedOne(last, other)).toMatchObject({ own: false })
  for (const [at, betId] of bets.entries())
    await act(other, { action: 'declineSettlement', request: requests[at]!, betId, reason: 'no' })
  await until(async () => (await askedPage(1)).total === waiting)
  expect(await askedOne(last)).toBeNull()
})

type Logged = {
  readonly number: number
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly data: {
    readonly reversedReturnCents?: number
    readonly askedBy?: string
    readonly request?: string
    readonly settlement?: { readonly returnCents: number } | null
  }
  readonly meta: {
    readonly actor: { readonly id: string; readonly role: string }
    readonly causation: string | null
    readonly at: string
  }
}
const logged = async () => (await product.events()).map(({ body }, number): Logged => ({ number, ...JSON.parse(body) }))

/** All pages of a list, from the newest back. */
async function allOf<Item>(page: (query: string) => Promise<{ items: Item[]; older: number | null }>): Promise<Item[]> {
  const all: Item[] = []
  for (let query = ''; ; ) {
    const { items, older } = await page(query)
    all.push(...items)
    if (older === null) return all
    query = `?before=${older}`
  }
}

describe('what was decided', () => {
  const doneLines = () =>
    allOf(async (query) => {
      const { done, older } = DoneToday.parse((await get(`/done${query}`)).body)
      return { items: done, older }
    })
  const correctedLines = () =>
    allOf(async (query) => {
      const { corrected, older } = CorrectedResults.parse((await get(`/corrected${query}`)).body)
      return { items: corrected, older }
    })

  test('today is exactly what people decided, with who asked, why, and how many bets it settled', async () => {
    // more than a page
    for (let more = 0; more < 21; more++) {
      const { event } = await aGame()
      await act(admin, { action: 'abandonFixture', eventId: event, reason: `rain ${more}` })
    }
    const events = await logged()
    const { from } = periodsAt(businessNow().toISOString()).day
    const due = events.filter(
      ({ type, meta }) => DECISIONS.includes(type) && meta.actor.role !== 'system' && meta.at >= from,
    )
    const done = await until(async () => {
      const lines = await doneLines()
      return lines.length >= due.length && lines
    })
    expect(done.map(({ number, who }) => [number, who.id])).toEqual(
      due.toReversed().map(({ number, meta }) => [number, meta.actor.id]),
    )
    for (const { number, bets } of done) {
      const { stream, version, type } = events[number]!
      const caused = events.filter(({ meta }) => meta.causation === `${stream}@${version}`)
      expect([number, bets]).toEqual([number, /^Bet/.test(type) ? null : caused.length])
    }
    const names = new Map([admin, other, root].map(({ user }) => [user.id, user.username]))
    const approved = events.flatMap(({ type, data, stream, version }) => {
      const decided = events.find((one) => one.stream === stream && one.version === version + 1)
      const asked = events.find((one) => one.type === 'SettlementAsked' && one.data.request === data.request)
      return type === 'SettlementApproved' && decided ? [{ decided, name: names.get(data.askedBy!), asked }] : []
    })
    expect(approved).not.toEqual([])
    // the clock of these tests may have passed midnight since
    const approvedToday = approved.filter(({ decided }) => decided.meta.at >= from)
    expect(
      done.flatMap(({ number, askedBy, askedReason }) => (askedBy === null ? [] : [[number, askedBy, askedReason]])),
    ).toEqual(
      approvedToday.toReversed().map(({ decided, name, asked }) => {
        const isSaid = asked!.data.request === saidRequest
        return [decided.number, name, isSaid ? 'seen at the ground' : null]
      }),
    )
    expect(approved.map(({ asked }) => asked!.data.request)).toContain(saidRequest)
    expect(done[0]).toMatchObject({ type: 'FixtureAbandoned', reason: 'rain 20', after: 'abandoned' })
  })

  test('for games with settled bets says how many it changed, and what these returned before and after', async () => {
    const { event } = await aGame(5, 8)
    await started(async () => {
      await act(admin, { action: 'recordResult', eventId: event, home: 1, away: 0 })
      await settle(event)
      await until(async () => (await eventOf(event)).selections[0]?.settled === 2)
      const correct = { action: 'correctResult', eventId: event, home: 1, away: 1, reason: 'the league said so' }
      expect(await answer(root, correct)).toEqual([200, 'Result corrected'])
      await settle(event)
    })
    const events = await logged()
    const due = new Map<string, number[]>()
    for (const { type, data, meta } of events) {
      if (type !== 'BetResettled' || meta.causation === null) continue
      const [bets, before, after] = due.get(meta.causation) ?? [0, 0, 0]
      const sums = [bets! + 1, before! + data.reversedReturnCents!, after! + (data.settlement?.returnCents ?? 0)]
      // last changed first
      due.delete(meta.causation)
      due.set(meta.causation, sums)
    }
    const found = await until(async () => {
      const lines = await correctedLines()
      return lines.length === due.size && lines[0]?.bets === 2 && lines
    })
    const shown = found.map(({ number, bets, returnedBefore, returnedAfter }) => {
      const { stream, version } = events[number]!
      return [`${stream}@${version}`, [bets, Math.round(returnedBefore * 100), Math.round(returnedAfter * 100)]]
    })
    expect(shown).toEqual([...due].toReversed())
    expect(found[0]).toMatchObject({
      fixture: { id: event },
      before: '1 - 0',
      after: '1 - 1',
      reason: 'the league said so',
      bets: 2,
      reopened: 0,
      returnedBefore: 27.3,
      returnedAfter: 0,
    })
  })
})

test('the auditor agrees with all of it', async () => {
  const { findings, gaps } = await verify({ url: product.database.url })
  expect([findings, gaps]).toEqual([[], []])
})
