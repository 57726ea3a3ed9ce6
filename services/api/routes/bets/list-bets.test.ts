import { describe, expect, test } from 'vitest'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { metaBy, SETTLER } from '#services/commands/testing/meta.ts'
import { Bets, Statistics } from '#services/contract/contract.ts'
import { stageForBetting } from '../../testing/betting.ts'
import { newId, parlay, single, startTestProduct, until } from '../../testing/product.ts'

describe('GET /api/bets/my-bets', () => {
  const stage = stageForBetting()
  const { aBettor, game } = stage

  const place = async (token: string, body: unknown) => {
    const reply = await stage.product.call('/api/bets/place-bet', { token, body })
    expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
    return reply.body.betId as string
  }
  const myBets = async (token: string, query = '', headers = {}) => {
    const reply = await stage.product.call(`/api/bets/my-bets${query}`, { token, headers })
    expect(reply.status).toBe(200)
    return Bets.parse(JSON.parse(reply.text))
  }
  const settle = (account: string, bet: string, outcomes: FixtureOutcome[]) =>
    stage.product.services.accounts.execute(account, { type: 'SettleBet', bet, outcomes }, metaBy(SETTLER))
  const outcome = (fixture: string, home: number, away: number): FixtureOutcome => ({
    fixture,
    version: 1,
    closedAt: new Date(Date.now() + 60_000).toISOString(),
    kind: 'result',
    score: { home, away },
    regulation: { home, away },
  })

  test('needs a session', async () => {
    const { status, body, headers } = await stage.product.call('/api/bets/my-bets')
    expect([status, body]).toEqual([401, { code: 'not_authenticated', error: 'Not authenticated' }])
    expect(headers.get('www-authenticate')).toBe('Bearer')
  })

  test('shows only the caller’s own bets, newest first', async () => {
    const [one, two] = [await aBettor(100), await aBettor(100)]
    const id = game()
    const first = await place(one.token, single(id, 10))
    const second = await place(one.token, parlay([id, game()], 5))
    await place(two.token, single(id, 1))
    const bets = await myBets(one.token)
    expect(bets.map((bet) => bet.id)).toEqual([second, first])
    expect(bets[1]).toMatchObject({
      bet_type: 'h2h',
      selection: `Home ${id.slice(0, 4)}`,
      odd: 2.1,
      bet_amount: 10,
      potential_win: 21,
      struck_potential_win: 21,
      could_return: 21,
      status: 'pending',
      is_parlay: false,
      event_id: id,
      sport_key: 'soccer_epl',
      settled_at: null,
    })
    expect(bets[0]).toMatchObject({
      game: '2-Leg Parlay',
      bet_type: 'parlay',
      is_parlay: true,
      selection: null,
      odd: 4.41,
    })
    expect(bets[0]!.legs?.map((leg) => leg.status)).toEqual(['pending', 'pending'])
    expect(bets[0]!.quote).toBeNull()
    expect(bets[1]!.legs).toBeNull()
    expect(bets[1]!.quote).toMatchObject({ eventId: id, odds: 2.1, price: 2.1, status: 'pending', void_reason: null })
  })

  test('pages on before a bet of the caller’s own', async () => {
    const [one, two] = [await aBettor(100), await aBettor(100)]
    const id = game()
    const placed = []
    for (let n = 0; n < 4; n++) placed.unshift(await place(one.token, single(id, 1)))
    const foreign = await place(two.token, single(id, 1))
    await myBets(one.token)
    expect((await myBets(one.token, `?before=${placed[1]}`)).map((bet) => bet.id)).toEqual(placed.slice(2))
    expect(await myBets(one.token, `?before=${foreign}`)).toEqual([])
    expect(await myBets(one.token, `?before=${newId()}`)).toEqual([])
  })

  test('shows what was paid, and how each leg counted', async () => {
    const bettor = await aBettor(100)
    const [home, drawn, open] = [game(), game(), game()]
    const won = await place(bettor.token, single(home, 10))
    const lost = await place(bettor.token, parlay([home, drawn, open], 5))
    await settle(bettor.user.id, won, [outcome(home, 2, 0)])
    await settle(bettor.user.id, lost, [outcome(home, 2, 0), outcome(drawn, 1, 1)])
    const bets = await until(async () => {
      const shown = await myBets(bettor.token)
      return shown.every((bet) => bet.status !== 'pending') && shown
    })
    expect(bets[1]).toMatchObject({ id: won, status: 'won', potential_win: 21, struck_potential_win: 21 })
    expect(bets[0]).toMatchObject({ id: lost, status: 'lost', potential_win: 0, struck_potential_win: 46.3 })
    expect(bets[1]!.quote).toMatchObject({ status: 'won' })
    expect(bets[0]!.legs?.[1]).toMatchObject({ status: 'lost', void_reason: null })
    expect(bets[0]!.legs?.map(({ status }) => status)).toEqual(['not-needed', 'lost', 'not-needed'])
    expect(bets[0]!.settled_at).not.toBeNull()
  })

  test('sums what was staked and won', async () => {
    const bettor = await aBettor(100)
    const [home, away, abandoned, open] = [game(), game(), game(), game()]
    const statistics = async () => {
      const reply = await stage.product.call('/api/bets/statistics', { token: bettor.token })
      expect(reply.status).toBe(200)
      return Statistics.parse(reply.body)
    }
    const none = { totalBets: 0, openBets: 0, totalStake: 0, totalWinnings: 0, pnl: 0, avgBet: 0 }
    expect(await statistics()).toEqual(none)
    const [won, lost, refunded] = [
      await place(bettor.token, single(home, 10)),
      await place(bettor.token, single(away, 5.5)),
      await place(bettor.token, single(abandoned, 20)),
    ]
    await place(bettor.token, single(open, 1))
    expect(await statistics()).toEqual({ ...none, totalBets: 4, openBets: 4, totalStake: 36.5, avgBet: 9.13 })
    await settle(bettor.user.id, won, [outcome(home, 2, 0)])
    await settle(bettor.user.id, lost, [outcome(away, 0, 2)])
    const closedAt = new Date(Date.now() + 60_000).toISOString()
    await settle(bettor.user.id, refunded, [
      { fixture: abandoned, version: 1, closedAt, kind: 'abandoned', why: 'not-completed' },
    ])
    const settled = { totalBets: 3, openBets: 1, totalStake: 16.5, totalWinnings: 21, pnl: 5.5, avgBet: 5.5 }
    await until(async () => (await statistics()).openBets === 1)
    expect(await statistics()).toEqual(settled)
    expect((await stage.product.call('/api/bets/statistics')).body.code).toBe('not_authenticated')
  })

  test('is as fresh as the position it is given, in another process too', async () => {
    const bettor = await aBettor(100)
    const id = game()
    const other = await stage.product.another()
    try {
      for (let n = 1; n <= 5; n++) {
        const { headers } = await stage.product.call('/api/bets/place-bet', {
          token: bettor.token,
          body: single(id, 1),
        })
        const position = headers.get('x-ledger-position')!
        const reply = await fetch(`${other.origin}/api/bets/my-bets`, {
          headers: { authorization: `Bearer ${bettor.token}`, 'x-ledger-position': position },
        })
        expect(await reply.json()).toHaveLength(n)
      }
    } finally {
      await other.close()
    }
  })
})

test('says so if the projector does not catch up in time', async () => {
  const product = await startTestProduct()
  try {
    const admin = await product.anAdmin(100)
    const bettor = await product.aBettor(admin, 10)
    const id = newId()
    product.board.put({ id })
    await product.call('/api/bets/my-bets', { token: bettor.token })
    await product.stopProjector()
    const placed = await product.call('/api/bets/place-bet', { token: bettor.token, body: single(id, 1) })
    expect(placed.status).toBe(200)
    const { status, body, headers } = await product.call('/api/bets/my-bets', { token: bettor.token })
    expect([status, body.code]).toEqual([503, 'reads_behind'])
    expect(headers.get('retry-after')).toBe('1')
  } finally {
    await product.close()
  }
})
