// One account, or one address, with many connections does not get in the way of others.
import type { InjectOptions } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '../http/api.ts'
import type { BetReads } from '../reads/bets.ts'
import { buildServer } from '../server.ts'
import type { Services } from '../services.ts'
import { type Person, single, startTestProduct, type TestProduct, until } from '../testing/product.ts'
import { createRequestQueues, type QueueLimits } from './request-queues.ts'

const CONNECTIONS = 64
const LIMITS: QueueLimits = { BETS_AT_ONCE: 2, READS_AT_ONCE: 2, CALLS_WAITING: 1_000, CALLS_PER_ADDRESS: 2_000 }

describe('a fair share', () => {
  let product: TestProduct
  let hog: Person
  let other: Person
  let game: string
  const servers: Api[] = []
  beforeAll(async () => {
    product = await startTestProduct()
    const admin = await product.anAdmin(10_000)
    hog = await product.aBettor(admin, 5_000)
    other = await product.aBettor(admin, 100)
    game = product.newGame()
    for (let placed = 0; placed < 500; placed += 50) {
      await Promise.all(Array.from({ length: 50 }, () => product.place(hog.token, single(game, 1))))
    }
    await product.call('/api/bets/my-bets', { token: hog.token })
    // both accounts become known, so that no call waits for a lookup
    await product.call('/api/bets/my-bets', { token: other.token })
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
  })
  afterAll(() => product.close())

  async function serverWith(
    changed: Partial<Services>,
    limits: Partial<QueueLimits> = {},
    waitMs?: number,
  ): Promise<Api> {
    const queues = createRequestQueues({ ...LIMITS, ...limits }, waitMs)
    const server = await buildServer({ ...product.services, queues, ...changed })
    servers.push(server)
    return server
  }
  const withBets = (betsOf: BetReads['betsOf']): Partial<Services> => {
    const { reads } = product.services
    return { reads: { ...reads, bets: { ...reads.bets, betsOf } } }
  }
  const authorization = ({ token }: Person) => `Bearer ${token}`
  const myBets = (person: Person): InjectOptions => ({
    url: '/api/bets/my-bets',
    headers: { authorization: authorization(person) },
  })
  const aBet = (person: Person): InjectOptions => ({
    method: 'POST',
    url: '/api/bets/place-bet',
    headers: { authorization: authorization(person) },
    payload: single(game, 1),
  })
  const many = (server: Api, call: InjectOptions, count = CONNECTIONS) =>
    Array.from({ length: count }, () => server.inject(call).then((reply) => reply))

  test('while 64 connections of one account read 500 bets each, another’s bet is not behind all of them', async () => {
    let answered = 0
    let before = -1
    const { accounts, reads, freshness } = product.services
    const server = await serverWith({
      // everything is in memory, so nothing yields by itself
      freshness: { ...freshness, waitFor: async () => undefined },
      ...withBets((...asked) => {
        answered += 1
        return reads.bets.betsOf(...asked)
      }),
      accounts: {
        ...accounts,
        execute: (...command) => {
          before = answered
          return accounts.execute(...command)
        },
      },
    })
    for (const person of [hog, other]) await server.inject(myBets(person))
    // what the first bet has to load is not measured here
    await server.inject(aBet(other))
    answered = 0
    const replies = many(server, myBets(hog)).map(async (reply) => {
      const { statusCode, body } = await reply
      return { statusCode, bets: JSON.parse(body).length }
    })
    // all calls have arrived now
    await new Promise<void>((resolve) => setImmediate(resolve))
    expect((await server.inject(aBet(other))).statusCode).toBe(200)
    expect(await Promise.all(replies)).toEqual(Array(CONNECTIONS).fill({ statusCode: 200, bets: 500 }))
    expect(before).toBeGreaterThanOrEqual(0)
    expect(before).toBeLessThan(CONNECTIONS / 8)
  })

  test('two reads of one account run at a time; another’s reads and bets go on while the rest wait', async () => {
    const release = Promise.withResolvers<void>()
    const working: string[] = []
    const { reads } = product.services
    const server = await serverWith(
      withBets(async (account, cursor) => {
        working.push(account)
        if (account === hog.user.id) await release.promise
        return reads.bets.betsOf(account, cursor)
      }),
    )
    const replies = many(server, myBets(hog))
    await until(() => working.length === 2)
    expect((await server.inject(myBets(other))).statusCode).toBe(200)
    expect((await server.inject(aBet(other))).statusCode).toBe(200)
    // a bet of the account with many reads does not count as a read
    expect((await server.inject(aBet(hog))).statusCode).toBe(200)
    expect(working).toEqual([...Array(2).fill(hog.user.id), other.user.id])
    release.resolve()
    for (const reply of await Promise.all(replies)) expect(reply.statusCode).toBe(200)
    expect(working).toHaveLength(CONNECTIONS + 1)
  })

  test('two refreshes of one account run at a time, from whatever addresses, and another’s beside them', async () => {
    const release = Promise.withResolvers<void>()
    const working: string[] = []
    const { reads } = product.services
    const users: typeof reads.people.users = async (accounts) => {
      working.push(...accounts)
      if (accounts.includes(hog.user.id)) await release.promise
      return reads.people.users(accounts)
    }
    const server = await serverWith({ reads: { ...reads, people: { ...reads.people, users } } })
    const refresh = (person: Person, remoteAddress = '203.0.113.1'): InjectOptions => ({
      method: 'POST',
      url: '/api/auth/auth',
      headers: { authorization: authorization(person) },
      payload: { action: 'refresh', username: person.user.username },
      remoteAddress,
    })
    const replies = [...many(server, refresh(hog), 8), ...many(server, refresh(hog, '203.0.113.2'), 8)]
    await until(() => working.length === 2)
    expect((await server.inject(refresh(other))).statusCode).toBe(200)
    expect(working).toEqual([hog.user.id, hog.user.id, other.user.id])
    release.resolve()
    for (const reply of await Promise.all(replies)) expect(reply.statusCode).toBe(200)
  })

  test('two bets of one are placed at a time, and another’s beside them', async () => {
    const release = Promise.withResolvers<void>()
    const working: string[] = []
    const { accounts } = product.services
    const server = await serverWith({
      accounts: {
        ...accounts,
        execute: async (account, ...command) => {
          working.push(account)
          if (account === hog.user.id) await release.promise
          return accounts.execute(account, ...command)
        },
      },
    })
    const replies = many(server, aBet(hog))
    await until(() => working.length === 2)
    expect((await server.inject(aBet(other))).statusCode).toBe(200)
    expect(working).toEqual([hog.user.id, hog.user.id, other.user.id])
    release.resolve()
    for (const reply of await Promise.all(replies)) expect(reply.statusCode).toBe(200)
  })

  test.each([
    ['lists', () => '/api/sports'],
    ['a game', () => `/api/sports/soccer_epl?eventId=${game}`],
    ['the description', () => '/openapi.json'],
  ])('strangers who read %s take turns by address', async (_what, url) => {
    const order: string[] = []
    const server = await serverWith({})
    const from = async (remoteAddress: string) => {
      expect((await server.inject({ url: url(), remoteAddress })).statusCode).toBe(200)
      order.push(remoteAddress)
    }
    const one = Array.from({ length: CONNECTIONS }, () => from('203.0.113.1'))
    await Promise.all([...one, from('203.0.113.2'), from('2001:db8::1'), from('2001:db8::2')])
    for (const address of ['203.0.113.2', '2001:db8::1']) expect(order.indexOf(address)).toBeLessThan(CONNECTIONS / 8)
    // one subscriber's network is one caller
    expect(order.indexOf('2001:db8::2')).toBeGreaterThan(order.indexOf('2001:db8::1'))
  })

  test('calls of one caller beyond the limit are refused and told when to come again', async () => {
    const release = Promise.withResolvers<void>()
    let working = 0
    const { reads } = product.services
    const server = await serverWith(
      withBets(async (account, cursor) => {
        working += 1
        await release.promise
        return reads.bets.betsOf(account, cursor)
      }),
      { CALLS_WAITING: 3 },
    )
    const first = many(server, myBets(hog), 2)
    await until(() => working === 2)
    const replies = [...first, ...many(server, myBets(hog), 6)]
    await Promise.all(replies.slice(5))
    release.resolve()
    const statuses = (await Promise.all(replies)).map((reply) => [
      reply.statusCode,
      reply.statusCode === 200 ? null : reply.json(),
      reply.headers['retry-after'],
    ])
    const refused = { code: 'too_many_requests', error: 'Too many requests at once. Please try again.' }
    expect(statuses.filter(([status]) => status === 200)).toHaveLength(5)
    expect(statuses.filter(([status]) => status !== 200)).toEqual(Array(3).fill([429, refused, '1']))
  })

  test('a call that waits too long is refused', async () => {
    const release = Promise.withResolvers<void>()
    let working = 0
    const { reads } = product.services
    const server = await serverWith(
      withBets(async (account, cursor) => {
        working += 1
        await release.promise
        return reads.bets.betsOf(account, cursor)
      }),
      { READS_AT_ONCE: 1 },
      10,
    )
    const [first] = many(server, myBets(hog), 1)
    await until(() => working === 1)
    expect((await server.inject(myBets(hog))).json().code).toBe('too_many_requests')
    release.resolve()
    expect((await first!).statusCode).toBe(200)
  })

  test('one address has a limited number of calls at a time, whoever sends them', async () => {
    const release = Promise.withResolvers<void>()
    let working = 0
    const { reads } = product.services
    const server = await serverWith(
      withBets(async (account, cursor) => {
        working += 1
        await release.promise
        return reads.bets.betsOf(account, cursor)
      }),
      { CALLS_PER_ADDRESS: 2 },
    )
    const held = [server.inject(myBets(hog)), server.inject(myBets(other))]
    await until(() => working === 2)
    const refused = await server.inject(aBet(other))
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
    expect((await server.inject({ url: '/api/sports', remoteAddress: '203.0.113.1' })).statusCode).toBe(200)
    release.resolve()
    for (const reply of await Promise.all(held)) expect(reply.statusCode).toBe(200)
    expect((await server.inject(aBet(other))).statusCode).toBe(200)
  })

  test('large bodies are parsed one at a time', async () => {
    let executed = -1
    let parsed = 0
    const { accounts } = product.services
    const server = await serverWith({
      accounts: {
        ...accounts,
        execute: (...command) => {
          executed = parsed
          return accounts.execute(...command)
        },
      },
    })
    const large = { ...aBet(hog), payload: { ...single(game, 1), legs: Array(3_000).fill({}) } }
    const replies = many(server, large).map((reply) =>
      reply.then(({ statusCode }) => {
        parsed += 1
        return statusCode
      }),
    )
    expect((await server.inject(aBet(other))).statusCode).toBe(200)
    expect(new Set(await Promise.all(replies))).toEqual(new Set([400]))
    expect(executed).toBeGreaterThanOrEqual(0)
    expect(executed).toBeLessThan(CONNECTIONS / 2)
  })
})
