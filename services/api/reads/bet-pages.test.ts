// Cached pages of a bettor's own bets are never staler than a read without a cache.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BetRowWithState } from '#projections/bets/queries.ts'
import type { Announcement } from '#projections/runner/announcement.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { Announcements } from './announcements.ts'
import { createBetPages } from './bet-pages.ts'
import { createBetTexts, type ShownBet } from './bet-texts.ts'

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await nextTurn()
}

const ACCOUNTS = ['ann', 'bob'] as const
type Account = (typeof ACCOUNTS)[number]
const FIRST = { before: null, list: null }

/** Read models that only grow, and whose replies take some time both before and after their rows are looked at. */
function slowReadModels(delays: readonly number[]) {
  const rows: { state: string; bet: string; account: string }[] = []
  let nth = 0
  let asked = 0
  const slowly = async <Answer>(look: () => Answer): Promise<Answer> => {
    asked += 1
    await turns(delays[nth++ % delays.length]!)
    const answer = look()
    await turns(delays[nth++ % delays.length]!)
    return answer
  }
  const accountIn = ({ values }: { values: readonly unknown[] }) =>
    values.find((one) => ACCOUNTS.includes(one as Account))
  const db = {
    one: (query: { values: readonly unknown[] }) =>
      slowly(() => ({
        open: rows.filter(({ account }) => account === accountIn(query)).map(({ state }) => state),
        settled: [],
      })),
    any: (query: { values: readonly unknown[] }) =>
      slowly(() => rows.filter(({ bet }) => (query.values.flat() as unknown[]).includes(bet))),
  }
  return {
    rows,
    db: db as unknown as Queries,
    get asked() {
      return asked
    },
  }
}

type Show = (rows: readonly BetRowWithState[]) => Promise<readonly ShownBet[]>
const byId: Show = async (rows) => rows.map((row) => ({ row, bet: { id: row.bet } as never, final: true, waits: [] }))

/** Pages that hear announcements as in `createReads`. */
function pagesOver(db: Queries, show: Show = byId, now?: () => number) {
  const announcements = new Announcements()
  const texts = createBetTexts({ db, announcements, show })
  const pages = createBetPages({ db, texts, announcements, ...(now && { now }) })
  return {
    betsOf: pages.betsOf,
    projected(announcement: Announcement | null) {
      announcements.add(announcement)
      if (announcement !== null && !announcement.rebuilt) return
      pages.clear()
      texts.clear()
    },
  }
}

const told = (accounts: readonly string[], fixtures: readonly string[] = []): Announcement => ({
  position: '',
  hash: '',
  number: 0,
  accounts,
  fixtures,
})
const toldOfAll: Announcement = { position: '', hash: '', number: 0, all: true }

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('bet' as const), account: fc.constantFrom(...ACCOUNTS) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('tell' as const), all: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('miss' as const) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('read' as const), account: fc.constantFrom(...ACCOUNTS) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait' as const), turns: fc.nat(4) }) },
)

test('a read shows everything that was announced before it, whatever is in progress', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 60 }),
      fc.array(fc.nat(5), { minLength: 1, maxLength: 20 }),
      async (steps, delays) => {
        const { rows, db } = slowReadModels(delays)
        const pages = pagesOver(db)
        let untold = new Set<string>()
        let announced = 0
        const reads: Promise<void>[] = []
        for (const one of steps) {
          if (one.does === 'bet') {
            rows.push({ state: `bet-${rows.length} `, bet: `bet-${rows.length}`, account: one.account })
            untold.add(one.account)
          } else if (one.does === 'wait') await turns(one.turns)
          else if (one.does === 'read') {
            const due = rows.slice(0, announced).filter(({ account }) => account === one.account)
            reads.push(
              pages.betsOf(one.account, FIRST).then(({ reply }) => {
                const shown = (JSON.parse(reply.bytes.toString()) as { id: string }[]).map(({ id }) => id)
                expect(shown.slice(0, due.length)).toEqual(due.map(({ bet }) => bet))
              }),
            )
          } else {
            announced = rows.length
            pages.projected(one.does === 'miss' ? null : one.all ? toldOfAll : told([...untold]))
            untold = new Set()
          }
        }
        await Promise.all(reads)
      },
    ),
    { numRuns: 300 },
  )
})

test('nothing is queried again while nothing was announced about the account', async () => {
  const models = slowReadModels([0])
  const pages = pagesOver(models.db)
  models.rows.push({ state: 'one ', bet: 'one', account: 'ann' })
  const many = await Promise.all(Array.from({ length: 64 }, () => pages.betsOf('ann', FIRST)))
  pages.projected(told(['bob']))
  many.push(await pages.betsOf('ann', FIRST))
  expect(new Set(many).size).toBe(1)
  expect(models.asked).toBe(2)
})

test('an announcement about everybody costs a query of the states, but no page is rebuilt', async () => {
  const models = slowReadModels([0])
  const pages = pagesOver(models.db)
  models.rows.push({ state: 'one ', bet: 'one', account: 'ann' })
  const before = await pages.betsOf('ann', FIRST)
  pages.projected(toldOfAll)
  const after = await pages.betsOf('ann', FIRST)
  expect(after.reply).toBe(before.reply)
  expect(models.asked).toBe(3)
})

test('after a rebuild, which may have changed any row, everything is read again', async () => {
  const models = slowReadModels([0])
  const pages = pagesOver(models.db)
  models.rows.push({ state: 'one ', bet: 'one', account: 'ann' })
  const before = await pages.betsOf('ann', FIRST)
  pages.projected({ ...toldOfAll, rebuilt: true })
  expect((await pages.betsOf('ann', FIRST)).reply).not.toBe(before.reply)
  expect(models.asked).toBe(4)
})

test('pages that no longer fit are evicted, the least recently used first', async () => {
  const asked: unknown[] = []
  const db = {
    one: async ({ values }: { values: readonly unknown[] }) => {
      asked.push(values[0])
      return { open: [`${values[0]}-bet `], settled: [] }
    },
    any: async ({ values }: { values: readonly unknown[] }) =>
      (values.flat() as string[]).map((bet) => ({ bet, state: `${bet} ` })),
  }
  const megabyte = 'x'.repeat(2 ** 20)
  const shown = async (rows: readonly { bet: string }[]) =>
    rows.map((row) => ({ row, bet: { id: row.bet, megabyte }, final: true, waits: [] })) as never
  const pages = pagesOver(db as unknown as Queries, shown, () => 0)
  const all = Array.from({ length: 40 }, (_, n) => `account-${n}`)
  for (const account of all) await pages.betsOf(account, FIRST)
  expect(asked.splice(0)).toEqual(all)
  for (const account of all.slice(-10)) await pages.betsOf(account, FIRST)
  expect(asked).toEqual([])
  await pages.betsOf(all[0]!, FIRST)
  expect(asked).toEqual([all[0]])
})

test('without announcements, pages are read again after a while', async () => {
  const models = slowReadModels([0])
  let now = 0
  const shown = async (rows: readonly { bet: string }[]) =>
    rows.map((row) => ({ row, bet: { id: row.bet }, final: true, waits: [] })) as never
  const pages = pagesOver(models.db, shown, () => now)
  models.rows.push({ state: 'one ', bet: 'one', account: 'ann' })
  await pages.betsOf('ann', FIRST)
  models.rows.push({ state: 'two ', bet: 'two', account: 'ann' })
  now = 1_999
  expect((await pages.betsOf('ann', FIRST)).reply.bytes.toString()).toBe('[{"id":"one"}]')
  now = 2_000
  expect((await pages.betsOf('ann', FIRST)).reply.bytes.toString()).toBe('[{"id":"one"},{"id":"two"}]')
})

test('a failure is given only to those who waited for it', async () => {
  const models = slowReadModels([0])
  let fails = true
  const one = models.db.one.bind(models.db)
  const db = { ...models.db, one: (query: never) => (fails ? Promise.reject(new Error('away')) : one(query)) }
  const pages = pagesOver(db as unknown as Queries)
  await expect(pages.betsOf('ann', FIRST)).rejects.toThrow('away')
  fails = false
  expect((await pages.betsOf('ann', FIRST)).reply.bytes.toString()).toBe('[]')
})

test('a page that could not be shown in full is kept only until the next announcement, whoever it is about', async () => {
  const models = slowReadModels([0])
  let title = ''
  const pages = pagesOver(models.db, async (rows) =>
    rows.map((row) => ({ row, bet: { game: title } as never, final: title !== '', waits: [] })),
  )
  models.rows.push({ state: 'one ', bet: 'one', account: 'ann' })
  await pages.betsOf('ann', FIRST)
  await pages.betsOf('ann', FIRST)
  expect(models.asked).toBe(2)
  title = 'Home vs Away'
  pages.projected(told([]))
  expect((await pages.betsOf('ann', FIRST)).reply.bytes.toString()).toBe('[{"game":"Home vs Away"}]')
})

test('a leg that did not count is shown anew once its game is decided, and no other leg is', async () => {
  const models = slowReadModels([0])
  let status = 'pending'
  const pages = pagesOver(models.db, async (rows) =>
    rows.map((row) => ({ row, bet: { status } as never, final: true, waits: ['derby'] })),
  )
  models.rows.push({ state: 'one ', bet: 'one', account: 'ann' })
  const first = await pages.betsOf('ann', FIRST)
  status = 'won'
  pages.projected(told([], ['another game']))
  expect((await pages.betsOf('ann', FIRST)).reply).toBe(first.reply)
  pages.projected(told([], ['derby']))
  expect((await pages.betsOf('ann', FIRST)).reply.bytes.toString()).toBe('[{"status":"won"}]')
})
