// Compressed replies: the text stays the same, it is compressed once if many clients get it, and never next to a
// secret.
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId, newName, type Person, single, startTestProduct, type TestProduct } from '../../testing/product.ts'
import { CachedReply } from './cached-reply.ts'
import { encodingFor } from './compression.ts'
import { createResponseCache } from './response-cache.ts'

describe('compression', () => {
  let product: TestProduct
  let admin: Person
  let bettor: Person
  let game: string
  beforeAll(async () => {
    product = await startTestProduct()
    admin = await product.anAdmin(1_000)
    bettor = await product.aBettor(admin, 100)
    for (let n = 0; n < 30; n++) game = product.newGame()
    for (let n = 0; n < 10; n++) await product.place(bettor.token, single(game, 1))
  })
  afterAll(() => product.close())

  type Answer = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer }
  /** The reply as it comes over the wire. */
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request(`${product.origin}${path}`, { method, headers }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () =>
          resolve({ status: reply.statusCode!, headers: reply.headers, bytes: Buffer.concat(chunks) }),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })

  const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
  const REPLIES: [name: string, path: string, headers: () => Record<string, string>][] = [
    ['upcoming games', '/api/sports?upcoming=true', () => ({})],
    ['trendy games', '/api/sports?upcoming=true&trendy=true', () => ({})],
    ['the catalog', '/api/sports', () => ({})],
    ['a league', '/api/sports/soccer_epl', () => ({})],
    ['own bets', '/api/bets/my-bets', () => bearer(bettor)],
    ['the back office', '/api/admin/dashboard', () => bearer(admin)],
    ['the description', '/openapi.json', () => ({})],
  ]

  test.each(REPLIES)('%s', async (_name, path, headersNow) => {
    const headers = headersNow()
    const plain = await ask(path, headers)
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
    expect(plain.headers['content-length']).toBe(String(plain.bytes.length))
    for (const [encoding, undo] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const reply = await ask(path, { ...headers, 'accept-encoding': encoding })
      expect([reply.status, reply.headers['content-encoding']]).toEqual([200, encoding])
      expect(reply.headers.vary).toBe('accept-encoding')
      expect(reply.headers['content-type']).toBe(plain.headers['content-type'])
      expect(undo(reply.bytes).equals(plain.bytes)).toBe(true)
      expect(reply.bytes.length).toBeLessThan(plain.bytes.length / 2)
    }
    expect(plain.headers.vary).toBe('accept-encoding')
  })

  test('neither a secret nor the reply to a bet is compressed', async () => {
    const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
      ask(
        path,
        { 'accept-encoding': 'br, gzip', 'content-type': 'application/json', ...more },
        'POST',
        JSON.stringify(body),
      )
    const { username } = bettor.user
    const auth = [
      await post('/api/auth/auth', { action: 'signin', username, password: bettor.password }),
      await post('/api/auth/auth', { action: 'signup', username: newName(), password: 'harbour tide', adult: true }),
    ]
    const bet = await post('/api/bets/place-bet', single(game, 1), { authorization: `Bearer ${bettor.token}` })
    for (const { status, headers } of [...auth, bet]) {
      expect([status, headers['content-encoding'], headers.vary]).toEqual([200, undefined, undefined])
    }
  })

  test('a client that already has it gets a 304', async () => {
    for (const [, path, headersNow] of REPLIES.slice(0, 5)) {
      const headers = headersNow()
      const { headers: first } = await ask(path, headers)
      const etag = String(first.etag)
      expect(first['cache-control']).toBe(path === '/api/bets/my-bets' ? 'no-store' : 'no-cache')
      expect(etag).toMatch(/^W\/"/)
      const again = await ask(path, { ...headers, 'if-none-match': `"other", ${etag}`, 'accept-encoding': 'br' })
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag])
      expect((await ask(path, { ...headers, 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  test('a HEAD request for a list gets none of its bytes', async () => {
    const { status, headers, bytes } = await ask('/api/sports?upcoming=true', {}, 'HEAD')
    expect([status, bytes.length]).toEqual([200, 0])
    expect(Number(headers['content-length'])).toBeGreaterThan(1_000)
  })

  test.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    // the star stands for encodings that are not named
    ['br;q=0, *', 'gzip'],
    ['*, br; q=0.000', 'gzip'],
    ['gzip;q=0, br;q=0, *', null],
    ['gzip;q=0, *;q=0.5', 'br'],
  ])('Accept-Encoding: %s is answered with %s', (header, encoding) => {
    expect(encodingFor(header)).toBe(encoding)
  })

  test('a list is serialized and compressed once for all clients, until the board changes', async () => {
    const lists = createResponseCache(product.board)
    let made = 0
    const list = () =>
      lists.games('a list', () => {
        made += 1
        return product.board.upcoming()
      })
    const first = list()
    expect(list()).toBe(first)
    expect(made).toBe(1)
    expect(first.compressed('br')).toBe(list().compressed('br'))
    product.board.put({ id: game, prices: { home: { odds: '9.90' }, away: { odds: '1.10' } } })
    expect(list()).not.toBe(first)
    expect(list().bytes.toString()).toContain('9.9')
  })

  test('the results of a day are compressed once for all clients, until they change', async () => {
    await product.services.pool.query(
      `insert into app.fixture (fixture_id, source, league, home, away, starts_at, listed_at, version, result_home,
         result_away, result_version, abandoned, closed_at)
       select 'result ' || n, 'feed', 'soccer_epl', 'Ajax', 'Feyenoord', $1, $1, 1, 0, n, 1, false, $1
       from generate_series(1, 20) n`,
      ['2026-11-20T12:00:00Z'],
    )
    const compressed = vi.spyOn(CachedReply.prototype, 'compressed')
    const results = async () => {
      const { status } = await ask('/api/sports/results?day=2026-11-20', { 'accept-encoding': 'br' })
      expect(status).toBe(200)
      return compressed.mock.contexts.at(-1)
    }
    try {
      const first = await results()
      expect(await results()).toBe(first)
      await product.services.pool.query(`update app.fixture set result_home = 9 where fixture_id = 'result 1'`)
      expect(await results()).not.toBe(first)
    } finally {
      compressed.mockRestore()
    }
  })

  test('a list that is rebuilt without a difference is not compressed again', () => {
    const lists = createResponseCache(product.board)
    const elsewhere = () => product.board.gamesOf('soccer_epl').filter(({ id }) => id !== other)
    const other = newId()
    const first = lists.games('a list', elsewhere)
    const games = product.board.gamesOf('soccer_epl')
    expect(lists.games('a list', () => games)).toBe(first)
  })
})
