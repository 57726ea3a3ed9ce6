import { beforeAll, describe, expect, test } from 'vitest'
import { betsById } from '#projections/bets/queries.ts'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { randomScenario } from '#projections/testing/scenario.ts'
import { readModels, writeLog } from '#projections/testing/write-log.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { createTestDatabase } from '#tests/database.ts'
import { betRowOf, dashboardRows } from './dashboard-rows.ts'

let db: Queries
let rows: Record<string, Record<string, string & number>[]>
const nameOf = (account: string): string => `name of ${account}`
/** An account whose personal data was erased. */
let erased: string

const table = (name: string) => rows[name]!
const isBettor = (row: Record<string, unknown>) => row.role === 'user' && !row.closed
const everything = { offset: 0, limit: 1_000 }
const all = { users: everything, bets: everything }

beforeAll(async () => {
  const database = await createTestDatabase()
  const store = await PostgresLog.open({ url: database.url })
  await writeLog(store, randomScenario(5, 500))
  await rebuild({ store, url: database.url })
  rows = (await readModels(database.url)) as typeof rows
  erased = table('bet')[0]!.account_id!
  const pool = openPool(database.url, { name: 'names for a test' })
  await pool.query(
    `insert into app.identity (account_id, username, username_normal, username_salt, password_hash, password_salt, status, registration)
     select id, 'name of ' || id, id, '', '', '', 'active', jsonb_build_object('command', id) from unnest($1::text[]) as id`,
    [
      table('account')
        .map((row) => row.account_id!)
        .filter((id) => id !== erased),
    ],
  )
  await pool.end()
  db = await openQueries(database.url, { max: 2 })
  return async () => {
    await db.end()
    await store.close()
    await database.drop()
  }
})

describe('the rows of the back office', () => {
  test('have the figures, and the float of the admin who reads', async () => {
    const admin = table('account').find((row) => row.role === 'admin')!
    const bettors = table('account').filter(isBettor)
    const [house] = table('house')
    expect(await dashboardRows(db, admin.account_id!, all)).toMatchObject({
      profitCents: house!.profit_cents,
      openStakesCents: house!.open_stakes_cents,
      totalBets: table('bet').length,
      bettors: bettors.length,
      walletsCents: bettors.reduce((sum, row) => sum + row.wallet_cents!, 0),
      floatCents: admin.float_cents,
    })
    expect((await dashboardRows(db, 'nobody', all)).floatCents).toBe(0)
  })

  test('have every bettor who has a name, newest first, with creator and statistics', async () => {
    const { users } = await dashboardRows(db, 'nobody', all)
    const bettors = table('account').filter((row) => isBettor(row) && row.account_id !== erased)
    expect(users.map(({ account }) => account).toSorted()).toEqual(bettors.map((row) => row.account_id!).toSorted())
    const opened = users.map(({ openedAt }) => Date.parse(openedAt))
    expect(opened).toEqual(opened.toSorted((a, b) => b - a))
    const byAccount = new Map(bettors.map((row) => [row.account_id, row]))
    const names = new Set(table('account').map((row) => row.account_id!))
    for (const user of users) {
      const row = byAccount.get(user.account as never)!
      expect(user).toMatchObject({ username: nameOf(user.account), email: null, blocked: row.blocked })
      expect([user.walletCents, Date.parse(user.openedAt)]).toEqual([row.wallet_cents, Date.parse(row.opened_at!)])
      const creator = names.has(row.opened_by!) && row.opened_by !== erased ? nameOf(row.opened_by!) : null
      expect(user.creator).toBe(creator)
      const statistics = table('user_statistics').find((one) => one.account_id === user.account)
      expect(user.statistics).toEqual(
        statistics === undefined
          ? null
          : {
              totalBets: statistics.total_bets,
              totalStakeCents: statistics.total_stake_cents,
              totalWinningsCents: statistics.total_winnings_cents,
              profitCents: statistics.profit_cents,
            },
      )
    }
  })

  test('have every bet, newest first, with the name of its bettor', async () => {
    const { bets } = await dashboardRows(db, 'nobody', all)
    const newestFirst = table('bet').toSorted((a, b) => b.number! - a.number!)
    expect(bets.map(({ state, username }) => ({ state, username }))).toEqual(
      newestFirst.map((row) => ({
        state: `${row.bet_id} ${row.settled_event ?? ''}`,
        username: row.account_id === erased ? null : nameOf(row.account_id!),
      })),
    )
    // the same rows, read one by one
    const byId = new Map(
      (
        await betsById(
          db,
          newestFirst.map((row) => row.bet_id!),
        )
      ).map((row) => [row.bet, row]),
    )
    for (const bet of bets) expect(betRowOf(bet)).toEqual(byId.get(bet.bet))
  })

  test('are the same bets on each page, whichever end it is counted from', async () => {
    const { bets } = await dashboardRows(db, 'nobody', all)
    const pages = Math.ceil(bets.length / 7) + 1
    expect(pages).toBeGreaterThan(4)
    for (let page = 0; page <= pages; page++) {
      const range = { offset: page * 7, limit: 7 }
      const shown = await dashboardRows(db, 'nobody', { users: { offset: 0, limit: 1 }, bets: range })
      expect(shown.bets).toEqual(bets.slice(page * 7, page * 7 + 7))
    }
  })

  test('come in pages of either list, the last of which is empty', async () => {
    const { users, bets } = await dashboardRows(db, 'nobody', all)
    const page = await dashboardRows(db, 'nobody', {
      users: { offset: 0, limit: 2 },
      bets: { offset: 5, limit: 4 },
    })
    expect(page.bets).toEqual(bets.slice(5, 9))
    expect(users.slice(0, 2)).toEqual(expect.arrayContaining([...page.users]))
    const behind = { offset: 9_999_999_990, limit: 10 }
    expect(await dashboardRows(db, 'nobody', { users: behind, bets: behind })).toMatchObject({ users: [], bets: [] })
  })
})
