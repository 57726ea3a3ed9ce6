// What a stranger can learn about the server apart from the replies of its calls.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerTo } from '../testing/answer-to.ts'
import { newName, startTestProduct, type TestProduct, temporaryFolder } from '../testing/product.ts'

let product: TestProduct
const ui = temporaryFolder()
beforeAll(async () => {
  mkdirSync(join(ui.path, 'assets'))
  writeFileSync(join(ui.path, 'index.html'), '<!doctype html><title>Fairbook</title>')
  writeFileSync(join(ui.path, 'assets/index-abc123.js'), 'start()')
  writeFileSync(join(ui.path, 'assets/index-abc123.css'), 'body{}')
  product = await startTestProduct({ uiDir: ui.path })
})
afterAll(async () => {
  await product.close()
  ui.remove()
})

test.each([
  ['/api/clock', 'application/json; charset=utf-8'],
  ['/api/nowhere', 'application/json; charset=utf-8'],
  ['/openapi.json', 'application/json; charset=utf-8'],
  ['/', 'text/html; charset=utf-8'],
  ['/assets/index-abc123.js', 'application/javascript; charset=utf-8'],
  ['/assets/index-abc123.css', 'text/css; charset=utf-8'],
])('what %s answers says what it is, and in which encoding', async (path, type) => {
  const { headers } = await product.call(path)
  expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([type, 'nosniff'])
})

test.each(['/assets', '/assets/', '/assets/.', '/assets/%2e%2e/'])('%s lists no folder', async (path) => {
  expect((await product.call(path)).text).not.toContain('index-abc123')
})

test.each([
  '/.git/config',
  '/.env',
  '/package.json',
  '/services/platform/config.ts',
  '/assets/../package.json',
  '/.data',
])('%s is nothing that is served', async (path) => {
  const answer = await answerTo(product.origin, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  // the page or a refusal, but never the file
  expect(answer).toMatch(/^HTTP\/1\.1 (404|200) /)
  expect(answer).toMatch(/"code":"not_found"|<title>Fairbook/)
})

test('TRACE echoes nothing of what was sent', async () => {
  const answer = await answerTo(
    product.origin,
    'TRACE /api/clock HTTP/1.1\r\nHost: x\r\nX-Secret: 4711\r\nConnection: close\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(answer).not.toContain('4711')
})

test('a forwarded address is not believed if no proxy is trusted', async () => {
  const username = newName()
  const headers = { 'x-forwarded-for': '198.51.100.9', 'x-real-ip': '198.51.100.9', forwarded: 'for=198.51.100.9' }
  await product.auth({ action: 'signup', username, password: 'tide and time', adult: true }, { headers })
  const { rows } = await product.services.pool.query(
    'select host(ip::inet) as ip from app.session join app.identity using (account_id) where username = $1',
    [username],
  )
  expect(rows).toEqual([{ ip: '127.0.0.1' }])
})

describe('the end of a message is never ambiguous', () => {
  const CALL = 'POST /api/auth/auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  test.each([
    ['a length beside chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 20\r\n\r\n{}'],
    ['a length that is none', 'Content-Length: +2\r\n\r\n{}'],
    ['chunks under another name', 'Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
    ['a chunk that is longer than it says', 'Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n'],
    ['a header in two lines', 'X-Folded: a\r\n b\r\nTransfer-Encoding\r\n : chunked\r\n\r\n0\r\n\r\n'],
  ])('%s', async (_what, rest) => {
    const answer = await answerTo(product.origin, `${CALL}${rest}GET /api/clock HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})

test('a URL with a NUL in it is refused, wherever that is', async () => {
  const admin = await product.anAdmin(1)
  for (const path of ['users?name=a%00', 'audit?person=%00', 'search?q=%00', 'history/%00', 'balances?after=%00']) {
    const { status, body } = await product.call(`/api/admin/${path}`, { token: admin.token })
    expect([status, body.code], path).toEqual([400, 'text_invalid'])
  }
})

test.each(["' or 1=1 --", "'; drop table app.identity; --", '$1', '%', "\\'", '{{7*7}}'])(
  'the text %j is plain text to the database',
  async (text) => {
    const admin = await product.anAdmin(1)
    const inPath = encodeURIComponent(text)
    expect((await product.auth({ action: 'signin', username: text, password: text })).status).toBe(401)
    const taken = await product.auth({ action: 'signup', username: newName(), password: `${text}-secret`, adult: true })
    expect(taken.status).toBe(200)
    const blocked = await product.admin(admin.token, { action: 'blockUser', targetUsername: text, reason: text })
    expect(blocked.body.code).toBe('account_missing')
    for (const path of [
      `/api/sports/${inPath}?endpoint=events`,
      `/api/sports/soccer?endpoint=scores&eventId=${inPath}`,
      `/api/stream?topics=event:${inPath}`,
    ]) {
      expect((await product.call(path)).status, path).toBeLessThan(500)
    }
    expect((await product.call(`/api/bets/my-bets?before=${inPath}`, { token: admin.token })).status).toBe(400)
  },
)
