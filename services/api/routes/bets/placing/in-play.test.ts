// A bet in play waits, and is struck at prices that were fetched after it was requested.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { type Person, parlay, single, startTestProduct, type TestProduct } from '../../../testing/product.ts'

describe('POST /api/bets/place-bet, in play', () => {
  let product: TestProduct
  let bettor: Person
  let aheadMs = 0
  const businessNow = () => new Date(Date.now() + aheadMs)
  beforeAll(async () => {
    product = await startTestProduct({ settings: { ACCEPTANCE_DELAY_S: 0.5 }, businessNow })
    bettor = await product.aBettor(await product.anAdmin(10_000), 1_000)
  })
  afterAll(() => product.close())

  const live = () => product.newGame({ startsAt: new Date(Date.now() - 10 * MINUTE) })
  const placedSince = async (count: number) => (await product.events('BetPlaced')).slice(count)
  /** Sends a bet, and changes a game while the bet waits. */
  async function placeWhile(body: unknown, change: () => void) {
    const { lookups } = product.board
    const reply = product.place(bettor.token, body)
    await expect.poll(() => product.board.lookups, { interval: 1 }).toBeGreaterThan(lookups)
    change()
    return reply
  }

  test('waits, and the ledger says so', async () => {
    const before = (await product.events('BetPlaced')).length
    const { status, body } = await product.place(bettor.token, single(live(), 1))
    expect([status, body.odds]).toEqual([200, 2.1])
    const [event] = await placedSince(before)
    const { data, meta } = JSON.parse(event!.body)
    expect(data.legs[0]).toMatchObject({ inPlay: true })
    expect(data.legs[0].fetchedAt > data.delay.requestedAt).toBe(true)
    expect(Date.parse(meta.at) - Date.parse(data.delay.requestedAt)).toBeGreaterThanOrEqual(500)
  })

  test('is struck at the price after the wait, if that is accepted', async () => {
    const id = live()
    const prices = { home: { odds: '2.20' }, draw: { odds: '3.40' }, away: { odds: '3.60' } }
    const { status, body } = await placeWhile(single(id, 1), () => product.board.put({ id, prices }))
    expect([status, body.odds]).toEqual([200, 2.2])
  })

  test.each([
    ['moved too far', { home: { odds: '1.20' }, draw: { odds: '6.00' }, away: { odds: '13.00' } }, 1.2],
    ['was suspended', { home: null, draw: null, away: null }, null],
  ])('is refused where the price %s meanwhile, and nothing is recorded', async (_what, prices, newOdds) => {
    const id = live()
    const before = (await product.events('BetPlaced')).length
    const { status, body } = await placeWhile(single(id, 1), () => product.board.put({ id, prices }))
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ code: 'odds_changed', changes: [expect.objectContaining({ oldOdds: 2.1, newOdds })] }),
    ])
    expect(await placedSince(before)).toEqual([])
  })

  test('is refused if the game ends meanwhile', async () => {
    const id = live()
    const { status, body } = await placeWhile(single(id, 1), () => product.board.put({ id, closed: true }))
    expect([status, body.code]).toEqual([409, 'event_closed'])
  })

  test('waits as a whole parlay if one leg is in play; no other bet waits', async () => {
    const before = (await product.events('BetPlaced')).length
    const [soon, now] = [product.newGame({ startsAt: new Date(Date.now() + HOUR) }), live()]
    expect((await product.place(bettor.token, parlay([soon, now], 1))).status).toBe(200)
    expect((await product.place(bettor.token, single(soon, 1))).status).toBe(200)
    const delays = (await placedSince(before)).map(({ body }) => JSON.parse(body).data.delay !== undefined)
    expect(delays).toEqual([true, false])
  })

  test('is not struck at a pre-match price if the game starts while a parlay waits for its leg in play', async () => {
    const before = (await product.events('BetPlaced')).length
    const another = await product.aBettor(await product.anAdmin(1_000), 100)
    const [soon, now] = [product.newGame({ startsAt: new Date(Date.now() + HOUR) }), live()]
    const fresh = vi.spyOn(product.board, 'freshQuote').mockImplementation(async (selection) => {
      aheadMs = HOUR + MINUTE
      return product.board.quote(selection)
    })
    const { status } = await product.place(another.token, parlay([soon, now], 1))
    expect(fresh.mock.calls.map(([{ fixture }]) => fixture)).toEqual([now])
    fresh.mockRestore()
    aheadMs = 0
    expect(status).toBe(200)
    const [event] = await placedSince(before)
    expect(JSON.parse(event!.body).data.legs).toEqual([
      expect.objectContaining({ fixture: soon, inPlay: true }),
      expect.objectContaining({ fixture: now, inPlay: true }),
    ])
  })

  describe('nothing is fetched', () => {
    const stale = { home: { odds: '2.10', stale: true }, draw: { odds: '3.40' }, away: { odds: '3.60' } }
    const old = () => product.newGame({ prices: stale })
    test.each([
      ['in play, above the balance', () => single(live(), 5_000), 'insufficient_funds'],
      ['in play, below the least stake', () => single(live(), 0.05), 'stake_too_small'],
      [
        'in play, above the balance, at odds that nobody offers',
        () => single(live(), 5_000, { odd: 9 }),
        'odds_changed',
      ],
      ['at a price that is too old, above the balance', () => single(old(), 5_000), 'insufficient_funds'],
      ['with such a leg, above the balance', () => parlay([old(), live()], 5_000), 'insufficient_funds'],
      [
        'on a game that is over beside such a leg',
        () => parlay([old(), product.newGame({ closed: true })], 1),
        'event_closed',
      ],
    ])('for a bet %s', async (_what, body, code) => {
      const fresh = vi.spyOn(product.board, 'freshQuote')
      const { body: reply } = await product.place(bettor.token, body())
      expect([reply.code, fresh.mock.calls]).toEqual([code, []])
      fresh.mockRestore()
    })

    test('for a bet that is repeated', async () => {
      const body = single(live(), 1)
      const first = await product.place(bettor.token, body, 'again in play')
      const fresh = vi.spyOn(product.board, 'freshQuote')
      const again = await product.place(bettor.token, body, 'again in play')
      expect([again.status, again.text, fresh.mock.calls]).toEqual([200, first.text, []])
      fresh.mockRestore()
    })
  })

  test('gets the first reply under the same key', async () => {
    const body = single(live(), 1)
    const [one, other] = await Promise.all([
      product.place(bettor.token, body, 'in play twice'),
      product.place(bettor.token, body, 'in play twice'),
    ])
    expect(one.body.betId).toBe(other.body.betId)
    expect(one.status).toBe(200)
  })
})
