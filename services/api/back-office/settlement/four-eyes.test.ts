// What a decision by hand moves is counted before it is carried out: by whatever way money leaves, a second admin looks at it.
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FEED, metaBy } from '#services/commands/testing/meta.ts'
import { newId, type Person, startTestProduct, type TestProduct, until } from '../../testing/product.ts'

let product: TestProduct
let admin: Person
let bettor: Person
beforeAll(async () => {
  product = await startTestProduct({ settings: { FOUR_EYES_ABOVE: 5_000, FOUR_EYES_PER_DAY: 1_000_000 } })
  admin = await product.anAdmin(10_000)
  bettor = await product.aBettor(admin, 5_000)
})
afterAll(() => product.close())

async function aGame(): Promise<string> {
  const id = newId()
  const startsAt = new Date(Date.now() - 60_000).toISOString()
  const teams = { league: 'soccer_epl', home: 'Rovers', away: 'Wanderers' }
  const command = { type: 'ListFixture', source: 'house', providerId: null, startsAt, ...teams } as const
  await product.services.fixtures.execute(id, command, metaBy(FEED))
  return id
}

/** On the home teams, each at 10.00; answers its id. */
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

/** What a home win by hand is said to move; null where it happened at once. */
async function recorded(game: string): Promise<number | null> {
  const { body, text } = await product.admin(admin.token, { action: 'recordResult', eventId: game, home: 1, away: 0 })
  if (body.success !== true) throw new Error(text)
  return (body.pendingApproval as { moves: number } | undefined)?.moves ?? null
}

test('a leg of a parlay waits for what the parlay may return, whoever decides its other legs', async () => {
  const [byHand, ofTheFeed] = [await aGame(), await aGame()]
  await shown(await bet(100, byHand, ofTheFeed))
  expect(await recorded(byHand)).toBe(100)
  // one that may return less does not
  const small = await aGame()
  await shown(await bet(50, small, ofTheFeed))
  expect(await recorded(small)).toBeNull()
  // nor one that the decision ends, or leaves as it was
  const lost = await aGame()
  await shown(await bet(400, lost, ofTheFeed))
  const { body } = await product.admin(admin.token, { action: 'recordResult', eventId: lost, home: 0, away: 1 })
  expect(body.pendingApproval).toBeUndefined()
})

test('two results at the same moment do not each take the other for undecided', async () => {
  const games = [await aGame(), await aGame()]
  await shown(await bet(100, ...games))
  expect(await Promise.all(games.map(recorded))).toEqual([100, 100])
})

test('what had nothing left to do does not undo what somebody decides meanwhile', async () => {
  const game = await aGame()
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
  expect((await product.admin(admin.token, again)).body).toMatchObject({ success: true })
  meanwhile.mockRestore()
  expect((await fixtures.read(game)).outcome).toMatchObject({ kind: 'result', score })
})

test('a bet that the read models do not have yet counts as more than one admin may move', async () => {
  const game = await aGame()
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
