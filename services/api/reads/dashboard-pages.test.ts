// Cached views of the back office are never staler than a read without a cache.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Dashboard } from '#services/contract/contract.ts'
import { newId, type Person, single, startTestProduct, type TestProduct, until } from '../testing/product.ts'
import { Announcements } from './announcements.ts'
import type { BetTexts } from './bet-texts.ts'
import { createDashboardPages } from './dashboard-pages.ts'

const NONE = { users: [], bets: [], profitCents: 0, openStakesCents: 0, totalBets: 0, walletsCents: 0, floatCents: 0 }
const admin = { accountId: 'an admin', role: 'admin' } as const
const first = { page: 1, list: null } as const
const announced = { position: '', hash: '', number: 0, accounts: [], fixtures: [] }

function setUp() {
  let queries = 0
  let bettors = 0
  let now = 0
  let broken = false
  const db = {
    async one() {
      queries += 1
      const rows = { ...NONE, bettors }
      await new Promise((resolve) => setImmediate(resolve))
      if (broken) throw new Error('away')
      return rows
    },
  }
  const texts = { write: async () => [] } as unknown as BetTexts
  const announcements = new Announcements()
  const pages = createDashboardPages({ db: db as never, texts, announcements, now: () => now })
  return {
    announcements,
    queries: () => queries,
    set: (change: { bettors?: number; now?: number; broken?: boolean }) => {
      bettors = change.bettors ?? bettors
      now = change.now ?? now
      broken = change.broken ?? broken
    },
    read: async () => JSON.parse((await pages.read(admin, first)).bytes.toString()).totalUsers as number,
  }
}

describe('a view', () => {
  test('is read once while nothing is announced, however many ask for it', async () => {
    const { queries, read } = setUp()
    expect(await Promise.all([read(), read(), read()])).toEqual([0, 0, 0])
    expect(await read()).toBe(0)
    expect(queries()).toBe(1)
  })

  test('is read again after an announcement, even while an older read is in progress', async () => {
    const { announcements, read, set, queries } = setUp()
    const early = read()
    set({ bettors: 1 })
    announcements.add(announced)
    expect([await read(), await early]).toEqual([1, 0])
    expect([await read(), queries()]).toEqual([1, 2])
  })

  test('is read again after two seconds without announcements', async () => {
    const { read, set } = setUp()
    await read()
    set({ bettors: 1, now: 1_999 })
    expect(await read()).toBe(0)
    set({ now: 2_000 })
    expect(await read()).toBe(1)
  })

  test('whose read failed is not cached', async () => {
    const { read, set } = setUp()
    set({ broken: true })
    await expect(read()).rejects.toThrow('away')
    set({ broken: false })
    expect(await read()).toBe(0)
  })
})

describe('over HTTP', () => {
  let product: TestProduct
  let people: Person[]
  beforeAll(async () => {
    product = await startTestProduct()
    const one = await product.anAdmin(1_000)
    people = [one, await product.signIn(product.superAdmin.username, product.superAdmin.password)]
  })
  afterAll(() => product.close())

  test('each admin sees their own role and float, and bets as they are after each write', async () => {
    const bettor = await product.aBettor(people[0]!, 100)
    const game = newId()
    product.board.put({ id: game })
    const view = async ({ token }: Person, headers = {}) =>
      Dashboard.parse((await product.call('/api/admin/dashboard', { token, headers })).body)
    for (let stakes = 1; stakes <= 5; stakes++) {
      const placed = await product.place(bettor.token, single(game, 1))
      const headers = { 'x-ledger-position': placed.headers.get('x-ledger-position')! }
      for (const person of people) {
        const seen = await view(person, headers)
        expect(seen).toMatchObject({ openStakes: stakes, totalBets: stakes, userBalance: 100 - stakes })
        expect(seen.bets[0]).toMatchObject({ id: placed.body.betId, username: bettor.user.username })
      }
    }
    expect([(await view(people[0]!)).role, (await view(people[0]!)).currentAdminBalance]).toEqual(['admin', 900])
    expect([(await view(people[1]!)).role, (await view(people[1]!)).currentAdminBalance]).toEqual(['super-admin', 0])
    const tag = (await product.call('/api/admin/dashboard', { token: people[0]!.token })).headers.get('etag')!
    await until(async () => {
      const again = await product.call('/api/admin/dashboard', {
        token: people[0]!.token,
        headers: { 'if-none-match': tag },
      })
      return again.status === 304
    })
  })
})
