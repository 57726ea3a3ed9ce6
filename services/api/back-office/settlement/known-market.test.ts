// A market can be voided or decided only if its event has or had it: it has prices, or bets.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FEED, metaBy } from '#services/commands/testing/meta.ts'
import { caughtUp } from '../../testing/caught-up.ts'
import { newId, type Person, startTestProduct, type TestProduct } from '../../testing/product.ts'

let product: TestProduct
let root: Person
let admin: Person
beforeAll(async () => {
  product = await startTestProduct()
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  admin = await product.anAdmin(1_000)
})
afterAll(() => product.close())

/** Adds a game of the feed that began a minute ago. */
async function aGame(): Promise<string> {
  const id = newId()
  const startsAt = new Date(Date.now() - 60_000).toISOString()
  const teams = { league: 'soccer_epl', home: 'Rovers', away: 'Wanderers' }
  const listing = { type: 'ListFixture', source: 'feed', providerId: id, startsAt, ...teams } as const
  await product.services.fixtures.execute(id, listing, metaBy(FEED))
  return id
}

type Pick = { readonly fixture: string; readonly market: string; readonly selection: string; readonly point?: string }

/** Bets at prices that are in no table. */
async function bet(...picks: readonly Pick[]): Promise<void> {
  const bettor = await product.aBettor(admin, 100)
  const now = new Date().toISOString()
  const from = { bookmaker: 'testbook', quotedAt: now, fetchedAt: now, message: '0'.repeat(64) }
  const game = { fixtureVersion: 0, league: 'soccer_epl', startsAt: now, inPlay: true } as const
  const legs = picks.map((pick) => {
    const chosen = { ...pick, selectionName: 'what was picked' }
    return { ...chosen, seenOdds: '2.00', quote: { ...chosen, ...game, ...from, odds: '2.00' }, closed: false }
  })
  const limits = { minStakeCents: 10, maxPayoutCents: 1_000_000, maxLegs: 20 }
  const placing = { type: 'PlaceBet', bet: newId(), stakeCents: 500, policy: 'any', legs, limits } as const
  const meta = metaBy({ id: bettor.user.id, role: 'user' })
  expect(await product.services.accounts.execute(bettor.user.id, placing, meta)).toMatchObject({ accepted: true })
  await caughtUp(product)
}

const PRICED = `insert into app.quote (fixture_id, market, point, selection, selection_name, odds, bookmaker, quoted_at, fetched_at, message_hash)
  values ($1, $2, '', 'yes', 'Yes', '1.80', 'testbook', now(), now(), '')`
const PRICED_BEFORE = `insert into app.quote_history (fixture_id, market, point, selection, odds, bookmaker, quoted_at, fetched_at, message_hash)
  values ($1, $2, '', 'yes', null, 'testbook', now(), now(), '')`
const SUSPENDED = `insert into app.suspended_market (fixture_id, market, reason, since, seen_at)
  values ($1, $2, 'unreadable', now(), now())`

const act = async (body: object) => {
  const { status, body: reply } = await product.admin(root.token, body)
  return [status, reply.code]
}
const seen = async (what: object) => {
  const path = `/api/admin/settlement/preview?what=${encodeURIComponent(JSON.stringify(what))}`
  const { status, body } = await product.call(path, { token: root.token })
  return [status, body.code]
}
const OK = [200, undefined]
const UNKNOWN = [400, 'market_unknown']
const eventsOn = async (event: string) =>
  (await product.events()).filter(({ stream }) => stream === `fixture-${event}`).map(({ type }) => type)

test('a market that nobody was offered is taken for a typo: nothing is recorded', async () => {
  const [eventId, other] = [await aGame(), await aGame()]
  const totals = { fixture: eventId, market: 'totals', selection: 'over', point: '2.5' }
  await bet(totals, { fixture: other, market: 'btts', selection: 'yes' })
  const slip = { action: 'voidMarket', eventId, market: 'total' }
  expect([await seen(slip), await act(slip)]).toEqual([UNKNOWN, UNKNOWN])
  // an admin who may not do it at all, or not yet, is told that first
  const decided = { action: 'decideMarket', eventId, market: 'btts', selections: [{ selection: 'yes', grade: 'won' }] }
  expect(await act(decided)).toEqual([409, 'result_missing'])
  expect(await act({ action: 'recordResult', eventId, home: 2, away: 1 })).toEqual(OK)
  expect([await seen(decided), await act(decided)]).toEqual([UNKNOWN, UNKNOWN])
  expect(await eventsOn(eventId)).toEqual(['FixtureListed', 'ResultRecorded'])
})

test('a market that was bet on exists even if its prices are gone', async () => {
  const eventId = await aGame()
  await bet({ fixture: eventId, market: 'totals', selection: 'over', point: '2.5' })
  const what = { action: 'voidMarket', eventId, market: 'totals' }
  expect([await seen(what), await act(what)]).toEqual([OK, OK])
  expect(await eventsOn(eventId)).toEqual(['FixtureListed', 'FixtureVoided'])
})

test.each([
  ['that has a price', PRICED],
  ['that had one', PRICED_BEFORE],
  ['whose prices are suspended', SUSPENDED],
])('a market %s is there, though nobody has bet on it', async (_, insert) => {
  const eventId = await aGame()
  const what = { action: 'voidMarket', eventId, market: 'btts' }
  expect(await act(what)).toEqual(UNKNOWN)
  await product.services.pool.query(insert, [eventId, 'btts'])
  expect([await seen(what), await act(what)]).toEqual([OK, OK])
})
