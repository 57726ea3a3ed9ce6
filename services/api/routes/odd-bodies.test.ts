// Law: any body sent to a call that changes something is either carried out, or refused with a code and a text, and
// then nothing is recorded. Tested for every such call in the API description, as a stranger, a bettor, an admin and a
// super admin, with bodies generated from the description.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ATTEMPT_LIMITS } from '../limits/attempts.ts'
import { filled, oddBodies, type Schema } from '../testing/odd-bodies.ts'
import { newId, type Person, single, startTestProduct, type TestProduct } from '../testing/product.ts'

type Description = {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
type Call = { readonly name: string; readonly method: string; readonly path: string; readonly schema: Schema | null }

const SAFE = ['get', 'head', 'options']
/**
 * Who calls. Calls that are only for bettors, or only for the back office, refuse the others; that is tested in
 * who-may-call.test.ts.
 */
const ASKERS = ['bettor', 'admin', 'super-admin', 'stranger'] as const
type Asker = (typeof ASKERS)[number]
const DESK = '/api/admin/dashboard'
/**
 * Runs per call. All back-office actions are one call, so it gets more; a caller without the right is refused before
 * the body is read, so it gets few.
 */
const RUNS = { few: 5, of: 30, ofDesk: 150 } as const
const runsOf = ({ path }: Call, asker: Asker): number => {
  if (asker === 'stranger' ? path !== '/api/auth/auth' : asker === 'bettor' && path === DESK) return RUNS.few
  return path === DESK ? RUNS.ofDesk : RUNS.of
}

/** Valid bodies, always sent as a bettor, so that not everything that the law is tested with is refused. */
const MEANT: Readonly<Record<string, object>> = {
  '/api/account/breaks': { length: '24-hours' },
  '/api/account/closing': { password: '<password>' },
  '/api/account/limits': { kind: 'stake', period: 'day', amount: 20 },
  '/api/account/requests': { kind: 'deposit', amount: 20 },
  '/api/account/second-factor/begin': { password: '<password>' },
  '/api/account/sessions/end': { others: true },
}

let product: TestProduct
let calls: readonly Call[]
beforeAll(async () => {
  product = await startTestProduct({ attemptLimits: WITHOUT_LIMITS })
  const { body } = await product.call('/openapi.json')
  calls = Object.entries(body.paths as Record<string, Record<string, Description>>).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => !SAFE.includes(method))
      .map(([method, { requestBody }]) => {
        const schema = requestBody?.content['application/json']?.schema ?? null
        return { name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path, schema }
      }),
  )
})
afterAll(() => product.close())

/** No limits on attempts, or a reply would come from those instead of the call. */
const unlimited = <Limits extends object>(limits: Limits): Limits =>
  Object.fromEntries(
    Object.entries(limits).map(([name, value]) => [
      name,
      typeof value === 'object' ? unlimited(value as object) : name.endsWith('Ms') ? value : 1_000_000,
    ]),
  ) as Limits
const WITHOUT_LIMITS = unlimited(ATTEMPT_LIMITS)

/** A new bettor, so that nothing is left of earlier requests that were carried out; for other callers a new session. */
async function comeUp(asker: Asker, keeper: Person, admin: Person): Promise<Person | null> {
  if (asker === 'stranger') return null
  if (asker === 'bettor') return product.aBettor(keeper, 100)
  const { username, password } = asker === 'admin' ? { ...admin.user, ...admin } : product.superAdmin
  return product.signIn(username, password)
}

test('every call that changes something is asked', () => {
  expect(calls.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'POST /api/account/breaks',
      'POST /api/account/closing',
      'POST /api/account/second-factor/recovery-codes',
      'POST /api/account/sessions/end',
      'POST /api/admin/dashboard',
      'POST /api/bets/place-bet',
    ]),
  )
})

test.each(ASKERS)('law: what a %s sends is carried out, or refused with a code and recorded nowhere', async (asker) => {
  // creates the bettors, and makes none of the tested calls
  const keeper = await product.anAdmin(1_000_000)
  const victim = await product.anAdmin(1_000)
  let admin = await product.anAdmin(10_000)
  const game = product.newGame()
  const done = new Set<string>()
  for (const call of calls) {
    const meant = MEANT[call.path]
    const headers = fc.oneof(
      fc.constant({}),
      fc
        .constantFrom('key', 'k'.repeat(64), 'k'.repeat(2_000), '\u00e9', '-')
        .map((key) => ({ 'idempotency-key': key })),
    )
    const comeTogether = async () => {
      // the admin may have changed their own password or closed their account
      const person = await comeUp(asker, keeper, admin).catch(async () => {
        admin = await product.anAdmin(10_000)
        return admin
      })
      const isAboutOthers = call.path === DESK && asker !== 'bettor'
      const bettor = isAboutOthers ? await product.aBettor(keeper, 10) : (person ?? keeper)
      const bet = isAboutOthers ? await product.place(bettor.token, single(game, 1), newId()) : null
      return { person, bettor, bet }
    }
    /** The people of the last run, if nothing is left of its request; null if something is, or it failed. */
    let unchanged: Awaited<ReturnType<typeof comeTogether>> | null = null
    await fc.assert(
      fc.asyncProperty(oddBodies(call.schema), headers, async (template, headers) => {
        const people = unchanged ?? (await comeTogether())
        unchanged = null
        const { person, bettor, bet } = people
        // the only super admin has to keep the password
        const password = person === null || asker === 'super-admin' ? 'a guess' : person.password
        const raw = filled(template, {
          ...{ password, game, bet: String(bet?.body.betId ?? newId()) },
          ...{ user: bettor.user.id, username: bettor.user.username, admin: victim.user.username },
          session: 'f'.repeat(32),
        })
        // accounts that are not in the read models yet would be told to try again
        await expect.poll(() => product.services.freshness.hasWholeLog(['accounts', 'bets', 'statistics'])).toBe(true)
        const before = await product.store.lastPosition()
        const reply = await product.call(call.path, { method: call.method, token: person?.token ?? null, raw, headers })
        const said = `${call.name} ${raw} ${reply.status} ${reply.text}`
        if (reply.status === 200) {
          done.add(call.path)
          return
        }
        expect(reply.status, said).toBeGreaterThanOrEqual(400)
        expect(reply.status, said).toBeLessThan(500)
        expect(reply.body.code, said).toMatch(/^[a-z_]+$/)
        expect(reply.body.error, said).toMatch(/\S/)
        expect(await product.store.lastPosition(), said).toBe(before)
        // with a key that is taken, the next body would be refused for that alone
        if (reply.body.code !== 'key_reused') unchanged = people
      }),
      { numRuns: runsOf(call, asker), examples: meant === undefined ? [] : [[JSON.stringify(meant), {}]] },
    )
  }
  if (asker === 'bettor') expect([...done]).toEqual(expect.arrayContaining(Object.keys(MEANT)))
})
