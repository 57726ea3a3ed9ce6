// Laws of the throttle, on a clock that the tests move: strangers never hold up the owner at a known address, nobody is
// locked out for good, and nobody guesses fast.

import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { createPseudonyms, openPseudonyms } from './pseudonyms.ts'
import { SIGN_IN_LIMITS } from './sign-in-limits.ts'
import { type AttemptKeys, createSignInThrottle, type SignInThrottle } from './sign-in-throttle.ts'

let database: TestDatabase
let pool: ReturnType<typeof openPool>
let now = Date.parse('2026-11-01T12:00:00Z')
let throttle: SignInThrottle
/** The same throttle with tight limits. */
let tight: SignInThrottle
let runs = 0

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url)
  throttle = createSignInThrottle(pool, { now: () => now })
  tight = createSignInThrottle(pool, { now: () => now, limits: TIGHT })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => pool.query('delete from app.sign_in_throttle'))

const pseudonyms = createPseudonyms(randomBytes(32))
/** Names and addresses of one run, which have not been seen before. */
function world() {
  const run = ++runs
  return (name: string, network: string, site: string | null = null): AttemptKeys => ({
    pair: pseudonyms.pair(`${run} ${name}`, `${run} ${network}`),
    name: pseudonyms.name(`${run} ${name}`),
    network: pseudonyms.network(`${run} ${network}`),
    site: site === null ? null : pseudonyms.network(`${run} ${site}`),
  })
}

async function newAccount(): Promise<string> {
  const id = randomBytes(16).toString('hex')
  await pool.query(
    `insert into app.identity
       (account_id, username, username_normal, username_salt, password_hash, password_salt, status, registration)
     values ($1, $1, $1, '', '', '', 'active', jsonb_build_object('command', $1::text))`,
    [id],
  )
  return id
}

/** Tries one wrong password. */
async function guess(keys: AttemptKeys, at = throttle): Promise<void> {
  const { admitted } = await at.begin(keys, 0)
  if (admitted) await at.recordFailure(keys)
}

/** How many guesses somebody gets checked who always comes back at the moment they are told. */
async function greedy(next: () => AttemptKeys, forMs: number): Promise<number> {
  const end = now + forMs
  let looked = 0
  while (now < end) {
    const keys = next()
    const { admitted, waitMs } = await throttle.begin(keys, 0)
    if (admitted) {
      looked += 1
      await throttle.recordFailure(keys)
    } else now += waitMs
  }
  return looked
}

/** So tight that a few guesses reach every limit. */
const { knownPair, pair, name, network, site } = SIGN_IN_LIMITS
const TIGHT = {
  ...SIGN_IN_LIMITS,
  knownPair: { ...knownPair, free: 2 },
  pair: { ...pair, free: 2 },
  name: { ...name, free: 4, doublesEvery: 2 },
  network: { ...network, free: 4, doublesEvery: 1 },
  site: { ...site, free: 8, doublesEvery: 2 },
}

/** What strangers do: guess at Anna's or somebody else's password from one of a few addresses, then let time pass. */
const strangers = fc.array(
  fc.record({
    network: fc.integer({ min: 0, max: 5 }),
    name: fc.constantFrom('anna', 'anna', 'anna', 'bert'),
    times: fc.integer({ min: 2, max: 5 }),
    thenMs: fc.constantFrom(0, 0, 0, 300, 2 * SECOND, MINUTE),
  }),
  { minLength: 6, maxLength: 12 },
)
type Doings = typeof strangers extends fc.Arbitrary<infer Value> ? Value : never

async function act(keys: ReturnType<typeof world>, doings: Doings): Promise<void> {
  for (const { network, name, times, thenMs } of doings) {
    for (let n = 0; n < times; n++) await guess(keys(name, `stranger ${network}`), tight)
    now += thenMs
  }
}

describe('laws', () => {
  /** Number of runs in which somebody had to wait: a law that is only tested without waits says nothing. */
  let waited = 0
  beforeEach(() => {
    waited = 0
  })
  afterEach(() => expect(waited).toBeGreaterThan(5))

  test('from a known address the right password never waits because of strangers', async () => {
    const account = await newAccount()
    await fc.assert(
      fc.asyncProperty(strangers, async (doings) => {
        const keys = world()
        const home = keys('anna', 'home')
        await tight.addKnownAddress(account, home)
        await act(keys, doings)
        if (!(await tight.begin(keys('anna', 'hotel'), 0)).admitted) waited += 1
        expect(await tight.begin(home, 0)).toMatchObject({ admitted: true, waitMs: 0, known: true })
      }),
      { numRuns: 25 },
    )
  })

  test('from a fresh address the owner waits a minute at most, and is let in when told, whatever strangers do', async () => {
    await fc.assert(
      fc.asyncProperty(strangers, strangers, async (before, meanwhile) => {
        const keys = world()
        const hotel = keys('anna', 'hotel')
        await act(keys, before)
        const told = await tight.begin(hotel, 0)
        expect(told.waitMs).toBeLessThanOrEqual(MINUTE)
        if (told.admitted) return
        waited += 1
        const at = now + told.waitMs
        await act(
          keys,
          meanwhile.map((doing) => ({ ...doing, thenMs: 0 })),
        )
        now = at
        expect(await tight.begin(hotel, 0)).toMatchObject({ admitted: true, waitMs: 0 })
      }),
      { numRuns: 25 },
    )
  })

  test('a client that comes too early is told the same time again, and nothing is counted', async () => {
    await fc.assert(
      fc.asyncProperty(
        strangers,
        fc.array(fc.integer({ min: 1, max: 20 * SECOND }), { maxLength: 8 }),
        async (doings, pauses) => {
          const keys = world()
          await act(keys, doings)
          const mine = keys('anna', 'stranger 0')
          const first = await tight.begin(mine, 0)
          if (first.admitted) return
          waited += 1
          const due = now + first.waitMs
          for (const pause of pauses) {
            if (now + pause >= due) break
            now += pause
            const again = await tight.begin(mine, 0)
            expect(again.admitted).toBe(false)
            expect(now + again.waitMs).toBe(due)
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('a wait longer than a request is held for is refused with the time; a shorter one is held', async () => {
    await fc.assert(
      fc.asyncProperty(strangers, fc.integer({ min: 0, max: 10 * SECOND }), async (doings, holdMs) => {
        const keys = world()
        await act(keys, doings)
        const { admitted, waitMs } = await tight.begin(keys('anna', 'stranger 1'), holdMs)
        if (waitMs > 0) waited += 1
        expect(admitted).toBe(waitMs <= holdMs)
      }),
      { numRuns: 25 },
    )
  })
})

describe('guesses a day', () => {
  /** On the first day, and on each later one. */
  async function days(next: () => AttemptKeys): Promise<[number, number]> {
    return [await greedy(next, DAY), await greedy(next, DAY)]
  }

  test('one unknown address gets some forty at a name, and then one an hour', async () => {
    const keys = world()
    const [first, later] = await days(() => keys('anna', 'there'))
    expect(first).toBeGreaterThan(30)
    expect(first).toBeLessThan(50)
    expect(later).toBeLessThanOrEqual(25)
  })

  test('a known address gets some hundred, and then one in a quarter of an hour', async () => {
    const keys = world()
    const home = keys('anna', 'home')
    await throttle.addKnownAddress(await newAccount(), home)
    const [first, later] = await days(() => home)
    expect(first).toBeGreaterThan(100)
    expect(first).toBeLessThan(130)
    expect(later).toBeLessThanOrEqual(97)
  })

  test('one address gets some five hundred at any names, and then one in five minutes', async () => {
    const keys = world()
    let names = 0
    const [first, later] = await days(() => keys(`name ${names++}`, 'there'))
    expect(first).toBeGreaterThan(400)
    expect(first).toBeLessThan(500)
    expect(later).toBeLessThanOrEqual(289)
  })

  test('a /48 that uses its networks in turn gets a thousand, and then fewer and fewer', async () => {
    const keys = world()
    let tries = 0
    const looked = await greedy(() => keys(`name ${tries}`, `network ${tries++}`, 'site'), 5 * MINUTE)
    expect(looked).toBeGreaterThan(1_000)
    expect(looked).toBeLessThan(1_250)
  })
})

describe('one attempt', () => {
  test('guesses sent at once cannot slip through together', async () => {
    const keys = world()
    const mine = keys('anna', 'there')
    const verdicts = await Promise.all(Array.from({ length: 30 }, () => throttle.begin(mine, 0)))
    expect(verdicts.filter(({ admitted }) => admitted)).toHaveLength(10)
  })

  test('the right password takes back what was counted, and makes the address known', async () => {
    const keys = world()
    const mine = keys('anna', 'there')
    for (let n = 0; n < 9; n++) await guess(mine)
    const verdict = await throttle.begin(mine, 0)
    expect(verdict).toMatchObject({ admitted: true, known: false, failures: 18 })
    await throttle.recordSuccess(mine, verdict, await newAccount())
    expect(await throttle.begin(mine, 0)).toMatchObject({ admitted: true, known: true, failures: 0 })
  })

  test('right passwords of many at one address do not wait', async () => {
    const keys = world()
    for (let n = 0; n < 150; n++) {
      const mine = keys(`name ${n}`, 'office')
      const verdict = await throttle.begin(mine, 0)
      expect(verdict).toMatchObject({ admitted: true, waitMs: 0 })
      await throttle.recordSuccess(mine, verdict, null)
    }
  })

  test('an attempt that was not checked may be repeated at once, even if it had to wait', async () => {
    const keys = world()
    for (let n = 0; n < 10; n++) for (let at = 0; at < 20; at++) await guess(keys('anna', `stranger ${at}`))
    const mine = keys('anna', 'hotel')
    const { waitMs } = await throttle.begin(mine, 0)
    expect(waitMs).toBeGreaterThan(0)
    now += waitMs
    for (let n = 0; n < 15; n++) {
      const verdict = await throttle.begin(mine, 0)
      expect(verdict.admitted).toBe(true)
      await throttle.cancel(mine, verdict)
    }
  })

  test('an attempt that was abandoned while it waited has the rest of its wait left', async () => {
    const keys = world()
    const mine = keys('anna', 'hotel')
    const anybody = Array.from({ length: 60 }, (_, n) => keys('anna', `stranger ${n}`))
    for (let n = 0; n < 10; n++) await guess(mine)
    for (const stranger of anybody) await guess(stranger)
    const held = await throttle.begin(mine, 4 * SECOND)
    expect([held.admitted, held.waitMs]).toEqual([true, SECOND])
    now += 300
    await throttle.cancel(mine, held, held.waitMs - 300)
    expect((await throttle.begin(mine, 0)).waitMs).toBe(700)
    now += 700
    expect(await throttle.begin(mine, 0)).toMatchObject({ admitted: true, waitMs: 0 })
  })

  test('processes count together, and a new one knows everything', async () => {
    const keys = world()
    const mine = keys('anna', 'there')
    const other = createSignInThrottle(pool, { now: () => now })
    for (let n = 0; n < 5; n++) await guess(mine)
    for (let n = 0; n < 5; n++) await other.begin(mine, 0)
    const third = createSignInThrottle(pool, { now: () => now })
    expect((await third.begin(mine, 0)).admitted).toBe(false)
  })

  test('failures are forgiven with time, and swept', async () => {
    const keys = world()
    const mine = keys('anna', 'there')
    for (let n = 0; n < 10; n++) await guess(mine)
    await throttle.sweep()
    expect((await throttle.begin(mine, 0)).admitted).toBe(false)
    now += 11 * HOUR
    expect((await throttle.begin(mine, 0)).failures).toBe(0)
    now += 2 * DAY
    await throttle.sweep()
    expect((await pool.query('select from app.sign_in_throttle')).rowCount).toBe(0)
  })
})

describe('known addresses', () => {
  const isKnown = async (keys: AttemptKeys) => (await throttle.begin(keys, 0)).known
  const kept = async (account: string) =>
    (await pool.query('select from app.known_address where account_id = $1', [account])).rowCount

  test('are the twenty used last', async () => {
    const account = await newAccount()
    const keys = world()
    for (let n = 0; n < 25; n++) {
      await throttle.addKnownAddress(account, keys('anna', `place ${n}`))
      await pool.query(`update app.known_address set used_at = used_at - interval '1 day' where account_id = $1`, [
        account,
      ])
    }
    expect(await kept(account)).toBe(20)
    expect(await isKnown(keys('anna', 'place 4'))).toBe(false)
    expect(await isKnown(keys('anna', 'place 5'))).toBe(true)
  })

  test('are forgotten after half a year, and deleted with the account', async () => {
    const account = await newAccount()
    const keys = world()
    const home = keys('anna', 'home')
    await throttle.addKnownAddress(account, home)
    await pool.query(`update app.known_address set used_at = now() - interval '179 days' where account_id = $1`, [
      account,
    ])
    expect(await isKnown(home)).toBe(true)
    await pool.query(`update app.known_address set used_at = now() - interval '181 days' where account_id = $1`, [
      account,
    ])
    expect(await isKnown(home)).toBe(false)
    await throttle.sweep()
    expect(await kept(account)).toBe(0)
    await throttle.addKnownAddress(account, home)
    await pool.query('delete from app.identity where account_id = $1', [account])
    expect(await isKnown(home)).toBe(false)
  })

  test('of one account are unknown to another', async () => {
    const keys = world()
    await throttle.addKnownAddress(await newAccount(), keys('anna', 'home'))
    expect(await isKnown(keys('bert', 'home'))).toBe(false)
  })
})

test('every product has a key of its own, which its processes share', async () => {
  const [one, two] = [await openPseudonyms(pool), await openPseudonyms(pool)]
  expect(one.name('anna')).toEqual(two.name('anna'))
  expect(one.name('anna')).not.toEqual(pseudonyms.name('anna'))
  expect(one.name('anna')).not.toEqual(one.network('anna'))
  const { rows } = await pool.query('select length(value) from app.secret order by name')
  expect(rows).toEqual([{ length: 32 }, { length: 32 }])
})
