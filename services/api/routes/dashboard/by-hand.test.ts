// Results, markets and bets decided by hand, by role. A game of the house is settled by the ordinary worker.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { verify } from '#services/auditor/verify.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { settleFixture } from '#services/workers/settlement/settle-fixture.ts'
import { addHouseGame } from '../../testing/house-game.ts'
import { newId, type Person, single, startTestProduct, type TestProduct, until } from '../../testing/product.ts'

const HOUR = 3_600_000
let ahead = 0
let product: TestProduct
let queries: Queries
let admin: Person
let root: Person
const businessNow = () => new Date(Date.now() + ahead)
beforeAll(async () => {
  product = await startTestProduct({ realBoard: true, businessNow })
  queries = await openQueries(product.database.url)
  admin = await product.anAdmin(100_000)
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
})
afterAll(async () => {
  await queries.end()
  await product.close()
})

/** A game of the house in two hours of business time, with a price and one bet of 10 on the home team. */
async function aBetOnTheHouse(): Promise<{ event: string; bet: string; bettor: Person }> {
  const { event } = await addHouseGame(product, admin, businessNow())
  const bettor = await product.aBettor(admin, 100)
  const { body } = await product.place(bettor.token, single(event, 10))
  const bet = body.betId as string
  await until(async () => (await betOf(bettor))?.id === bet)
  return { event, bet, bettor }
}

const betOf = async ({ token }: Person) => {
  const { body } = await product.call('/api/bets/my-bets', { token })
  return (body as unknown as { id: string; status: string; potential_win: number }[])[0]
}
const balanceOf = async ({ user }: Person) => (await product.services.accounts.read(user.id)).walletCents
const act = async (by: Person, body: object) => {
  const { status, body: reply } = await product.admin(by.token, body)
  return [status, reply.code]
}
const said = async (by: Person, body: object) => {
  const { status, body: reply } = await product.admin(by.token, body)
  return [status, reply.message]
}
const OK = [200, undefined]
const NOTHING_CHANGED = [200, 'It is so already: nothing has changed']
const correctionsOf = async (event: string) =>
  (await product.events('ResultCorrected')).filter(({ stream }) => stream === `fixture-${event}`)
const settle = (event: string) => settleFixture(event, { ...product.services, queries, businessNow })
const started = async (what: () => Promise<void>) => {
  ahead += 4 * HOUR
  await what()
}

describe('a game of the house', () => {
  test('is settled by the worker once an admin has recorded its result', async () => {
    const { event, bettor } = await aBetOnTheHouse()
    const record = { action: 'recordResult', eventId: event, home: 2, away: 1, reason: 'seen at the ground' }
    expect(await act(admin, record)).toEqual([409, 'fixture_not_started'])
    await started(async () => {
      expect(await act(bettor, record)).toEqual([403, 'not_an_admin'])
      expect(await said(admin, record)).toEqual([200, 'Result recorded'])
      expect(await said(admin, record)).toEqual(NOTHING_CHANGED)
      expect(await act(admin, { ...record, home: 0 })).toEqual([409, 'fixture_closed'])
      expect(await settle(event)).toMatchObject({ settled: 1 })
    })
    expect(await balanceOf(bettor)).toBe(10_000 - 1_000 + 2_100)
    await until(async () => (await betOf(bettor))?.status === 'won')
    const [recorded] = (await product.events('ResultRecorded')).filter(({ stream }) => stream === `fixture-${event}`)
    const { data, meta } = JSON.parse(recorded!.body)
    expect(data).toMatchObject({ score: { home: 2, away: 1 }, regulation: { home: 2, away: 1 }, source: 'admin' })
    expect(meta).toMatchObject({ actor: { id: admin.user.id }, reason: { code: 'by-admin' } })
  })

  test('is corrected by an admin, and its settled bet then by a super admin', async () => {
    const { event, bet, bettor } = await aBetOnTheHouse()
    const result = { eventId: event, home: 2, away: 1 }
    await started(async () => {
      expect(await act(admin, { action: 'correctResult', ...result })).toEqual([409, 'result_missing'])
      expect(await act(admin, { action: 'recordResult', ...result })).toEqual(OK)
      expect(await act(root, { action: 'resettleBet', betId: bet })).toEqual([409, 'bet_not_settled'])
      await settle(event)
      expect(await act(admin, { action: 'correctResult', ...result })).toEqual([409, 'result_unchanged'])
      const correct = { action: 'correctResult', ...result, home: 0 }
      const headers = { 'idempotency-key': newId() }
      const first = await product.admin(admin.token, correct, { headers })
      expect([first.status, first.body.message]).toEqual([200, 'Result corrected'])
      // a repeated request gets the first reply; another request for the same score finds nothing to correct
      const again = await product.admin(admin.token, correct, { headers })
      expect([again.status, again.body]).toEqual([200, first.body])
      expect(await act(admin, correct)).toEqual([409, 'result_unchanged'])
      expect((await correctionsOf(event)).length).toBe(1)
      expect(await act(admin, { action: 'resettleBet', betId: bet })).toEqual([403, 'super_admin_required'])
      expect(await act(bettor, { action: 'resettleBet', betId: bet })).toEqual([403, 'not_an_admin'])
      const resettle = { action: 'resettleBet', betId: bet, reason: 'a wrong score' }
      expect(await said(root, resettle)).toEqual([200, 'Bet settled by the results in force'])
      expect(await said(root, resettle)).toEqual(NOTHING_CHANGED)
    })
    expect(await balanceOf(bettor)).toBe(10_000 - 1_000)
  })

  test('that is annulled after its result is corrected to none, and its stakes go back', async () => {
    const { event, bet, bettor } = await aBetOnTheHouse()
    const none = { eventId: event, home: null, away: null }
    await started(async () => {
      expect(await act(admin, { action: 'recordResult', eventId: event, home: 2, away: 1 })).toEqual(OK)
      await settle(event)
      expect(await act(admin, { action: 'correctResult', ...none, home: 2 })).toEqual([400, 'invalid_request'])
      expect(await act(admin, { action: 'correctResult', ...none, regulation: { home: 1, away: 1 } })).toEqual([
        400,
        'invalid_request',
      ])
      expect(await act(admin, { action: 'correctResult', ...none })).toEqual(OK)
      expect(await act(root, { action: 'resettleBet', betId: bet })).toEqual(OK)
    })
    expect(await balanceOf(bettor)).toBe(10_000)
    const [corrected] = (await correctionsOf(event)).slice(-1)
    expect(JSON.parse(corrected!.body).data.score).toBeNull()
    expect(JSON.parse(corrected!.body).data).not.toHaveProperty('regulation')
  })

  test('cannot have more points after regulation time than at its end', async () => {
    const { event, bettor } = await aBetOnTheHouse()
    const record = { action: 'recordResult', eventId: event, home: 2, away: 1 }
    const inRegulation = (home: number, away: number) => ({ regulation: { home, away } })
    await started(async () => {
      const impossible = [inRegulation(3, 1), inRegulation(2, 2), inRegulation(1, 2)]
      for (const regulation of impossible) {
        expect(await act(admin, { ...record, ...regulation })).toEqual([400, 'invalid_request'])
      }
      expect(await act(admin, { ...record, ...inRegulation(1, 1) })).toEqual(OK)
      for (const regulation of impossible) {
        expect(await act(admin, { ...record, action: 'correctResult', ...regulation })).toEqual([
          400,
          'invalid_request',
        ])
      }
      expect(await act(admin, { ...record, action: 'correctResult', ...inRegulation(2, 1) })).toEqual(OK)
      await settle(event)
    })
    expect(await balanceOf(bettor)).toBe(10_000 - 1_000 + 2_100)
  })

  test('is abandoned, and its stakes go back', async () => {
    const { event, bettor } = await aBetOnTheHouse()
    expect(await act(bettor, { action: 'abandonFixture', eventId: event })).toEqual([403, 'not_an_admin'])
    expect(await act(admin, { action: 'abandonFixture', eventId: event })).toEqual(OK)
    for (const action of ['abandonFixture', 'voidEvent']) {
      expect(await act(admin, { action, eventId: event })).toEqual([409, 'fixture_closed'])
    }
    const market = { action: 'voidMarket', eventId: event, market: 'h2h' }
    expect(await act(admin, market)).toEqual([409, 'fixture_closed'])
    const { event: other } = await aBetOnTheHouse()
    expect(await act(admin, { ...market, eventId: other })).toEqual(OK)
    expect(await act(admin, { ...market, eventId: other })).toEqual([409, 'market_voided'])
    await settle(event)
    expect(await balanceOf(bettor)).toBe(10_000)
  })

  test('has markets decided by hand if no score decides them', async () => {
    const { event } = await aBetOnTheHouse()
    await product.services.pool.query(
      `insert into app.quote_history (fixture_id, market, point, selection, odds, bookmaker, quoted_at, fetched_at, message_hash)
       values ($1, 'h2h_q9', '', 'home', null, 'testbook', now(), now(), '')`,
      [event],
    )
    const selections = [{ selection: 'home', grade: 'won' }]
    const decide = { action: 'decideMarket', eventId: event, market: 'h2h_q9', selections }
    expect(await act(admin, decide)).toEqual([409, 'result_missing'])
    await started(async () => {
      const unknown = { action: 'recordResult', eventId: event, home: 2, away: 2, regulation: null }
      expect(await act(admin, unknown)).toEqual(OK)
      expect(await act(admin, decide)).toEqual(OK)
      expect(await act(admin, { ...decide, selections: [] })).toEqual([400, 'invalid_request'])
    })
    const [recorded] = (await product.events('ResultRecorded')).filter(({ stream }) => stream === `fixture-${event}`)
    expect(JSON.parse(recorded!.body).data).not.toHaveProperty('regulation')
  })
})

describe('a bet', () => {
  test('is voided by any admin before its game has ended, and by a super admin after', async () => {
    const [first, second] = [await aBetOnTheHouse(), await aBetOnTheHouse()]
    const voidBet = (betId: string) => ({ action: 'voidBet', betId, reason: 'a wrong price' })
    expect(await act(first.bettor, voidBet(first.bet))).toEqual([403, 'not_an_admin'])
    expect(await said(admin, voidBet(first.bet))).toEqual([200, 'Bet voided: the stake is refunded'])
    expect(await said(admin, voidBet(first.bet))).toEqual(NOTHING_CHANGED)
    expect(await balanceOf(first.bettor)).toBe(10_000)
    await started(async () => {
      await act(admin, { action: 'recordResult', eventId: second.event, home: 0, away: 0 })
      expect(await act(admin, voidBet(second.bet))).toEqual([403, 'super_admin_required'])
      await settle(second.event)
      expect(await act(admin, voidBet(second.bet))).toEqual([403, 'super_admin_required'])
      expect(await act(root, voidBet(second.bet))).toEqual(OK)
    })
    expect(await balanceOf(second.bettor)).toBe(10_000)
  })

  test('that was placed just now is waited for, and not reported missing while the read models are behind', async () => {
    const { bet } = await aBetOnTheHouse()
    const voidBet = { action: 'voidBet', betId: bet }
    const { reads, freshness } = product.services
    // as if it had been placed after the last batch of the read models
    const accountOf = vi.spyOn(reads.bets, 'accountOf').mockResolvedValueOnce(null)
    const hasWholeLog = vi.spyOn(freshness, 'hasWholeLog').mockResolvedValueOnce(false)
    expect(await act(admin, voidBet)).toEqual([503, 'reads_behind'])
    accountOf.mockResolvedValueOnce(null)
    expect(await act(admin, voidBet)).toEqual(OK)
    expect(hasWholeLog).toHaveBeenCalledWith(['bets'])
    accountOf.mockRestore()
    hasWholeLog.mockRestore()
  })
})

test('what does not exist is a 404', async () => {
  for (const id of [newId(), 'nothing']) {
    expect(await act(admin, { action: 'voidBet', betId: id })).toEqual([404, 'bet_missing'])
    expect(await act(root, { action: 'resettleBet', betId: id })).toEqual([404, 'bet_missing'])
    expect(await act(admin, { action: 'recordResult', eventId: id, home: 1, away: 0 })).toEqual([
      404,
      'fixture_missing',
    ])
    expect(await act(admin, { action: 'abandonFixture', eventId: id })).toEqual([404, 'fixture_missing'])
  }
})

test('the auditor agrees with all of it', async () => {
  const { findings, gaps } = await verify({ url: product.database.url })
  expect([findings, gaps]).toEqual([[], []])
})
