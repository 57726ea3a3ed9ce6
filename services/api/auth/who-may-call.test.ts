// Who may make which call, tested for every call in the API description: a new one fails here until it is listed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caughtUp } from '../testing/caught-up.ts'
import { startTestProduct, type TestProduct } from '../testing/product.ts'

/** Calls that need no session. The event stream and the sign-in actions check the session themselves. */
const PUBLIC = [
  'GET /api/bets/limits',
  'GET /api/clock',
  'GET /api/log/checkpoint',
  'GET /api/log/key',
  'GET /api/log/keys',
  'GET /api/log/tile/{*}',
  'GET /api/sports',
  'GET /api/sports/feed',
  'GET /api/sports/live',
  'GET /api/sports/prices',
  'GET /api/sports/results',
  'GET /api/sports/{sportKey}',
  'GET /api/stream',
  'GET /healthz',
  'GET /readyz',
  'POST /api/auth/auth',
]
/** What an auditor may change: how they sign in themselves. */
const OWN_ACCESS = [
  'POST /api/account/second-factor/begin',
  'POST /api/account/second-factor/confirm',
  'POST /api/account/second-factor/disable',
  'POST /api/account/second-factor/recovery-codes',
  'POST /api/account/sessions/end',
]
/**
 * Calls of the back office: everything below /api/admin, and the entries of the log, which contain everybody's bets.
 */
const isForAdmins = (name: string): boolean => / \/api\/(admin|log\/tile\/entries)\//.test(name)

let product: TestProduct
let calls: { name: string; path: string; method: string }[]
beforeAll(async () => {
  product = await startTestProduct()
  const { body } = await product.call('/openapi.json')
  calls = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((key) => {
      const method = key.toUpperCase()
      return { name: `${method} ${path}`, path: path.replaceAll(/\{[\w*]+\}/g, '0'.repeat(32)), method }
    }),
  )
})
afterAll(() => product.close())

/** The reply codes of all non-public calls, made with this token. */
async function codes(token: string | null): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { name, path, method } of calls) {
    if (PUBLIC.includes(name)) continue
    const { status, body } = await product.call(path, { token, method })
    found.set(name, `${status} ${body.code}`)
  }
  return found
}

test('every call but the public ones needs a session', async () => {
  expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(PUBLIC))
  for (const token of [null, 'x'.repeat(43)]) {
    for (const [name, code] of await codes(token)) expect([name, code.slice(0, 3)]).toEqual([name, '401'])
  }
})

test('an auditor reads all of the back office, and writes nothing but how they sign in', async () => {
  const { username, password } = product.superAdmin
  const root = await product.signIn(username, password)
  const auditor = { username: 'the-auditor', password: 'an auditor reads' }
  expect((await product.admin(root.token, { action: 'createAuditor', ...auditor })).status).toBe(200)
  const { token } = await product.signIn(auditor.username, auditor.password)
  // without this, the first read would find the audit trail empty and get a 404
  await caughtUp(product)
  const [seen, asRoot] = [await codes(token), await codes(root.token)]
  expect([...seen.keys()]).toEqual(expect.arrayContaining(OWN_ACCESS))
  for (const [name, code] of seen) {
    const isWrite = !name.startsWith('GET ') && !OWN_ACCESS.includes(name)
    expect([name, code === '403 read_only']).toEqual([name, isWrite])
    if (name.startsWith('GET ') && isForAdmins(name)) expect([name, code]).toEqual([name, asRoot.get(name)])
  }
})

test('none serves somebody who has to change a password first, and the back office serves no bettor', async () => {
  const bettor = await product.signUp()
  for (const [name, code] of await codes(bettor.token)) {
    expect([name, code === '403 not_an_admin']).toEqual([name, isForAdmins(name)])
  }
  await product.services.pool.query('update app.identity set must_change_password = true')
  const { token } = await product.signIn(bettor.user.username, bettor.password)
  for (const [name, code] of await codes(token)) expect([name, code]).toEqual([name, '403 password_change_required'])
})
