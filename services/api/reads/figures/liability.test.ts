import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { LiabilityQuery } from '#services/contract/contract.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { createTestDatabase } from '#tests/database.ts'
import { readLiability } from './liability.ts'

let pool: pg.Pool
let db: Queries

beforeAll(async () => {
  const database = await createTestDatabase()
  pool = openPool(database.url)
  db = await openQueries(database.url, { max: 2 })
  await pool.query(
    `insert into app.fixture (fixture_id, source, league, home, away, starts_at, listed_at, version, abandoned)
     values ('game', 'feed', 'soccer_epl', 'Rovers', 'Wanderers', now(), now(), 0, false)`,
  )
  return async () => {
    await Promise.all([db.end(), pool.end()])
    await database.drop()
  }
})

/** Sets what open singles pay, in euros by selection. */
async function may(pay: Record<string, number>): Promise<void> {
  await pool.query('delete from app.liability')
  await pool.query(
    `insert into app.liability
     select 'game', 'h2h', '', selection, 1, 0, c, 0, 0, c, c, 0, c
     from json_each_text($1) as pays (selection, euros) cross join lateral (select euros::bigint * 100) cents (c)`,
    [JSON.stringify(pay)],
  )
}

const read = async (of: Queries, query = {}) => {
  const { outcomes, worst } = await readLiability(of, LiabilityQuery.parse(query), null, new Date())
  return { outcomes: outcomes.map(({ selection, exposure }) => [selection, exposure]), worst }
}

/** Queries that run one after the other, with the rows changed after each. */
function changing(change: () => Promise<void>): Queries {
  let before: Promise<unknown> = Promise.resolve()
  return new Proxy(db, {
    get: (target, name) => {
      const run = Reflect.get(target, name) as (...call: readonly unknown[]) => Promise<unknown>
      return (...call: readonly unknown[]) => {
        const result = before.then(() => run(...call))
        before = result.then(change)
        return before.then(() => result)
      }
    },
  })
}

test('the worst outcome and the list are of the same moment', async () => {
  await may({ home: 20, away: 30 })
  const now = await read(changing(() => may({ home: 10 })))
  expect(now).toEqual({
    outcomes: [
      ['away', 30],
      ['home', 20],
    ],
    worst: 30,
  })
  expect(await read(db)).toEqual({ outcomes: [['home', 10]], worst: 10 })
})

test('the worst outcome is that of all, in any order, even if the filter matches none', async () => {
  await may({ home: 20, away: 30, draw: 25 })
  expect(await read(db, { sort: 'exposure' })).toEqual({
    outcomes: [
      ['home', 20],
      ['draw', 25],
      ['away', 30],
    ],
    worst: 30,
  })
  expect(await read(db, { sport: 'tennis' })).toEqual({ outcomes: [], worst: 30 })
  await may({})
  expect(await read(db)).toEqual({ outcomes: [], worst: 0 })
})
