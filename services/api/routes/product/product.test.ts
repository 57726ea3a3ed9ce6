// The clock, health, OpenAPI, headers, and the pages.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Clock, FirstGames } from '#services/contract/contract.ts'
import { newId, startTestProduct, type TestProduct, temporaryFolder, until } from '../../testing/product.ts'

const SCRIPT = "document.documentElement.dataset.theme = 'dark'"
const PAGE = `<!doctype html><html><head><script>${SCRIPT}</script><script type="module" src="/assets/index-abc123.js"></script></head><body><div id="root"></div></body></html>`

describe('the product over HTTP', () => {
  let product: TestProduct
  const ui = temporaryFolder()
  beforeAll(async () => {
    mkdirSync(join(ui.path, 'assets'))
    writeFileSync(join(ui.path, 'index.html'), PAGE)
    const paints = [
      { path: '^/$', html: '<p>Soon</p>' },
      { path: '^/my-bets/?$', html: '<p>Your $& bets</p>' },
    ]
    writeFileSync(join(ui.path, 'first-paints.json'), JSON.stringify(paints))
    writeFileSync(join(ui.path, 'theme.js'), 'theme()')
    writeFileSync(join(ui.path, 'assets', 'index-abc123.js'), 'start()')
    product = await startTestProduct({ uiDir: ui.path })
  })
  afterAll(async () => {
    await product.close()
    ui.remove()
  })

  test('tells the business time', async () => {
    const before = Date.now()
    const { body } = await product.call('/api/clock')
    const now = Date.parse(Clock.parse(body).now)
    expect([now >= before, now <= Date.now()]).toEqual([true, true])
  })

  test('is healthy, and ready once the projector ran', async () => {
    expect((await product.call('/healthz')).body).toEqual({ status: 'ok' })
    const ready = await until(async () => {
      const reply = await product.call('/readyz')
      return reply.status === 200 && reply
    })
    expect(ready.body).toEqual({ status: 'ok', missing: [], late: [] })
  })

  test('is not ready where a read model has stopped', async () => {
    const { pool } = product.services
    await pool.query(`update app.projection_checkpoint set failed = 'event 7: broken' where projection = 'house'`)
    const announced = JSON.stringify({ position: '1', hash: '', number: 1, partial: true, all: true })
    await pool.query('select pg_notify($1, $2)', ['fairbook_projected', announced])
    const reply = await until(async () => {
      const answer = await product.call('/readyz')
      return answer.status === 503 && answer
    })
    expect(reply.body).toEqual({ status: 'not ready', missing: ['read model house'], late: [] })
    await pool.query(`update app.projection_checkpoint set failed = null where projection = 'house'`)
    await pool.query('select pg_notify($1, $2)', ['fairbook_projected', announced])
  })

  test('describes itself', async () => {
    const { body, status } = await product.call('/openapi.json')
    expect(status).toBe(200)
    const { openapi, paths } = body as { openapi: string; paths: Record<string, Record<string, unknown>> }
    expect(openapi).toBe('3.1.0')
    // those of the back office are many, and are covered by the next test
    const others = Object.keys(paths).filter((path) => !path.startsWith('/api/admin/'))
    expect(others.sort()).toEqual([
      '/api/account/breaks',
      '/api/account/closing',
      '/api/account/closing/cancel',
      '/api/account/email',
      '/api/account/limits',
      '/api/account/requests',
      '/api/account/requests/withdraw',
      '/api/account/second-factor',
      '/api/account/second-factor/begin',
      '/api/account/second-factor/confirm',
      '/api/account/second-factor/disable',
      '/api/account/second-factor/recovery-codes',
      '/api/account/sessions',
      '/api/account/sessions/end',
      '/api/account/statement',
      '/api/auth/auth',
      '/api/bets/limits',
      '/api/bets/my-bets',
      '/api/bets/performance',
      '/api/bets/place-bet',
      '/api/bets/statistics',
      '/api/bets/totals',
      '/api/bets/{betId}/history',
      '/api/bets/{betId}/receipt',
      '/api/clock',
      '/api/log/checkpoint',
      '/api/log/key',
      '/api/log/keys',
      '/api/log/tile/entries/{*}',
      '/api/log/tile/{*}',
      '/api/sports',
      '/api/sports/feed',
      '/api/sports/live',
      '/api/sports/prices',
      '/api/sports/results',
      '/api/sports/{sportKey}',
      '/api/stream',
      '/healthz',
      '/readyz',
    ])
    expect(paths['/api/bets/place-bet']!.post).toMatchObject({
      requestBody: { content: { 'application/json': { schema: expect.anything() } } },
      responses: { 200: expect.anything() },
      security: [{ bearer: [] }],
      parameters: [expect.objectContaining({ in: 'header', name: 'Idempotency-Key' })],
    })
  })

  test('restricts every call of the back office to admins', async () => {
    const { paths } = (await product.call('/openapi.json')).body as { paths: Record<string, Record<string, unknown>> }
    const bettor = await product.signUp()
    const calls = Object.entries(paths)
      .filter(([path]) => path.startsWith('/api/admin/'))
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => [method.toUpperCase(), path.replace(/\{\w+\}/g, newId())] as const),
      )
    expect(calls.length).toBeGreaterThan(10)
    for (const [method, path] of calls) {
      const raw = method === 'GET' ? {} : { raw: '{}' }
      const anonymous = await product.call(path, { method, ...raw })
      expect([method, path, anonymous.status, anonymous.body.code]).toEqual([method, path, 401, 'unauthorized'])
      const { status, body } = await product.call(path, { method, token: bettor.token, ...raw })
      expect([method, path, status, body.code]).toEqual([method, path, 403, 'not_an_admin'])
    }
  })

  const TYPES: Readonly<Record<string, string>> = {
    '/api/stream': 'text/event-stream',
    '/api/bets/{betId}/receipt': 'text/plain',
    '/api/log/checkpoint': 'text/plain',
    '/api/log/key': 'text/plain',
    '/api/log/tile/{*}': 'application/octet-stream',
    '/api/log/tile/entries/{*}': 'application/octet-stream',
  }

  test('describes for every call its replies, refusals and failures', async () => {
    const { paths } = (await product.call('/openapi.json')).body as {
      paths: Record<string, Record<string, { responses: Record<string, { content: object }> }>>
    }
    for (const [path, methods] of Object.entries(paths).filter(([path]) => path.startsWith('/api/'))) {
      for (const { responses } of Object.values(methods)) {
        expect([path, ...Object.keys(responses).sort()]).toEqual([path, '200', '4XX', '5XX'])
        expect([path, ...Object.keys(responses['200']!.content)]).toEqual([path, TYPES[path] ?? 'application/json'])
      }
    }
  })

  test('answers calls with headers that forbid everything else', async () => {
    const { headers } = await product.call('/api/clock')
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  test.each([
    '/livegames',
    '/leagues/soccer_epl/',
    '/leagues/soccer_epl/events/1',
    `/sports/basketball/events/${'0af7'.repeat(8)}`,
    '/admin?section=users',
    '/login?redirect=/theme.js',
    '/a.b.c/d',
  ])('serves the page at %s', async (path) => {
    const { status, text, headers } = await product.call(path)
    expect([status, text]).toEqual([200, PAGE])
    expect(headers.get('cache-control')).toBe('no-cache')
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-frame-options')).toBe('DENY')
  })

  test.for([
    ['/my-bets?tab=settled', '<p>Your $& bets</p>'],
    ['/my-bets/', '<p>Your $& bets</p>'],
    ['/my-bets-and-more', ''],
  ] as const)('serves %s with what it shows until its script has run', async ([path, paint]) => {
    const { text } = await product.call(path)
    expect(text).toBe(PAGE.replace('</div>', () => `${paint}</div>`))
  })

  test('serves / with the games of its first screen, which no team name can break out of', async () => {
    const live = product.newGame({ startsAt: new Date(Date.now() - 60_000), home: '</script><b>&', away: '<!--' })
    const next = product.newGame()
    const { text, headers } = await product.call('/?sport=soccer')
    expect(text.startsWith(`${PAGE.slice(0, PAGE.indexOf('</div>'))}<p>Soon</p></div>`)).toBe(true)
    const [, island = ''] = /<script type="application\/json" id="first-games">(.*?)<\/script><\/body><\/html>$/s.exec(
      text,
    )!
    expect(island).not.toContain('<')
    const games = FirstGames.parse(JSON.parse(island))
    for (const [list, path, id] of [
      [games.live, '/api/sports/live', live],
      [games.gamesOfTheDay, '/api/sports?gamesOfDay=true', next],
    ] as const) {
      expect(list).toEqual((await product.call(path)).body)
      expect(list.map((game) => game.id)).toContain(id)
    }
    expect(games.live[0]).toMatchObject({ home_team: '</script><b>&', away_team: '<!--' })
    expect(Math.abs(Date.now() - games.at)).toBeLessThan(60_000)
    expect([headers.get('cache-control'), headers.get('content-type')]).toEqual([
      'no-cache',
      'text/html; charset=utf-8',
    ])
    expect(headers.get('content-security-policy')).toBe(
      (await product.call('/livegames')).headers.get('content-security-policy'),
    )
    const changed = product.newGame({ startsAt: new Date(Date.now() - 60_000) })
    expect((await product.call('/')).text).toContain(changed)
  })

  test('a stream continues from the page of /', async () => {
    const { text } = await product.call('/')
    const { since } = JSON.parse(/id="first-games">(.*?)<\/script>/s.exec(text)![1]!)
    const id = product.newGame()
    const stream = await fetch(`${product.origin}/api/stream?topics=live`, { headers: { 'last-event-id': since } })
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    let pushed = ''
    while (!pushed.includes('"kind":"game"')) pushed += (await reader.read()).value
    await reader.cancel()
    expect(pushed).toContain(id)
    expect(pushed).not.toContain('"reset"')
  })

  test('answers 304 to a client that has the page already', async () => {
    const { headers } = await product.call('/livegames')
    const again = await product.call('/home', { headers: { 'if-none-match': headers.get('etag')! } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('serves hashed files as immutable, others to be validated', async () => {
    const hashed = await product.call('/assets/index-abc123.js')
    expect([hashed.text, hashed.headers.get('cache-control')]).toEqual([
      'start()',
      'public, max-age=31536000, immutable',
    ])
    const theme = await product.call('/theme.js')
    expect([theme.text, theme.headers.get('cache-control')]).toEqual(['theme()', 'no-cache'])
    expect(theme.headers.get('content-type')).toContain('javascript')
  })

  test.each([
    '/assets/gone.js',
    '/api/nowhere',
    '/assets/..%2f..%2fpackage.json',
    '/foo.js',
    '/favicon.png',
    '/robots.txt?seen=before',
    '/sitemap.xml/',
    '/site%2Ewebmanifest',
    '/livegames/index.php',
    '/leagues/soccer_epl/events/1.json',
    '/.env',
    '/.git/HEAD',
    '/%2egit/config',
    '/x.%zz',
  ])('has no page at %s', async (path) => {
    const { status, body } = await product.call(path)
    expect([status, body.code]).toEqual([404, 'not_found'])
  })

  test('serves the page for GET and HEAD only', async () => {
    expect((await product.call('/livegames', { method: 'HEAD' })).status).toBe(200)
    for (const path of ['/livegames', '/theme.js']) {
      const { status, headers } = await product.call(path, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        raw: 'x',
      })
      expect([path, status, headers.get('allow')]).toEqual([path, 405, expect.stringContaining('GET, HEAD')])
    }
    expect((await product.call('/gone.js', { method: 'POST' })).status).toBe(404)
  })
})
