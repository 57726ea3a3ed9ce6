import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Session } from './session.ts'
import { createSessionCache, type Lasting, type SessionCache } from './session-cache.ts'

const sessionOf = (account: string) => ({ accountId: account }) as Session
/** Tokens, each named after the account that has it. */
const ACCOUNTS = ['anna', 'bert']

type Read = { readonly tokens: readonly string[]; answer(): void; answerNothing(): void; fail(): void }

let now: number
/** Reads that have not been answered yet. */
let reads: Read[]
let cache: SessionCache
let heardAt: number
/** How long every session lasts. */
let lastsMs: number

beforeEach(() => {
  now = 0
  heardAt = -Infinity
  lastsMs = Infinity
  reads = []
  const read = (tokens: readonly string[]) =>
    new Promise<Map<string, Lasting>>((resolve, reject) => {
      reads.push({
        tokens,
        answer: () => resolve(new Map(tokens.map((token) => [token, { session: sessionOf(token), lastsMs }]))),
        answerNothing: () => resolve(new Map()),
        fail: () => reject(new Error('away')),
      })
    })
  cache = createSessionCache(
    read,
    () => now,
    () => heardAt,
  )
})
afterEach(() => cache.close())

/** The next read, whoever makes it. */
async function nextRead(): Promise<Read> {
  await expect.poll(() => reads.length).toBe(1)
  return reads.pop()!
}

async function loadBoth(): Promise<void> {
  const loading = Promise.all(ACCOUNTS.map((token) => cache.load(token)))
  for (let left = ACCOUNTS.length; left > 0; ) {
    const read = await nextRead()
    read.answer()
    left -= read.tokens.length
  }
  await loading
}

test('those in use are read ahead again after a read that failed', async () => {
  await loadBoth()
  now = 600
  ;(await nextRead()).fail()
  const again = await nextRead()
  expect([...again.tokens].sort()).toEqual(ACCOUNTS)
  again.answer()
  now = 1_200
  await expect.poll(() => ACCOUNTS.map((token) => cache.get(token))).toEqual(ACCOUNTS.map(sessionOf))
})

test('what was read while a session of one account ended is kept for other accounts, and not for that one', async () => {
  await loadBoth()
  now = 600
  const refresh = await nextRead()
  const loading = cache.load('carl')
  const load = await nextRead()
  cache.evict({ account: 'anna' })
  refresh.answer()
  load.answer()
  await loading
  now = 1_200
  expect(['anna', 'bert', 'carl'].map((token) => cache.get(token))).toEqual([
    undefined,
    sessionOf('bert'),
    sessionOf('carl'),
  ])
})

test('a session that ended while it was loaded is not kept', async () => {
  const loading = cache.load('anna')
  const load = await nextRead()
  cache.evict({ account: 'anna' })
  load.answer()
  expect([await loading, cache.get('anna')]).toEqual([sessionOf('anna'), undefined])
})

test('nothing is kept of a read during which any session may have ended', async () => {
  await loadBoth()
  const loading = cache.load('carl')
  const load = await nextRead()
  cache.evict(null)
  load.answer()
  await loading
  expect([...ACCOUNTS, 'carl'].map((token) => cache.get(token))).toEqual([undefined, undefined, undefined])
})

test('while all ends are heard of, sessions are valid for ten seconds, and read ahead in the second half of them', async () => {
  const loading = cache.load('carl')
  const load = await nextRead()
  load.answer()
  await loading
  now = 200
  await loadBoth()
  now = heardAt = 5_100
  const ahead = await nextRead()
  expect(ahead.tokens).toEqual(['carl'])
  ahead.answer()
  expect(ACCOUNTS.map((token) => cache.get(token))).toEqual(ACCOUNTS.map(sessionOf))
  cache.evict({ account: 'anna' })
  expect(cache.get('anna')).toBeUndefined()
  now = heardAt = 5_200
  expect((await nextRead()).tokens).toEqual(['bert'])
  now = heardAt = 10_199
  expect(cache.get('bert')).toEqual(sessionOf('bert'))
  now = heardAt = 10_200
  expect(cache.get('bert')).toBeUndefined()
})

test('one second after notifications were last heard, entries older than a second are read again', async () => {
  await loadBoth()
  now = 4_000
  heardAt = 3_001
  expect(cache.get('anna')).toEqual(sessionOf('anna'))
  now = 4_001
  expect(cache.get('anna')).toBeUndefined()
  // those in use are read ahead as often as without notifications
  expect([...(await nextRead()).tokens].sort()).toEqual(ACCOUNTS)
})

test('a token without a session is looked up every second, whatever is heard', async () => {
  const loading = cache.load('nobody')
  const load = await nextRead()
  load.answerNothing()
  expect(await loading).toBeNull()
  now = heardAt = 999
  expect(cache.get('nobody')).toBeNull()
  now = heardAt = 1_000
  expect(cache.get('nobody')).toBeUndefined()
})

test('a session is not valid for longer than it lasts', async () => {
  lastsMs = 700
  await loadBoth()
  now = heardAt = 699
  expect(cache.get('anna')).toEqual(sessionOf('anna'))
  now = heardAt = 700
  expect(cache.get('anna')).toBeUndefined()
})

test('an end touches only the sessions of its account', async () => {
  let looks = 0
  const counted = (account: string) =>
    Object.defineProperty({}, 'accountId', {
      get: () => {
        looks += 1
        return account
      },
    }) as Session
  const tokens = Array.from({ length: 1_000 }, (_, at) => `${at}`)
  const many = createSessionCache(
    async (asked) => new Map(asked.map((token) => [token, { session: counted(`of ${token}`), lastsMs }])),
    () => now,
  )
  await Promise.all(tokens.map((token) => many.load(token)))
  looks = 0
  many.evict({ account: 'of 7' })
  expect(looks).toBeLessThan(10)
  expect(tokens.filter((token) => many.get(token) === undefined)).toEqual(['7'])
  many.close()
})

test('all sessions of an account are evicted with its end, however often they were loaded', async () => {
  const ofAccounts = createSessionCache(
    async (asked) => new Map(asked.map((token) => [token, { session: sessionOf(token.slice(0, 4)), lastsMs }])),
    () => now,
  )
  const load = (tokens: readonly string[]) => Promise.all(tokens.map((token) => ofAccounts.load(token)))
  await load(['anna-1', 'anna-2', 'bert-1'])
  now = 10
  await load(['anna-1'])
  ofAccounts.evict({ account: 'anna' })
  await load(['anna-3'])
  ofAccounts.evict({ account: 'anna' })
  expect(['anna-1', 'anna-2', 'anna-3', 'bert-1'].map((token) => ofAccounts.get(token))).toEqual([
    undefined,
    undefined,
    undefined,
    sessionOf('bert'),
  ])
  ofAccounts.close()
})
