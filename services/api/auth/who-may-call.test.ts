// Who may make which call, asked of every call that the api describes: a new one is refused here until somebody says whose it is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caughtUp } from '../testing/caught-up.ts'
import { startTestProduct, type TestProduct } from '../testing/product.ts'

/** Calls that strangers make too. The stream and the actions of sign-in look at the session themselves. */
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
/** What an auditor may change: the own ways in. */
const OWN_ACCESS = [
  'POST /api/account/second-factor/begin',
  'POST /api/account/second-factor/confirm',
  'POST /api/account/second-factor/disable',
  'POST /api/account/second-factor/recovery-codes',
  'POST /api/account/sessions/end',
]
/** Calls of the back office: all below /api/admin, and what holds everybody's bets. */
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

/** The codes of all calls but the public ones, made with this token. */
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

test('an auditor reads all of the back office, and writes nothing but the own ways in', async () => {
  const { username, password } = product.superAdmin
  const root = await product.signIn(username, password)
  const auditor = { username: 'the-auditor', password: 'an auditor reads' }
  expect((await product.admin(root.token, { action: 'createAuditor', ...auditor })).status).toBe(200)
  const { token } = await product.signIn(auditor.username, auditor.password)
  // the first of the two reads is not of an empty trail, which is not there
  await caughtUp(product)
  const [seen, asRoot] = [await codes(token), await codes(root.token)]
  expect([...seen.keys()]).toEqual(expect.arrayContaining(OWN_ACCESS))
  for (const [name, code] of seen) {
    const isWrite = !name.startsWith('GET ') && !OWN_ACCESS.includes(name)
    expect([name, code === '403 read_only']).toEqual([name, isWrite])
    if (name.startsWith('GET ') && isForAdmins(name)) expect([name, code]).toEqual([name, asRoot.get(name)])
  }
})

test('none serves somebody who has to change a password first, and those of the back office serve no bettor', async () => {
  const bettor = await product.signUp()
  for (const [name, code] of await codes(bettor.token)) {
    expect([name, code === '403 not_an_admin']).toEqual([name, isForAdmins(name)])
  }
  await product.services.pool.query('update app.identity set must_change_password = true')
  const { token } = await product.signIn(bettor.user.username, bettor.password)
  for (const [name, code] of await codes(token)) expect([name, code]).toEqual([name, '403 password_change_required'])
})
