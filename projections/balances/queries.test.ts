// A page of balances reads only the accounts on it, however many are closed.
import { sql } from 'slonik'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { balancesAt } from './queries.ts'

const PAGE = 20
const OPEN = 60
const CLOSED = 3_000
const ERASED = 'gone '

let database: TestDatabase
let queries: Queries
beforeAll(async () => {
  database = await createTestDatabase()
  const making = await openQueries(database.url)
  await making.query(sql.unsafe`
    insert into app.account
    select 'account ' || lpad(n::text, 5, '0'), 'user', 'sign-up', now(), false, n > ${OPEN}, false, 0, 0, 0, 1
    from generate_series(1, ${OPEN + CLOSED + 1}) n`)
  // the last one has no name
  await making.query(sql.unsafe`
    insert into app.identity (account_id, username, username_normal, username_salt, password_hash, password_salt, status, registration)
    select account_id, name, name, '', '', '', 'active', jsonb_build_object('command', name)
    from (select account_id, case when closed then 'z' else 'a' end || account_id as name from app.account
      order by account_id limit ${OPEN + CLOSED}) a`)
  await making.query(sql.unsafe`
    insert into app.audit (number, position, stream, version, type, at, recorded_at, actor_id, actor_role, command_id, correlation, hash)
    select row_number() over (order by account_id), account_id, 'account-' || account_id, 0, 'AccountOpened', now(), now(), '', 'user', '', '', ''
    from app.account`)
  await making.query(sql.unsafe`analyze app.account, app.identity, app.audit`)
  // Postgres counts what a connection has read some time after its transaction; ending it makes that now
  await making.end()
  queries = await openQueries(database.url)
})
afterAll(async () => {
  await queries.end()
  await database.drop()
})

const read = (prefix: string, after = '') =>
  queries.transaction(async (db) => {
    const rows = await balancesAt(db, OPEN + CLOSED + 1, { prefix, after, limit: PAGE, erased: ERASED })
    const looked = await db.oneFirst(sql.type(z.object({ looked: z.number() }))`
      select (seq_tup_read + idx_tup_fetch)::int as looked from pg_stat_xact_user_tables
      where relid = 'app.account'::regclass`)
    return { names: rows.map(({ name, sortedBy }) => name ?? sortedBy), looked }
  })

test('a page before those of erased people reads no closed account', async () => {
  const { names, looked } = await read('')
  expect(names).toHaveLength(PAGE)
  expect(names.every((name) => name.startsWith('aaccount'))).toBe(true)
  expect(looked).toBeLessThanOrEqual(OPEN)
})

test('an erased person is sorted by the text that stands for the name', async () => {
  const last = `account ${String(OPEN + CLOSED + 1).padStart(5, '0')}`
  const { names } = await read('', `aaccount ${String(OPEN - 3).padStart(5, '0')}`)
  expect(names.slice(0, 5)).toEqual([
    ...[OPEN - 2, OPEN - 1, OPEN].map((n) => `aaccount ${String(n).padStart(5, '0')}`),
    `${ERASED}${last}`,
    `zaccount ${String(OPEN + 1).padStart(5, '0')}`,
  ])
  expect((await read('gone')).names).toEqual([`${ERASED}${last}`])
})
