// Strict HTTP, as far as a client or an attacker can tell: sizes, methods, Host, headers. Over raw sockets, since
// clients would not send most of this.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../server.ts'
import {
  newId,
  type Person,
  parlay,
  single,
  startTestProduct,
  type TestProduct,
  temporaryFolder,
  until,
} from '../testing/product.ts'

let product: TestProduct
let port: number
let bettor: Person
/** The server's sockets, by the client's port. */
const accepted = new Map<number | undefined, Socket>()
const note = (message: unknown) => {
  const { socket } = message as { socket: Socket }
  accepted.set(socket.remotePort, socket)
}
beforeAll(async () => {
  subscribe('net.server.socket', note)
  product = await startTestProduct()
  port = Number(new URL(product.origin).port)
  bettor = await product.signUp()
})
afterAll(() => {
  unsubscribe('net.server.socket', note)
  return product.close()
})

type Answer = { status: number; headers: Map<string, string>; body: string }

/** Writes the pieces one after the other, and reads until the server closes. */
async function send(...pieces: string[]): Promise<Answer> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  // the server may close while much is still being written
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.on('close', resolve))
  for (const piece of pieces) {
    socket.write(piece)
    if (pieces.length > 1) await arrived(socket)
  }
  await closed
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = fields.map(
    (field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)] as const,
  )
  return { status: Number(line.split(' ')[1]), headers: new Map(headers), body }
}

/** The server has read everything written so far, or the connection is closed. */
const arrived = (socket: Socket) =>
  until(() => socket.destroyed || accepted.get(socket.localPort)?.bytesRead === socket.bytesWritten)

const request = (line: string, ...fields: string[]) => `${[line, ...fields, 'Connection: close'].join('\r\n')}\r\n\r\n`
const HOST = 'Host: 127.0.0.1'
const codeOf = ({ status, body }: Answer) => [status, JSON.parse(body).code]

describe('sizes', () => {
  test.each([
    ['a long one', `/api/clock?x=${'x'.repeat(8_200)}`],
    ['a long one of a call with a parameter', `/api/sports/${'x'.repeat(9_000)}`],
    ['a long one that is no address', `/api/sports/%zz${'x'.repeat(9_000)}`],
    ['one beyond what is read at all', `/${'x'.repeat(40_000)}`],
  ])('an address that is too long: %s', async (_what, path) => {
    expect(codeOf(await send(request(`GET ${path} HTTP/1.1`, HOST)))).toEqual([414, 'uri_too_long'])
  })

  test('an address of eight thousand characters is accepted', async () => {
    expect((await send(request(`GET /api/clock?x=${'x'.repeat(8_000)} HTTP/1.1`, HOST))).status).toBe(200)
  })

  test.each([
    ['one large field', [`X-Long: ${'x'.repeat(20_000)}`]],
    ['many small ones', Array.from({ length: 3_000 }, (_, index) => `X-${index}: x`)],
  ])('headers that are too large: %s', async (_what, fields) => {
    const answer = await send(request('GET /api/clock HTTP/1.1', HOST, ...fields))
    expect(codeOf(answer)).toEqual([431, 'headers_too_large'])
    expect(answer.headers.get('connection')).toBe('close')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('headers that arrive in pieces', async () => {
    const piece = `X-Long: ${'x'.repeat(6_000)}\r\n`
    expect(codeOf(await send(`GET /api/clock HTTP/1.1\r\n${HOST}\r\n`, piece, piece, piece))).toEqual([
      431,
      'headers_too_large',
    ])
  })

  test('many headers, of which the last still counts', async () => {
    const many = Array.from({ length: 1_500 }, () => 'a: b')
    expect((await send(request('GET /api/clock HTTP/1.1', HOST, ...many))).status).toBe(200)
    expect(codeOf(await send(request('GET /api/clock HTTP/1.1', HOST, ...many, 'Host: elsewhere')))).toEqual([
      400,
      'host_invalid',
    ])
  })

  test.each([
    [
      'said to be',
      request('POST /api/auth/auth HTTP/1.1', HOST, 'Content-Type: application/json', 'Content-Length: 70000'),
    ],
    [
      'in chunks',
      `${request('POST /api/auth/auth HTTP/1.1', HOST, 'Content-Type: application/json', 'Transfer-Encoding: chunked')}11170\r\n${'x'.repeat(70_000)}\r\n0\r\n\r\n`,
    ],
  ])('a body that is %s too large', async (_what, text) => {
    expect(codeOf(await send(text))).toEqual([413, 'body_too_large'])
  })
})

describe('one Host', () => {
  test.each<[string, string[], number]>([
    ['one', [HOST], 200],
    ['none', [], 400],
    ['two', [HOST, 'Host: elsewhere'], 400],
    ['the same twice', [HOST, 'hOST: 127.0.0.1'], 400],
  ])('%s', async (_what, fields, status) => {
    for (const line of ['GET /api/clock HTTP/1.1', 'GET /healthz HTTP/1.1', 'GET /api/clock HTTP/1.0']) {
      const answer = await send(request(line, ...fields))
      expect([line, answer.status]).toEqual([line, status])
      if (status === 400) expect(JSON.parse(answer.body).code).toBe('host_invalid')
    }
  })
})

test('one Authorization at most, though each of them is valid', async () => {
  const own = `Authorization: Bearer ${bettor.token}`
  for (const path of ['/api/bets/my-bets', '/api/sports/live', '/api/clock']) {
    const line = `GET ${path} HTTP/1.1`
    expect((await send(request(line, HOST, own))).status).toBe(200)
    for (const other of [own, 'aUTHORIZATION: Bearer other', 'authorization:']) {
      expect(codeOf(await send(request(line, HOST, own, other)))).toEqual([400, 'authorization_invalid'])
      expect(codeOf(await send(request(line, HOST, other, own)))).toEqual([400, 'authorization_invalid'])
    }
  }
})

describe('methods', () => {
  const paths: [path: string, allow: string][] = [
    ['/api/account/breaks', 'POST, OPTIONS'],
    ['/api/account/closing', 'GET, HEAD, POST, OPTIONS'],
    ['/api/account/closing/cancel', 'POST, OPTIONS'],
    ['/api/account/email', 'POST, OPTIONS'],
    ['/api/account/limits', 'GET, HEAD, POST, OPTIONS'],
    ['/api/account/requests', 'GET, HEAD, POST, OPTIONS'],
    ['/api/account/requests/withdraw', 'POST, OPTIONS'],
    ['/api/account/second-factor', 'GET, HEAD, OPTIONS'],
    ['/api/account/second-factor/begin', 'POST, OPTIONS'],
    ['/api/account/second-factor/confirm', 'POST, OPTIONS'],
    ['/api/account/second-factor/disable', 'POST, OPTIONS'],
    ['/api/account/second-factor/recovery-codes', 'POST, OPTIONS'],
    ['/api/account/sessions', 'GET, HEAD, OPTIONS'],
    ['/api/account/sessions/end', 'POST, OPTIONS'],
    ['/api/account/statement', 'GET, HEAD, OPTIONS'],
    ['/api/admin/waiting', 'GET, HEAD, OPTIONS'],
    ['/api/auth/auth', 'POST, OPTIONS'],
    ['/api/bets/some/history', 'GET, HEAD, OPTIONS'],
    ['/api/bets/some/receipt', 'GET, HEAD, OPTIONS'],
    ['/api/log/checkpoint', 'GET, HEAD, OPTIONS'],
    ['/api/log/key', 'GET, HEAD, OPTIONS'],
    ['/api/log/keys', 'GET, HEAD, OPTIONS'],
    ['/api/log/tile/entries/some', 'GET, HEAD, OPTIONS'],
    ['/api/log/tile/some', 'GET, HEAD, OPTIONS'],
    ['/api/bets/my-bets', 'GET, HEAD, OPTIONS'],
    ['/api/bets/performance', 'GET, HEAD, OPTIONS'],
    ['/api/bets/place-bet', 'POST, OPTIONS'],
    ['/api/bets/statistics', 'GET, HEAD, OPTIONS'],
    ['/api/bets/totals', 'GET, HEAD, OPTIONS'],
    ['/api/sports', 'GET, HEAD, OPTIONS'],
    ['/api/sports/live', 'GET, HEAD, OPTIONS'],
    ['/api/bets/limits', 'GET, HEAD, OPTIONS'],
    ['/api/sports/feed', 'GET, HEAD, OPTIONS'],
    ['/api/sports/prices', 'GET, HEAD, OPTIONS'],
    ['/api/sports/results', 'GET, HEAD, OPTIONS'],
    ['/api/sports/soccer', 'GET, HEAD, OPTIONS'],
    ['/api/admin/alerts', 'GET, HEAD, OPTIONS'],
    ['/api/admin/approvals', 'GET, HEAD, OPTIONS'],
    ['/api/admin/audit', 'GET, HEAD, OPTIONS'],
    ['/api/admin/audit/some', 'GET, HEAD, OPTIONS'],
    ['/api/admin/balances', 'GET, HEAD, OPTIONS'],
    ['/api/admin/bets', 'GET, HEAD, OPTIONS'],
    ['/api/admin/bets/totals', 'GET, HEAD, OPTIONS'],
    ['/api/admin/checkpoint', 'GET, HEAD, OPTIONS'],
    ['/api/admin/float', 'GET, HEAD, OPTIONS'],
    ['/api/admin/float/days', 'GET, HEAD, OPTIONS'],
    ['/api/admin/history/some', 'GET, HEAD, OPTIONS'],
    ['/api/admin/liability', 'GET, HEAD, OPTIONS'],
    ['/api/admin/overview', 'GET, HEAD, OPTIONS'],
    ['/api/admin/profit', 'GET, HEAD, OPTIONS'],
    ['/api/admin/rules', 'GET, HEAD, OPTIONS'],
    ['/api/admin/search', 'GET, HEAD, OPTIONS'],
    ['/api/admin/sessions', 'GET, HEAD, OPTIONS'],
    ['/api/admin/settlement', 'GET, HEAD, OPTIONS'],
    ['/api/admin/settlement/asked/some', 'GET, HEAD, OPTIONS'],
    ['/api/admin/settlement/corrected', 'GET, HEAD, OPTIONS'],
    ['/api/admin/settlement/done', 'GET, HEAD, OPTIONS'],
    ['/api/admin/settlement/events', 'GET, HEAD, OPTIONS'],
    ['/api/admin/settlement/events/some', 'GET, HEAD, OPTIONS'],
    ['/api/admin/settlement/preview', 'GET, HEAD, OPTIONS'],
    ['/api/admin/suspicions', 'GET, HEAD, OPTIONS'],
    ['/api/admin/ticker', 'GET, HEAD, OPTIONS'],
    ['/api/admin/users', 'GET, HEAD, OPTIONS'],
    ['/api/admin/users/some', 'GET, HEAD, OPTIONS'],
    ['/api/admin/users/some/notes', 'GET, HEAD, OPTIONS'],
    ['/api/admin/users/some/transactions', 'GET, HEAD, OPTIONS'],
    ['/api/admin/users/some/turnover', 'GET, HEAD, OPTIONS'],
    ['/api/admin/dashboard', 'GET, HEAD, POST, OPTIONS'],
    ['/api/admin/feed-health', 'GET, HEAD, OPTIONS'],
    ['/api/clock', 'GET, HEAD, OPTIONS'],
    ['/api/stream', 'GET, OPTIONS'],
    ['/healthz', 'GET, HEAD, OPTIONS'],
    ['/readyz', 'GET, HEAD, OPTIONS'],
  ]

  test('cover every call there is', async () => {
    const { body } = await product.call('/openapi.json')
    const described = Object.keys(body.paths as object).map((path) =>
      path.replace('{sportKey}', 'soccer').replace(/\{[\w*]+\}/, 'some'),
    )
    expect(described.toSorted()).toEqual(paths.map(([path]) => path).toSorted())
  })

  test.each(paths)('%s', async (path, allow) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY']) {
      if (allow.split(', ').includes(method)) continue
      const fields = [HOST, 'Content-Type: text/plain', 'Content-Length: 3', 'X-Secret: mine']
      const answer = await send(`${request(`${method} ${path}?a=b HTTP/1.1`, ...fields)}abc`)
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, allow])
      expect(answer.body).toBe(method === 'HEAD' ? '' : '{"error":"Method not allowed","code":"method_not_allowed"}')
    }
    const options = await send(request(`OPTIONS ${path} HTTP/1.1`, HOST))
    expect([options.status, options.headers.get('allow'), options.body]).toEqual([204, allow, ''])
    expect([...options.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('an expectation that HTTP does not know is ignored', async () => {
    const answer = await send(request('GET /api/clock HTTP/1.1', HOST, 'Expect: 200-maybe'))
    expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    const body = '{"action":"signin","username":"nobody-there","password":"wrong one"}'
    const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'Expect: 200-maybe']
    const refused = await send(`${request('POST /api/auth/auth HTTP/1.1', HOST, ...fields)}${body}`)
    expect([refused.status, refused.headers.get('x-content-type-options')]).toEqual([401, 'nosniff'])
  })

  test.each(['GET', 'POST', 'OPTIONS', 'TRACE', 'PROPFIND'])('%s of something unknown', async (method) => {
    expect(codeOf(await send(request(`${method} /api/nowhere HTTP/1.1`, HOST)))).toEqual([404, 'not_found'])
  })

  test('GET and HEAD have the same headers, and HEAD no body', async () => {
    for (const path of ['/api/clock', '/api/sports', '/healthz']) {
      const [whole, head] = [
        await send(request(`GET ${path} HTTP/1.1`, HOST)),
        await send(request(`HEAD ${path} HTTP/1.1`, HOST)),
      ]
      expect([head.status, head.body, head.headers.get('content-type')]).toEqual([
        200,
        '',
        whole.headers.get('content-type'),
      ])
      expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'))
    }
  })

  test('nobody gets a tunnel', async () => {
    expect(codeOf(await send('CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere:443\r\n\r\n'))).toEqual([
      405,
      'method_not_allowed',
    ])
    expect(codeOf(await send(request('BREW /api/clock HTTP/1.1', HOST)))).toEqual([400, 'invalid_request'])
  })
})

test('transport security is the same on pages, files, calls and refusals, and only behind a proxy', async () => {
  const ui = temporaryFolder()
  writeFileSync(`${ui.path}/index.html`, '<!doctype html>')
  writeFileSync(`${ui.path}/theme.js`, 'theme()')
  for (const [TRUST_PROXY, expected] of [
    ['loopback', 'max-age=31536000; includeSubDomains'],
    [undefined, null],
  ] as const) {
    const settings = { ...product.services.settings, TRUST_PROXY }
    const server = await buildServer({ ...product.services, settings, uiDir: ui.path })
    const origin = await server.listen({ host: '127.0.0.1', port: 0 })
    for (const path of [
      '/',
      '/livegames',
      '/theme.js',
      '/gone.js',
      '/api/clock',
      '/api/nowhere',
      '/api/sports/%zz',
      '/healthz',
      '/openapi.json',
    ]) {
      const { headers } = await fetch(`${origin}${path}`)
      expect([path, headers.get('strict-transport-security')]).toEqual([path, expected])
    }
    await server.close()
  }
  ui.remove()
})

describe('what an error quotes', () => {
  const long = '😀'.repeat(5_000)
  /** The longest run of what was sent that appears in the reply. */
  const quoted = (text: string) => Math.max(0, ...[...text.matchAll(/(?:😀|x)+/gu)].map(([run]) => [...run].length))

  test('is at most a hundred characters, none cut in half', async () => {
    const game = newId()
    product.board.put({ id: game })
    const leg = parlay([game, newId()], 1).legs[0]!
    const bodies: [string, object][] = [
      ['/api/auth/auth', { action: 'signout', [long]: 1 }],
      [
        '/api/auth/auth',
        { action: 'signout', ...Object.fromEntries(Array.from({ length: 300 }, (_, n) => ['x'.repeat(n + 1), 1])) },
      ],
      ['/api/auth/auth', { action: long }],
      ['/api/auth/auth', { action: 'signin', username: long, password: long }],
      ['/api/auth/auth', { action: 'signup', username: long, password: 'password', adult: true }],
      [
        '/api/bets/place-bet',
        {
          ...parlay([game, game], 1),
          legs: [
            { ...leg, selection: long },
            { ...leg, eventId: newId() },
          ],
        },
      ],
      ['/api/bets/place-bet', { ...parlay([game, game], 1), legs: [{ ...leg, selection: long, price: -1 }, leg] }],
      ['/api/bets/place-bet', { ...parlay([game, game], 1), legs: [{ ...leg, eventId: long }, leg] }],
      ['/api/bets/place-bet', { ...parlay([game, game], 1), legs: [{ ...leg, marketName: long }, leg] }],
      ['/api/bets/place-bet', single(game, 1, { selection: long })],
      ['/api/bets/place-bet', single(game, 1, { bet_type: long })],
      ['/api/bets/place-bet', single(game, 1, { odds_policy: long })],
    ]
    for (const [path, body] of bodies) {
      const { status, text } = await product.call(path, { token: bettor.token, body })
      expect([JSON.stringify(body).slice(0, 200), status >= 400]).toEqual([expect.anything(), true])
      expect(quoted(text), text).toBeLessThanOrEqual(100)
      expect(text.length).toBeLessThan(1_000)
      expect(text.isWellFormed() && !text.includes('\uFFFD') && !/\\u[dD][89a-fA-F]/.test(text), text).toBe(true)
    }
    for (const query of [`endpoint=${long}`, `eventId=${long}`, `upcoming=${long}`, `topics=${long}`, `page=${long}`]) {
      for (const path of ['/api/sports', '/api/sports/soccer', '/api/stream', '/api/admin/dashboard']) {
        const { text } = await product.call(`${path}?${query.slice(0, 400)}`, { token: bettor.token })
        expect(quoted(text), text).toBeLessThanOrEqual(100)
      }
    }
  })
})
