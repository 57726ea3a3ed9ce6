import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Session } from './session.ts'
import { createSessionCache, type SessionCache } from './session-cache.ts'

const sessionOf = (account: string) => ({ accountId: account }) as Session
/** Of these tests, named after the account that has it. */
const ACCOUNTS = ['anna', 'bert']

type Read = { readonly tokens: readonly string[]; answer(): void; fail(): void }

let now: number
/** Those that nobody has answered yet. */
let reads: Read[]
let cache: SessionCache

beforeEach(() => {
  now = 0
  reads = []
  const read = (tokens: readonly string[]) =>
    new Promise<Map<string, Session>>((resolve, reject) => {
      reads.push({
        tokens,
        answer: () => resolve(new Map(tokens.map((token) => [token, sessionOf(token)]))),
        fail: () => reject(new Error('away')),
      })
    })
  cache = createSessionCache(read, () => now)
})
afterEach(() => cache.close())

/** The next read, whoever asks for it. */
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

test('what was read as sessions of one account ended is kept of the others, and not of that one', async () => {
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

test('nothing is kept of what was read as any session may have ended', async () => {
  await loadBoth()
  const loading = cache.load('carl')
  const load = await nextRead()
  cache.evict(null)
  load.answer()
  await loading
  expect([...ACCOUNTS, 'carl'].map((token) => cache.get(token))).toEqual([undefined, undefined, undefined])
})
