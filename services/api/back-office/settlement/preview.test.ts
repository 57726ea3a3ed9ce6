// Law: over random books, the amounts that a preview shows are those that the action then moves, to the cent.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postingsOf } from '#domain/ledger/postings.ts'
import { balanceOf, post } from '#domain/testing/invariants/balances.ts'
import { upcast } from '#domain/upcast.ts'
import { SeededRandom } from '#projections/testing/seeded-random.ts'
import { metaBy } from '#services/commands/testing/meta.ts'
import { SettlementPreview } from '#services/contract/contract.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { resettleFixture } from '#services/workers/settlement/resettle-fixture.ts'
import { settleFixture } from '#services/workers/settlement/settle-fixture.ts'
import { caughtUp } from '../../testing/caught-up.ts'
import { newId, type Person, startTestProduct, type TestProduct } from '../../testing/product.ts'
import { aStartedGame } from '../../testing/started-game.ts'

let product: TestProduct
let queries: Queries
let root: Person
let admin: Person
const businessNow = () => new Date()
beforeAll(async () => {
  product = await startTestProduct({ settings: { FOUR_EYES_ABOVE: 100_000_000 } })
  queries = await openQueries(product.database.url)
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  admin = await product.anAdmin(100_000)
})
afterAll(async () => {
  await queries.end()
  await product.close()
})

const PICKS = [
  { market: 'h2h', selection: 'home' },
  { market: 'h2h', selection: 'draw' },
  { market: 'totals', selection: 'over', point: '2.5' },
  { market: 'totals', selection: 'under', point: '2.25' },
  { market: 'btts', selection: 'yes' },
] as const

/** Places a bet as the decider would, at quotes made up here, since the test board has only one market. */
async function place(bettor: string, games: readonly string[], random: SeededRandom): Promise<void> {
  const now = new Date().toISOString()
  const legs = games.map((fixture) => {
    const pick = { ...random.one(PICKS), fixture, selectionName: 'what was picked' }
    const from = { bookmaker: 'testbook', quotedAt: now, fetchedAt: now, message: '0'.repeat(64) }
    const game = { fixtureVersion: 0, league: 'soccer_epl', startsAt: now, inPlay: true, drawOffered: true } as const
    const odds = random.one(['1.50', '2.10', '3.40'])
    return { ...pick, seenOdds: odds, quote: { ...pick, ...game, ...from, odds }, closed: false }
  })
  const limits = { minStakeCents: 10, maxPayoutCents: 1_000_000_000, maxLegs: 20 }
  const bet = {
    type: 'PlaceBet',
    bet: newId(),
    stakeCents: 100 + random.below(5_000),
    policy: 'any',
    legs,
    limits,
  } as const
  const placed = await product.services.accounts.execute(bettor, bet, metaBy({ id: bettor, role: 'user' }))
  expect(placed).toMatchObject({ accepted: true })
}

async function settle(...games: readonly string[]): Promise<void> {
  const settler = { ...product.services, queries, businessNow }
  await caughtUp(product)
  for (const game of games) {
    await settleFixture(game, settler)
    await resettleFixture(game, settler)
  }
}

const act = async (body: object) => {
  const { status, body: reply } = await product.admin(root.token, body)
  return [status, reply.code]
}
const preview = async (what: object) => {
  const reply = await product.call(`/api/admin/settlement/preview?what=${encodeURIComponent(JSON.stringify(what))}`, {
    token: root.token,
  })
  expect(reply.status, reply.text).toBe(200)
  return SettlementPreview.parse(reply.body)
}

async function profitCents(): Promise<number> {
  const balances = new Map<never, number>()
  for (const { stream, body } of await product.events()) {
    post(balances, postingsOf(stream, { ...decodeBody(body), ...upcast(decodeBody(body)) } as never))
  }
  return balanceOf(balances, 'house:profit')
}
const purseOf = async (id: string) => {
  const { walletCents, owedCents } = await product.services.accounts.read(id)
  return { wallet: walletCents / 100, owed: owedCents / 100 }
}
const cents = (euros: number) => Math.round(euros * 100)

const score = (random: SeededRandom) => ({ home: random.below(4), away: random.below(3) })
/** Any action on an event; some are refused if the event is not ready for them. */
function anAction(eventId: string, random: SeededRandom): object {
  const regulation = random.below(4) === 0 ? { regulation: null } : {}
  switch (random.below(6)) {
    case 0:
      return { action: 'voidEvent', eventId }
    case 1:
      return { action: 'voidMarket', eventId, market: random.one(['h2h', 'totals', 'btts']) }
    case 2: {
      const { market, ...selection } = random.one(PICKS)
      const grade = random.one(['won', 'half-won', 'void', 'lost'])
      return { action: 'decideMarket', eventId, market, selections: [{ ...selection, grade }] }
    }
    case 3:
      return { action: 'correctResult', eventId, home: null, away: null }
    default:
      return { action: random.one(['recordResult', 'correctResult']), eventId, ...score(random), ...regulation }
  }
}

describe('a preview', () => {
  test.each([1, 2, 3, 4, 5, 6])('shows what moves: book %s', async (seed) => {
    const random = new SeededRandom(seed)
    const games = [await aStartedGame(product), await aStartedGame(product), await aStartedGame(product)] as const
    const bettors = await Promise.all([1, 2, 3].map(() => product.aBettor(admin, 500)))
    for (const { user } of bettors) {
      for (let bet = 0; bet < 8; bet++) {
        const some = games.filter(() => random.below(2) === 0)
        await place(user.id, some.length === 0 ? [games[0]] : some, random)
      }
    }
    await act({ action: 'recordResult', eventId: games[1], ...score(random) })
    await settle(...games)
    let moved = 0
    for (let turn = 0; turn < 8; turn++) {
      // returns that have been withdrawn cannot be taken back: they become a debt
      if (turn === 4) for (const { user } of bettors) await emptied(user.id)
      await caughtUp(product)
      const action = anAction(random.one(games), random)
      const allowed = await product.call(
        `/api/admin/settlement/preview?what=${encodeURIComponent(JSON.stringify(action))}`,
        { token: root.token },
      )
      if (allowed.status !== 200) {
        expect(await act(action)).toEqual([allowed.status, allowed.body.code])
        continue
      }
      const shown = await preview(action)
      const [before, profit] = [await Promise.all(bettors.map(({ user }) => purseOf(user.id))), await profitCents()]
      expect(await act({ ...action, preview: shown.fingerprint })).toEqual([200, undefined])
      await settle(...games)
      for (const [at, { user }] of bettors.entries()) {
        const expected = shown.accounts.find(({ userId }) => userId === user.id)
        const after = await purseOf(user.id)
        expect(after).toEqual(
          expected === undefined ? before[at] : { wallet: expected.walletAfter, owed: expected.owedAfter },
        )
      }
      expect((await profitCents()) - profit).toBe(cents(shown.total.house))
      if (shown.moves > 0) moved += 1
      // the amount on the button is the total that the rows add up to
      expect(shown.total.moves).toBe(shown.moves)
      for (const part of ['bets', 'stakes', 'wallets', 'house', 'moves'] as const) {
        expect(shown.groups.reduce((sum, group) => sum + cents(group[part]), 0)).toBe(cents(shown.total[part]))
      }
      for (const { statusBefore, statusAfter, before, after, mayReturn } of shown.bets) {
        if (mayReturn === null) expect([statusAfter, after]).not.toEqual([statusBefore, before])
        else expect([statusBefore, statusAfter, before, after]).toEqual(['pending', 'pending', null, null])
      }
    }
    expect(moved).toBeGreaterThan(0)
  })
})

async function emptied(account: string): Promise<void> {
  const { walletCents } = await product.services.accounts.read(account)
  if (walletCents === 0) return
  const withdraw = { type: 'Withdraw', transfer: newId(), to: admin.user.id, amountCents: walletCents } as const
  await product.services.accounts.execute(account, withdraw, metaBy({ id: admin.user.id, role: 'admin' }))
}

test('a preview that is out of date is refused, and nothing happens', async () => {
  const game = await aStartedGame(product)
  const [one, other] = [await product.aBettor(admin, 100), await product.aBettor(admin, 100)]
  const random = new SeededRandom(9)
  await place(one.user.id, [game], random)
  await caughtUp(product)
  const action = { action: 'voidEvent', eventId: game }
  const { fingerprint } = await preview(action)
  await place(other.user.id, [game], random)
  await caughtUp(product)
  expect(await act({ ...action, preview: fingerprint })).toEqual([409, 'preview_changed'])
  expect((await product.services.fixtures.read(game)).outcome).toBeNull()
  const again = await preview(action)
  expect(again.total.bets).toBe(2)
  expect(await act({ ...action, preview: again.fingerprint })).toEqual([200, undefined])
})

test('a settler that dies at any point leaves no bet settled twice or half voided', async () => {
  const game = await aStartedGame(product)
  const bettors = await Promise.all([1, 2, 3, 4].map(() => product.aBettor(admin, 1_000)))
  const random = new SeededRandom(11)
  for (const { user } of bettors) for (let bet = 0; bet < 5; bet++) await place(user.id, [game], random)
  await caughtUp(product)
  expect(await act({ action: 'voidEvent', eventId: game })).toEqual([200, undefined])
  await caughtUp(product)
  // it dies after this many bets, while others start over
  const dying = (after: number) => {
    let left = after
    const { accounts } = product.services
    const execute: typeof accounts.execute = async (...command) => {
      if (left-- <= 0) throw new Error('died')
      return accounts.execute(...command)
    }
    return settleFixture(game, { ...product.services, accounts: { execute }, queries, businessNow }).catch(() => null)
  }
  await Promise.all([dying(3), dying(7)])
  await Promise.all([settle(game), settle(game)])
  for (const { user } of bettors) expect(await purseOf(user.id)).toEqual({ wallet: 1_000, owed: 0 })
  const settled = (await product.events('BetSettled')).map(({ body }) => decodeBody(body))
  const ofGame = settled.filter(({ data }) => (data as { legs: { fixture: string }[] }).legs[0]?.fixture === game)
  expect(new Set(ofGame.map(({ data }) => (data as { bet: string }).bet)).size).toBe(20)
  expect(ofGame).toHaveLength(20)
})
