// The odds that a bettor sends along: which forms are accepted, and what is refused as a change of odds.
import { describe, expect, test } from 'vitest'
import { BetRefused } from '#services/contract/contract.ts'
import { stageForBetting } from '../../../testing/betting.ts'
import { newId, parlay, single } from '../../../testing/product.ts'

describe('POST /api/bets/place-bet, the odds seen', () => {
  const stage = stageForBetting()
  const { aBettor, betsOf, game, place } = stage

  test.each<[string, unknown]>([
    ['a number', 2.1],
    ['text', '2.10'],
    ['text without the last zero', '2.1'],
    ['as they were computed', 2.0999999999999996],
  ])('of a single may be %s', async (_what, odd) => {
    const bettor = await aBettor(50)
    const { status, body } = await place(bettor.token, single(game(), 1, { odd, odds_policy: 'none' }))
    expect([status, body.odds]).toEqual([200, 2.1])
  })

  const legsOf = (more: Record<string, unknown>) => {
    const body = parlay([game(), game()], 5)
    return { ...body, legs: body.legs.map(({ price: _, ...leg }) => ({ ...leg, ...more })) }
  }

  test.each<[string, Record<string, unknown>]>([
    ['a price', { price: 2.1 }],
    ['a price as text', { price: '2.10' }],
    ['odds', { odds: 2.1 }],
    ['odds as text', { odds: '2.1' }],
    ['odds as text without a price', { odds: '2.10', price: null }],
    ['both, alike to two decimals', { odds: '2.10', price: 2.1 }],
    ['both, one of which was computed', { odds: '2.10', price: 2.0999999999999996 }],
  ])('takes a leg with %s', async (_what, more) => {
    const bettor = await aBettor(50)
    const { status, body } = await place(bettor.token, legsOf(more))
    expect([status, body.odds]).toEqual([200, 4.41])
    const [event] = await betsOf(bettor.user.id)
    // the odds seen are those struck, so `seen` is left out
    const { legs } = JSON.parse(event!.body).data as { legs: { odds: string; seen?: string }[] }
    expect(legs.map(({ odds, seen }) => seen ?? odds)).toEqual(['2.10', '2.10'])
    expect(legs.some((leg) => 'seen' in leg)).toBe(false)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['neither', {}, 'invalid_request'],
    ['two that differ', { odds: '2.10', price: 2.2 }, 'odds_contradictory'],
    ['an American price beside them', { odds: '2.10', price: 110 }, 'odds_contradictory'],
    ['American odds', { odds: -110 }, 'invalid_request'],
    ['American odds as text', { odds: '+110' }, 'invalid_request'],
    ['odds with a comma', { odds: '2,10' }, 'invalid_request'],
    ['odds in Arabic digits', { odds: '٢.١٠' }, 'invalid_request'],
    ['odds with a power of ten', { odds: '21e-1' }, 'invalid_request'],
    ['odds and a blank', { odds: ' 2.10' }, 'invalid_request'],
    ['odds below 1', { odds: '0.99' }, 'invalid_request'],
    ['more digits than a number has', { odds: '2.10000000000000000000000001' }, 'number_inexact'],
    ['more digits than can be read', { odds: `2.${'1'.repeat(41)}` }, 'invalid_request'],
  ])('refuses a leg with %s', async (_what, more, code) => {
    const bettor = await aBettor(50)
    const { status, body } = await place(bettor.token, legsOf(more))
    expect([status, body.success, body.code]).toEqual([400, false, code])
    expect(await betsOf(bettor.user.id)).toEqual([])
  })

  test.each<[string, unknown]>([
    ['rounded', 9.26],
    ['as text', '9.26'],
    ['cut off', 9.27],
    ['multiplied without rounding', 2.1 * 2.1 * 2.1],
    ['multiplied without rounding, as text', '9.261'],
    ['ten percent less', 8.42],
  ])('takes the odds of a parlay %s', async (_what, odd) => {
    const bettor = await aBettor(50)
    const { status, body } = await place(bettor.token, parlay([game(), game(), game()], 5, { odd }))
    expect([status, body.odds]).toEqual([200, 9.26])
  })

  test.each<[string, unknown, string, object]>([
    ['far above its legs', 92.61, 'Odds have decreased from 92.61 to 9.26 (90.0% change). Please review your bet.', {}],
    ['far below them', '1.05', 'Odds have increased from 1.05 to 9.26 (781.9% change). Please review your bet.', {}],
    [
      'just another, where none is accepted',
      9.3,
      'Odds have decreased from 9.30 to 9.26 (0.4% change). Please review your bet.',
      { odds_policy: 'none' },
    ],
  ])('refuses a parlay that was seen at odds %s', async (_what, odd, error, more) => {
    const bettor = await aBettor(50)
    const ids = [game(), game(), game()]
    const { status, body } = await place(bettor.token, parlay(ids, 5, { odd, ...more }))
    expect([status, BetRefused.parse(body)]).toEqual([
      409,
      {
        success: false,
        code: 'odds_changed',
        error,
        changes: ids.map((id) => ({
          eventId: id,
          selection: `Home ${id.slice(0, 4)}`,
          oldOdds: 2.1,
          newOdds: 2.1,
          error: 'Odds confirmed: 2.10',
        })),
      },
    ])
    expect(await betsOf(bettor.user.id)).toEqual([])
  })

  test('says of a parlay whose odds are beyond all odds that it would pay too much', async () => {
    const bettor = await aBettor(50)
    const ids = Array.from({ length: 6 }, () =>
      game({ prices: { home: { odds: '90000.00' }, away: { odds: '1.01' } } }),
    )
    const legs = parlay(ids, 5).legs.map((leg) => ({ ...leg, price: 90_000 }))
    const { status, body } = await place(bettor.token, parlay(ids, 5, { legs, odd: 90_000 ** 6 }))
    expect([status, body.code]).toEqual([409, 'payout_too_large'])
  })

  test.each([1e10, 1e21, 1e30, '10000000000.00'])('takes no odds of %s for a parlay', async (odd) => {
    const bettor = await aBettor(50)
    const { status, body } = await place(bettor.token, parlay([game(), game()], 5, { odd }))
    const error = 'The odds of the parlay must be decimal odds, from 1.00 to 9,999,999,999.99.'
    expect([status, BetRefused.parse(body)]).toEqual([400, { success: false, code: 'invalid_request', error }])
  })

  test('a parlay with other odds seen is another request', async () => {
    const bettor = await aBettor(50)
    const body = parlay([game(), game()], 5, { odd: 4.41 })
    const key = newId()
    const first = await place(bettor.token, body, key)
    expect((await place(bettor.token, body, key)).text).toBe(first.text)
    const other = await place(bettor.token, { ...body, odd: 4.4 }, key)
    expect([other.status, other.body.code]).toEqual([409, 'key_reused'])
  })
})
