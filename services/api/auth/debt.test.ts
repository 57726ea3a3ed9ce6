// A bettor who owes money after a corrected result is told so in every reply that describes their account.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metaBy } from '#services/commands/testing/meta.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { resettleFixture } from '#services/workers/settlement/resettle-fixture.ts'
import { settleFixture } from '#services/workers/settlement/settle-fixture.ts'
import { caughtUp } from '../testing/caught-up.ts'
import { newId, type Person, startTestProduct, type TestProduct } from '../testing/product.ts'
import { aStartedGame } from '../testing/started-game.ts'

let product: TestProduct
let queries: Queries
let admin: Person
beforeAll(async () => {
  product = await startTestProduct()
  queries = await openQueries(product.database.url)
  admin = await product.anAdmin(1_000)
})
afterAll(async () => {
  await queries.end()
  await product.close()
})

/** Bets ten euros on the home team at odds of 2. */
async function bet(bettor: string, fixture: string): Promise<void> {
  const now = new Date().toISOString()
  const pick = { market: 'h2h', selection: 'home', fixture, selectionName: 'Rovers' } as const
  const from = { bookmaker: 'testbook', quotedAt: now, fetchedAt: now, message: '0'.repeat(64) }
  const game = { fixtureVersion: 0, league: 'soccer_epl', startsAt: now, inPlay: true, drawOffered: true } as const
  const legs = [{ ...pick, seenOdds: '2.00', quote: { ...pick, ...game, ...from, odds: '2.00' }, closed: false }]
  const limits = { minStakeCents: 10, maxPayoutCents: 1_000_000, maxLegs: 20 }
  const command = { type: 'PlaceBet', bet: newId(), stakeCents: 1_000, policy: 'any', legs, limits } as const
  const placed = await product.services.accounts.execute(bettor, command, metaBy({ id: bettor, role: 'user' }))
  expect(placed).toMatchObject({ accepted: true })
}

async function settled(game: string): Promise<void> {
  const settler = { ...product.services, queries, businessNow: () => new Date() }
  await caughtUp(product)
  await settleFixture(game, settler)
  await resettleFixture(game, settler)
  await caughtUp(product)
}

test('bettors are told what they owe until it is paid', async () => {
  const { user, token, password } = await product.aBettor(admin, 10)
  const game = await aStartedGame(product)
  await bet(user.id, game)
  const done = async (body: object) => {
    expect(await product.admin(admin.token, body)).toMatchObject({ status: 200 })
    await caughtUp(product)
  }
  await done({ action: 'recordResult', eventId: game, home: 1, away: 0 })
  await settled(game)
  await done({ action: 'updateBalance', userId: user.id, amountToAdd: -15, balanceType: 'withdraw' })
  await done({ action: 'correctResult', eventId: game, home: 0, away: 1 })
  await settled(game)

  const owing = { balance: '0.00', owed: 15 }
  const refreshed = () => product.auth({ action: 'refresh', username: user.username }, { token })
  expect((await refreshed()).body.user).toMatchObject(owing)
  expect((await product.signIn(user.username, password)).user).toMatchObject(owing)
  const emailed = await product.call('/api/account/email', { token, body: { email: 'a@example.org', password } })
  expect(emailed.body.user).toMatchObject(owing)

  await done({ action: 'updateBalance', userId: user.id, amountToAdd: 12, balanceType: 'deposit' })
  expect((await refreshed()).body.user).toMatchObject({ balance: '0.00', owed: 3 })
  await done({ action: 'updateBalance', userId: user.id, amountToAdd: 5, balanceType: 'deposit' })
  const paid = (await refreshed()).body.user
  expect(paid).toMatchObject({ balance: '2.00' })
  expect(paid).not.toHaveProperty('owed')
})
