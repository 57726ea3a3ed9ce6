// Nobody waits for ever: neither a client for a database that does not answer, nor the server for a client that does
// not finish its request.
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '#services/accounts/sessions/session.ts'
import { buildServer } from '../server.ts'
import type { Services } from '../services.ts'
import { newId, newName, type Person, single, startTestProduct, type TestProduct } from '../testing/product.ts'
import type { Api } from './api.ts'
import { createDeadline, type Deadline } from './deadline.ts'

describe('patience', () => {
  let product: TestProduct
  let admin: Person
  let bettor: Person
  let stranger: Person
  let deadline: Deadline
  let owner: pg.Client
  const servers: Api[] = []
  const game = newId()

  beforeAll(async () => {
    product = await startTestProduct()
    admin = await product.anAdmin(1_000)
    bettor = await product.aBettor(admin, 100)
    stranger = await product.aBettor(admin, 0)
    product.board.put({ id: game })
    owner = new pg.Client(product.database.ownerUrl)
    await owner.connect()
    deadline = createDeadline(300)
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    deadline.close()
    await owner.end()
    await product.close()
  })

  async function serverWith(changed: Partial<Services>, arrival?: Parameters<typeof buildServer>[1]): Promise<Api> {
    const server = await buildServer({ ...product.services, ...changed }, arrival)
    servers.push(server)
    return server
  }

  /** Sessions that know these people by a lookup made now. The real ones would look them up again within a second. */
  async function knowing(...people: readonly Person[]): Promise<Services['sessions']> {
    const { sessions } = product.services
    const known = new Map<string, Session | null>()
    for (const { token } of people) known.set(token, await sessions.find(token))
    return {
      ...sessions,
      cached: (token) => known.get(token) ?? sessions.cached(token),
      find: async (token) => known.get(token) ?? sessions.find(token),
    }
  }

  test('every call is answered while the database does not answer', async () => {
    const never = { loadGame: () => new Promise<never>(() => undefined) }
    const sessions = await knowing(admin, bettor)
    const server = await serverWith({ deadline, board: { ...product.board, ...never }, sessions })
    const place = { url: '/api/bets/place-bet', payload: single(game, 1) }
    const auth = (action: string, more: object) => ({ url: '/api/auth/auth', payload: { action, ...more } })
    const dashboard = (action: string, more: object) => ({ url: '/api/admin/dashboard', payload: { action, ...more } })
    const { username, id: userId } = bettor.user
    const calls: { url: string; payload?: object; token?: string; late: 'unavailable' | 'outcome_unknown' }[] = [
      { url: '/api/bets/my-bets', token: bettor.token, late: 'unavailable' },
      { url: '/api/admin/dashboard', token: admin.token, late: 'unavailable' },
      { url: '/api/sports?upcoming=true&trendy=true', late: 'unavailable' },
      { url: `/api/sports/soccer?eventId=${newId()}`, late: 'unavailable' },
      { ...auth('signin', { username, password: bettor.password }), late: 'outcome_unknown' },
      { ...auth('signup', { username: newName(), password: 'harbour tide', adult: true }), late: 'outcome_unknown' },
      { ...auth('refresh', { username }), token: bettor.token, late: 'outcome_unknown' },
      {
        ...dashboard('updateBalance', { userId, amountToAdd: 1, balanceType: 'deposit', reason: 'a gift' }),
        token: admin.token,
        late: 'outcome_unknown',
      },
      { ...dashboard('blockUser', { targetUsername: username }), token: admin.token, late: 'outcome_unknown' },
      // their sessions are not cached, so they are refused before anything is done
      { ...place, token: stranger.token, late: 'unavailable' },
      { url: '/api/stream?topics=me', token: stranger.token, late: 'unavailable' },
    ]
    sessions.onNotification(null)
    await owner.query('begin')
    await owner.query('lock table app.session, app.identity, app.reason_text, app.attempt')
    await owner.query('lock table app.account, app.bet, app.house, app.fixture_popularity')
    try {
      const answers = await Promise.all(
        calls.map(async ({ url, payload, token }) => {
          const reply = await server.inject({
            method: payload === undefined ? 'GET' : 'POST',
            url,
            ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
            ...(payload !== undefined && { payload }),
          })
          return [url, reply.statusCode, reply.json().code]
        }),
      )
      expect(answers).toEqual(calls.map(({ url, late }) => [url, late === 'unavailable' ? 503 : 504, late]))
    } finally {
      await owner.query('rollback')
    }
  })

  test('a command whose append does not return in time has an unknown outcome', async () => {
    const accounts = { ...product.services.accounts, execute: () => new Promise<never>(() => undefined) }
    const server = await serverWith({ deadline, accounts, sessions: await knowing(bettor) })
    const reply = await server.inject({
      method: 'POST',
      url: '/api/bets/place-bet',
      headers: { authorization: `Bearer ${bettor.token}` },
      payload: single(game, 1),
    })
    expect([reply.statusCode, reply.json().code]).toEqual([504, 'outcome_unknown'])
  })

  test.each(['jsonl', 'csv'])('a file (%s) whose first line does not arrive in time is refused', async (format) => {
    const server = await serverWith({ deadline })
    await owner.query('begin; lock table app.audit')
    try {
      const reply = await server.inject({
        url: `/api/admin/audit?format=${format}`,
        headers: { authorization: `Bearer ${admin.token}` },
      })
      expect([reply.statusCode, reply.json().code]).toEqual([503, 'unavailable'])
    } finally {
      await owner.query('rollback')
    }
  })

  test.each([
    ['says nothing', ''],
    ['stops in its headers', 'GET /api/clock HTTP/1.1\r\nHost: fairbook\r\n'],
    [
      'stops in its body',
      'POST /api/auth/auth HTTP/1.1\r\nHost: fairbook\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ],
  ])('a client that %s is let go', async (_what, sent) => {
    const server = await serverWith({}, { withinMs: 200, checkEveryMs: 50 })
    const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(sent))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('"code":"request_too_slow"')
  })
})
