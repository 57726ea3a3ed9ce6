// Two api processes on one database: what is done through one is seen through the other.
import { createEventSource } from 'eventsource-client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Push } from '#services/contract/contract.ts'
import { ATTEMPT_LIMITS } from '../limits/attempts.ts'
import {
  type Call,
  callAt,
  newName,
  type Person,
  single,
  startTestProduct,
  type TestProduct,
  until,
} from '../testing/product.ts'
import { createPeers } from './peers.ts'

const PLACE = '/api/bets/place-bet'
const MY_BETS = '/api/bets/my-bets'
const DASHBOARD = '/api/admin/dashboard'

describe('two apis', () => {
  let product: TestProduct
  let other: Awaited<ReturnType<TestProduct['another']>>
  let admin: Person
  beforeAll(async () => {
    product = await startTestProduct({ attemptLimits: { ...ATTEMPT_LIMITS, holdMs: 0 } })
    other = await product.another()
    admin = await product.anAdmin(100_000)
  })
  afterAll(async () => {
    await other.close()
    await product.close()
  })

  const game = () => product.newGame()
  const there = (path: string, call: Call = {}) => callAt(other.origin, path, call)

  /** Runs `work` while no read model can be written. `release`, which is passed to `work`, ends that. */
  async function withReadModelsHeld(work: (release: () => Promise<void>) => Promise<void>): Promise<void> {
    const client = new pg.Client(product.database.url)
    await client.connect()
    try {
      await client.query('begin; lock table app.projection_checkpoint in exclusive mode')
      await work(async () => void (await client.query('commit')))
    } finally {
      await client.end()
    }
  }

  /** The result of `asked`, which must not arrive before `release` has been called. */
  async function heldUntil<Answer>(asked: Promise<Answer>, release: () => Promise<void>): Promise<Answer> {
    let answered = false
    const noted = asked.then((answer) => {
      answered = true
      return answer
    })
    // other reads through the same process return meanwhile: only this one waits for the read models
    await there('/api/sports', {})
    await there('/api/sports', {})
    expect(answered).toBe(false)
    await release()
    return noted
  }

  test('a bettor reads through one what they wrote through the other, without sending a position', async () => {
    const bettor = await product.aBettor(admin, 100)
    const id = game()
    await withReadModelsHeld(async (release) => {
      const placed = await product.call(PLACE, { token: bettor.token, body: single(id, 10) })
      expect(placed.status).toBe(200)
      const seen = await heldUntil(there(MY_BETS, { token: bettor.token }), release)
      expect((seen.body as unknown as { id: string }[]).map((bet) => bet.id)).toEqual([placed.body.betId])
    })
  })

  test('a session that wrote nothing does not wait', async () => {
    const [writer, reader] = [await product.aBettor(admin, 100), await product.aBettor(admin, 100)]
    expect((await there(MY_BETS, { token: reader.token })).body).toEqual([])
    const id = game()
    await withReadModelsHeld(async (release) => {
      await product.call(PLACE, { token: writer.token, body: single(id, 10) })
      expect((await there(MY_BETS, { token: reader.token })).status).toBe(200)
      await release()
    })
  })

  test('an admin reads through one the user that they created through the other', async () => {
    await withReadModelsHeld(async (release) => {
      const username = newName()
      const made = await product.admin(admin.token, {
        action: 'createUser',
        username,
        password: 'harbour tide',
        initialBalance: 5,
      })
      expect(made.status).toBe(200)
      const { body } = await heldUntil(there(`${DASHBOARD}?list=users`, { token: admin.token }), release)
      expect((body.users as { username: string }[]).map((user) => user.username)).toContain(username)
    })
  })

  test('neither refuses a bet that a write through the other has just made possible', async () => {
    const bettor = await product.aBettor(admin, 10)
    const id = game()
    expect((await there(PLACE, { token: bettor.token, body: single(id, 10) })).status).toBe(200)
    const refused = await product.call(PLACE, { token: bettor.token, body: single(id, 10) })
    expect(refused.body.code).toBe('insufficient_funds')
    const deposit = { action: 'updateBalance', userId: bettor.user.id, amountToAdd: 10, balanceType: 'deposit' }
    expect((await there('/api/admin/dashboard', { token: admin.token, body: deposit })).status).toBe(200)
    expect((await product.call(PLACE, { token: bettor.token, body: single(id, 10) })).status).toBe(200)
  })

  test('a browser connected to one is told of a bet placed through the other', async () => {
    const bettor = await product.aBettor(admin, 100)
    const pushes: Push[] = []
    const source = createEventSource({
      url: `${other.origin}/api/stream?topics=me`,
      headers: { authorization: `Bearer ${bettor.token}` },
      onMessage: ({ data }) => pushes.push(Push.parse(JSON.parse(data))),
    })
    try {
      await until(() => pushes.some((push) => push.kind === 'account'))
      await product.call(PLACE, { token: bettor.token, body: single(game(), 10) })
      await until(() => pushes.some((push) => push.kind === 'account' && push.user.balance === '90.00'))
    } finally {
      source.close()
    }
  })

  test('wrong passwords are counted together', async () => {
    const { user } = await product.signUp()
    const body = { action: 'signin', username: user.username, password: 'a guess' }
    const origins = Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? product.origin : other.origin))
    const replies = await Promise.all(origins.map((origin) => callAt(origin, '/api/auth/auth', { body })))
    // the limit of the address from which the account was opened
    const { free } = ATTEMPT_LIMITS.signIns.knownPair
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(free)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30 - free)
  })
})

describe('peers', () => {
  let at = 0
  /** Delivers every message to all peers. */
  function meeting() {
    const all: ReturnType<typeof createPeers>[] = []
    const pool = {
      query: async (_text: string, [, said]: [string, string]) => all.forEach((one) => void one.onNotification(said)),
    }
    return () => {
      const one = createPeers(pool as unknown as pg.Pool, () => at)
      all.push(one)
      return one
    }
  }

  test('one that hears nobody knows after a while that it is alone', async () => {
    at = 0
    const only = meeting()()
    expect(only.isSoleInstance()).toBe(false)
    at = 10_000
    expect(only.isSoleInstance()).toBe(true)
    only.onNotification(null)
    expect(only.isSoleInstance()).toBe(false)
    await only.close()
  })

  test('two learn of each other at once, and that one leaves as well', async () => {
    at = 0
    const join = meeting()
    const one = join()
    at = 20_000
    expect(one.isSoleInstance()).toBe(true)
    const two = join()
    two.onNotification(null)
    expect(one.isSoleInstance()).toBe(false)
    at = 31_000
    one.onNotification(null)
    at = 42_000
    expect(two.isSoleInstance()).toBe(false)
    await two.close()
    expect(one.isSoleInstance()).toBe(true)
    await one.close()
  })

  test('one that is no longer heard of is gone', async () => {
    at = 0
    const one = createPeers({ query: async () => undefined } as unknown as pg.Pool, () => at)
    one.onNotification(JSON.stringify({ api: 'another' }))
    at = 12_000
    expect(one.isSoleInstance()).toBe(false)
    at = 17_000
    expect(one.isSoleInstance()).toBe(true)
    await one.close()
  })
})
