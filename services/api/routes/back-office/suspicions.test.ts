// What admins are shown as suspicious, and nothing else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Suspicions } from '#services/contract/contract.ts'
import { MINUTE } from '#services/platform/clock/durations.ts'
import { type Person, single, startTestProduct, type TestProduct, until } from '../../testing/product.ts'

let product: TestProduct
let admin: Person
let bettor: Person
beforeAll(async () => {
  product = await startTestProduct()
  admin = await product.anAdmin(10_000)
  bettor = await product.aBettor(admin, 1_000)
})
afterAll(() => product.close())

const ask = (kind: string, { token }: Pick<Person, 'token'> = admin, more = '') =>
  product.call(`/api/admin/suspicions?kind=${kind}${more}`, { token })
async function found<Kind extends Suspicions['suspicions'][number]['kind']>(kind: Kind) {
  const { suspicions } = Suspicions.parse((await ask(kind)).body)
  return suspicions as Extract<Suspicions['suspicions'][number], { kind: Kind }>[]
}
async function bet(event: string, stake: number): Promise<string> {
  const { status, body, text } = await product.place(bettor.token, single(event, stake))
  if (status !== 200) throw new Error(text)
  return body.betId as string
}
const read = (betId: string) => until(() => product.services.reads.bets.accountOf(betId))
const who = ({ user }: Person) => ({ id: user.id, username: user.username })

test('accounts that share an address, from three on, last used first', async () => {
  // the super admin, the admin and the bettor came from here
  const [shared, ...others] = await found('address')
  expect(others).toEqual([])
  expect(shared).toMatchObject({ accounts: 3, users: [who(bettor), who(admin), { username: 'root-admin' }] })
  const fourth = await product.signUp()
  expect((await found('address')).map(({ accounts, users }) => [accounts, users[0]])).toEqual([[4, who(fourth)]])
  const { pool } = product.services
  await pool.query(`update app.known_address set network = sha256(account_id::bytea) where account_id = any ($1)`, [
    [fourth.user.id, bettor.user.id],
  ])
  expect(await found('address')).toEqual([])
})

test('a stake of ten times the median of the bets settled before, and no smaller one', async () => {
  const game = product.newGame()
  for (const stake of [1, 2, 2, 3, 50]) {
    const betId = await bet(game, stake)
    await read(betId)
    expect((await product.admin(admin.token, { action: 'voidBet', betId })).status).toBe(200)
  }
  await bet(game, 19.99)
  const large = await bet(game, 20)
  await read(large)
  const jumps = await found('stake')
  expect(jumps).toEqual([
    {
      kind: 'stake',
      id: large,
      betId: large,
      at: expect.any(String),
      user: who(bettor),
      stake: 20,
      median: 2,
      times: 10,
    },
  ])
})

describe('a bet in play', () => {
  const live = () => product.newGame({ startsAt: new Date(Date.now() - 10 * MINUTE) })
  /** Records a price of home this many seconds after the bet. */
  async function thenPrice(event: string, betId: string, odds: string | null, seconds: number) {
    await product.services.pool.query(
      `insert into app.quote_history (fixture_id, market, point, selection, odds, bookmaker, quoted_at, fetched_at, message_hash)
       select $1, 'h2h', '', 'home', $3, 'one', at, at, 'none'
         from (select placed_at + $4 * interval '1 second' as at from app.bet where bet_id = $2) b`,
      [event, betId, odds, seconds],
    )
  }
  test('before its odds fell', async () => {
    const event = live()
    const betId = await bet(event, 1)
    await read(betId)
    await thenPrice(event, betId, '2.00', 3)
    await thenPrice(event, betId, '1.68', 8)
    await thenPrice(event, betId, '1.20', 12)
    expect(await found('timing')).toEqual([
      {
        kind: 'timing',
        id: betId,
        betId,
        at: expect.any(String),
        user: who(bettor),
        stake: 1,
        eventId: event,
        selection: expect.stringMatching(/^Home/),
        odds: 2.1,
        oddsAfter: 1.68,
        seconds: 8,
      },
    ])
  })

  test.each([
    ['whose odds rose', '2.90', 5],
    ['whose odds fell a little', '1.70', 5],
    ['whose price was taken down', null, 5],
    ['whose odds fell later', '1.20', 15.5],
    ['whose odds had fallen before', '1.20', -1],
  ])('%s is none', async (_, odds, seconds) => {
    const event = live()
    const betId = await bet(event, 1)
    await read(betId)
    await thenPrice(event, betId, odds, seconds)
    expect((await found('timing')).map(({ id }) => id)).not.toContain(betId)
  })

  test('before the score changed', async () => {
    const event = live()
    const betId = await bet(event, 1)
    await read(betId)
    await product.services.pool.query(
      `insert into app.score (fixture_id, home, away, completed, changed_at, read_at, message_hash)
       select $1, 1, 0, false, placed_at + interval '4 seconds', now(), 'none' from app.bet where bet_id = $2`,
      [event, betId],
    )
    const one = (await found('timing')).find(({ id }) => id === betId)
    expect(one).toMatchObject({ oddsAfter: null, seconds: 4 })
  })

  test('before the start is never suspicious, whatever happens to its odds', async () => {
    const event = product.newGame()
    const betId = await bet(event, 1)
    await read(betId)
    await thenPrice(event, betId, '1.20', 3)
    expect((await found('timing')).map(({ id }) => id)).not.toContain(betId)
  })
})

test('come in pages, of which the last says so', async () => {
  for (const kind of ['address', 'timing', 'stake']) {
    expect((await ask(kind)).body.next).toBe(null)
    expect((await ask(kind, admin, '&before=0')).body).toMatchObject({ suspicions: [], next: null })
  }
})

test('are for admins, one kind at a time', async () => {
  const asks = [await ask('stake', bettor), await ask('stake', { token: 'x'.repeat(43) }), await ask('hunch')]
  expect(asks.map(({ status }) => status)).toEqual([403, 401, 400])
  expect((await ask('stake', admin, '&before=now')).status).toBe(400)
})
