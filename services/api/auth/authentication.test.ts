// A session is checked when the head of a request arrives, and must still exist when the request is carried out.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionId } from '#services/accounts/sessions/session.ts'
import { type Person, single, startTestProduct, type TestProduct, until } from '../testing/product.ts'

let product: TestProduct
let admin: Person
beforeAll(async () => {
  product = await startTestProduct()
  admin = await product.anAdmin(1_000)
})
afterAll(() => product.close())

/**
 * Sends the head of a request and half of its body. Returns a function that sends the rest and resolves with the
 * response text.
 */
async function halfway(path: string, token: string, body: unknown): Promise<() => Promise<string>> {
  const text = JSON.stringify(body)
  const half = text.length >> 1
  const socket: Socket = connect(Number(new URL(product.origin).port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text.slice(0, half)}`,
  )
  // the head has been authenticated
  await until(() => product.services.sessions.cached(token))
  return async () => {
    socket.write(text.slice(half))
    await closed
    return Buffer.concat(chunks).toString()
  }
}

const betsOf = async ({ user }: Person): Promise<number> =>
  (await product.events('BetPlaced')).filter(({ stream }) => stream.endsWith(user.id)).length

describe('a request whose session ends while its body is held back', () => {
  test('is refused', async () => {
    const bettor = await product.aBettor(admin, 100)
    const finish = await halfway('/api/bets/place-bet', bettor.token, single(product.newGame(), 1))
    await product.services.sessions.beginEnd(bettor.user.id, { otherThan: '' })
    expect(await finish()).toMatch(/^HTTP\/1.1 401 [\s\S]*"code":"login_required"/)
    expect(await betsOf(bettor)).toBe(0)
  })

  test('is refused even if nobody was notified of the end', async () => {
    const bettor = await product.aBettor(admin, 100)
    const finish = await halfway('/api/bets/place-bet', bettor.token, single(product.newGame(), 1))
    const { pool, sessions } = product.services
    await pool.query(`delete from app.session where token_hash = decode($1, 'hex')`, [sessionId(bettor.token)])
    await until(() => sessions.cached(bettor.token) === null)
    expect(await finish()).toMatch(/^HTTP\/1.1 401 [\s\S]*"code":"login_required"/)
    expect(await betsOf(bettor)).toBe(0)
  })

  test('is refused when an admin made it', async () => {
    const other = await product.anAdmin(100)
    const body = { action: 'createUser', username: 'held-back', password: 'held back', initialBalance: 1 }
    const finish = await halfway('/api/admin/dashboard', other.token, body)
    await product.services.sessions.endAll(other.user.id)
    expect(await finish()).toMatch(/^HTTP\/1.1 401 [\s\S]*"code":"unauthorized"/)
    expect((await product.auth({ action: 'signin', username: 'held-back', password: 'held back' })).status).toBe(401)
  })

  test('is carried out if other sessions ended but its own did not', async () => {
    const bettor = await product.aBettor(admin, 100)
    const other = await product.signIn(bettor.user.username, bettor.password)
    const finish = await halfway('/api/bets/place-bet', bettor.token, single(product.newGame(), 1))
    const { sessions } = product.services
    const { commitment } = (await sessions.find(other.token))!
    await sessions.beginEnd(other.user.id, { id: commitment })
    expect(await finish()).toMatch(/^HTTP\/1.1 200 /)
    expect(await betsOf(bettor)).toBe(1)
  })
})

test('a request whose session ends while it is queued is refused', async () => {
  const bettor = await product.aBettor(admin, 100)
  const { board, services } = product
  const slow = product.newGame({ prices: { home: { odds: '2.10', stale: true } } })
  const { freshQuote } = board
  const asked: string[] = []
  const gate = Promise.withResolvers<void>()
  board.freshQuote = async (selection) => {
    asked.push(selection.fixture)
    await gate.promise
    return freshQuote(selection)
  }
  try {
    const running = [product.place(bettor.token, single(slow, 1)), product.place(bettor.token, single(slow, 1))]
    await until(() => asked.length === 2)
    const arrived = Promise.withResolvers<void>()
    const { run } = services.queues
    services.queues.run = (name, request, work) => {
      arrived.resolve()
      return run(name, request, work)
    }
    const queued = product.place(bettor.token, single(product.newGame(), 1))
    await arrived.promise
    services.queues.run = run
    await services.sessions.beginEnd(bettor.user.id, { otherThan: '' })
    gate.resolve()
    expect(await queued).toMatchObject({ status: 401, body: { code: 'login_required', success: false } })
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200])
    expect(await betsOf(bettor)).toBe(2)
  } finally {
    board.freshQuote = freshQuote
  }
})
