import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { keep } from '#projections/testing/environment.ts'
import { type Pick, singleBet } from '#tests/bets.ts'
import { createEmptyDatabase } from '#tests/database.ts'
import { fillTables, offer } from './fill.ts'
import { buildServer } from './server.ts'

const NOW = new Date('2026-11-20T18:00:00.000Z')
const START_CENTS = 10_000

const pickOf = (id: string, odd: number, commence_time = '2026-11-20T20:00:00.000Z'): Pick => ({
  game: { id, sport_key: 'soccer_epl', home_team: 'Home', away_team: 'Away', commence_time } as Pick['game'],
  selection: 'Home',
  odd,
})
const PICKS = [pickOf('one', 2), pickOf('two', 1.5), pickOf('three', 3.33)]
const parlay = (picks: readonly Pick[], stake: number, odd: number) => ({
  ...{ game: 'parlay', bet_type: 'parlay', is_parlay: true, bet_amount: stake, odd },
  legs: picks.map(({ game, selection, odd: price }) => ({ eventId: game.id, marketName: 'h2h', selection, price })),
})

type Answer = { success: boolean; code?: string; newBalance?: number; betId?: string; odds?: number }

async function running(accounts = 1) {
  const { ownerUrl: url } = await keep(await createEmptyDatabase(), (database) => database.drop())
  const tokens = Array.from({ length: accounts }, () => randomBytes(16).toString('hex'))
  await fillTables(url, tokens, START_CENTS)
  await offer(url, PICKS, NOW)
  const server = await keep(await buildServer(url, () => NOW.getTime()), (one) => one.close())
  const client = await keep(new pg.Client({ connectionString: url }), (one) => one.end())
  await client.connect()
  let keys = 0
  const place = async (payload: object, { token = tokens[0]!, key = `key ${keys++}` } = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
    const reply = await server.inject({ method: 'POST', url: '/api/bets/place-bet', headers, payload })
    return { status: reply.statusCode, body: reply.json<Answer>() }
  }
  const ask = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
  const counts = async () =>
    (
      await ask<{ bets: number; legs: number; audits: number; open: number; stakes: number; balances: number }>(
        `select (select count(*) from bet)::int as bets, (select count(*) from leg)::int as legs,
           (select count(*) from audit)::int as audits, (select sum(open_bets) from house)::int as open,
           (select sum(open_stakes_cents) from house)::int as stakes, (select sum(balance_cents) from account)::int as balances`,
      )
    )[0]!
  return { url, tokens, place, ask, counts }
}

const NOTHING = { bets: 0, legs: 0, audits: 0, open: 0, stakes: 0, balances: START_CENTS }

test('a bet leaves all its rows, and money only moves from balances to stakes, however many bet at once', async () => {
  const { tokens, place, ask, counts } = await running(3)
  // each has money for 20 of 30
  const replies = await Promise.all(
    Array.from({ length: 90 }, (_, n) => place(singleBet(PICKS[n % 3]!, 5), { token: tokens[Math.floor(n / 3) % 3]! })),
  )
  const accepted = replies.filter(({ status }) => status === 200)
  expect(accepted).toHaveLength(60)
  expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set([undefined, 'insufficient_funds']))
  expect(await counts()).toEqual({ bets: 60, legs: 60, audits: 60, open: 60, stakes: 30_000, balances: 0 })
  const statistics = await ask('select bets::int, open_bets::int, stakes_cents::int, balance_cents::int from account')
  expect(statistics).toEqual(tokens.map(() => ({ bets: 20, open_bets: 20, stakes_cents: 10_000, balance_cents: 0 })))
  const wrong = 'select from bet where stake_cents <> 500 or potential_return_cents <> floor(odds::numeric * 500)'
  expect(await ask(wrong)).toEqual([])
})

test('a repeated key gets the first reply, even many at once, and a refusal for another bet', async () => {
  const { url, place, counts } = await running()
  const slip = singleBet(PICKS[0]!, 2)
  const replies = await Promise.all(Array.from({ length: 20 }, () => place(slip, { key: 'same' })))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(replies[0]!.body).toMatchObject({ success: true, newBalance: 98, odds: 2 })
  expect((await counts()).bets).toBe(1)
  // whatever has become of the price and the balance
  await place(singleBet(PICKS[1]!, 5))
  await offer(url, [], NOW)
  // until the server has heard of it, bets are accepted at the old price
  await expect.poll(() => place(slip)).toMatchObject({ status: 409, body: { code: 'odds_changed' } })
  const { bets } = await counts()
  expect(await place(slip, { key: 'same' })).toEqual(replies[0])
  expect(await place(singleBet(PICKS[0]!, 3), { key: 'same' })).toMatchObject({
    status: 409,
    body: { code: 'key_reused' },
  })
  expect((await counts()).bets).toBe(bets)
})

test('a price that moved by more than a tenth is refused and records nothing; by less it is accepted as it is', async () => {
  const { place, counts } = await running()
  for (const seen of [1.81, 2.23]) {
    const { status, body } = await place(singleBet(pickOf('one', seen), 1))
    expect([status, body]).toMatchObject([409, { code: 'odds_changed', changes: [{ oldOdds: seen, newOdds: 2 }] }])
  }
  expect(await counts()).toEqual(NOTHING)
  expect((await place(singleBet(pickOf('one', 1.82), 1))).body).toMatchObject({ success: true, odds: 2 })
  expect((await counts()).bets).toBe(1)
})

test('a parlay is one bet at the product of its odds', async () => {
  const { place, counts } = await running()
  expect((await place(parlay([PICKS[1]!, PICKS[2]!], 10, 4.995))).body).toMatchObject({
    ...{ success: true, odds: 5, potential_win: 49.95, newBalance: 90 },
    legs: [{ eventId: 'two' }, { eventId: 'three' }],
  })
  expect(await counts()).toEqual({ bets: 1, legs: 2, audits: 1, open: 1, stakes: 1_000, balances: START_CENTS - 1_000 })
  expect((await place(parlay([PICKS[1]!, PICKS[1]!], 1, 2.25))).body.code).toBe('same_event_twice')
  expect((await place(parlay([PICKS[1]!, PICKS[2]!], 1, 8))).body.code).toBe('odds_changed')
})

test('refuses what is not allowed, and records nothing of it', async () => {
  const { url, place, ask, counts } = await running()
  await offer(url, [...PICKS, pickOf('begun', 2, NOW.toISOString()), pickOf('long', 900_000)], NOW)
  await expect.poll(() => place(singleBet(pickOf('begun', 2), 1))).toMatchObject({ body: { code: 'event_closed' } })
  const slip = singleBet(PICKS[0]!, 5)
  expect(await place(slip, { token: 'nobody' })).toMatchObject({ status: 401, body: { code: 'login_required' } })
  expect(await place(slip, { key: '' })).toMatchObject({ status: 400, body: { code: 'key_missing' } })
  expect((await place({ ...slip, bet_amount: 'much' })).status).toBe(400)
  expect((await place({ ...slip, bet_amount: 0.09 })).body.code).toBe('stake_invalid')
  expect((await place({ ...slip, bet_amount: 1.005 })).body.code).toBe('stake_invalid')
  expect((await place(singleBet(pickOf('long', 900_000), 20))).body.code).toBe('payout_too_large')
  expect((await place({ ...slip, bet_amount: 101 })).body.code).toBe('insufficient_funds')
  for (const [set, code] of [
    ['max_stake_cents = 499', 'stake_cap'],
    ['max_stake_cents = null, max_payout_cents = 999', 'stake_cap'],
    ['max_payout_cents = null, day_limit_cents = 499', 'own_limit'],
    ['day_limit_cents = null, blocked = true', 'account_blocked'],
  ]) {
    await ask(`update account set ${set}`)
    expect((await place(slip)).body.code).toBe(code)
  }
  expect(await counts()).toEqual(NOTHING)
})

test('an account’s own daily limit counts the stakes of that day', async () => {
  const { place, ask } = await running()
  await ask(`update account set day_limit_cents = 1000, staked_on = '2026-11-19', staked_cents = 900`)
  expect((await place(singleBet(PICKS[0]!, 6))).status).toBe(200)
  expect((await place(singleBet(PICKS[0]!, 6))).body.code).toBe('own_limit')
  expect((await place(singleBet(PICKS[0]!, 4))).status).toBe(200)
})
