// Which erasures a sweep looks at when there are years of them, and who else may work on the same rows.
import { afterAll, expect, test } from 'vitest'
import { openPool } from '#services/platform/database/pool.ts'
import { databaseForTests, waitingForLocks } from '#tests/database.ts'
import { addFailures } from '../sign-ins/failure-rows.ts'
import { createErasedRows, ERASURES_IN_A_PAGE } from './erased-rows.ts'

const database = databaseForTests()
const pool = openPool(database.url)
afterAll(() => pool.end())

const account = (index: number) => `account ${index}`
const reason = (index: number) => `reason ${index}`

/** Inserts erasures of these accounts into the audit trail. */
const erased = (first: number, last: number) =>
  pool.query(
    `insert into app.audit (number, position, stream, version, type, at, recorded_at, actor_id, actor_role, command_id, correlation,
       account_id, detail, hash)
     select n, n, 'account-' || n, 0, 'PersonalDataErased', now(), now(), 'root', 'super-admin', n, n,
       'account ' || n, json_build_object('rows', '[]'::json, 'reasons', json_build_array('reason ' || n)), n
     from generate_series($1::integer, $2::integer) n`,
    [first, last],
  )

/** Inserts their rows of identity, and the text of a reason about each. */
async function there(...indexes: number[]): Promise<void> {
  await pool.query(
    `insert into app.identity (account_id, username, username_normal, username_salt, password_hash, password_salt, status, registration)
     select id, id, id, '', '', '', 'active', json_build_object('command', id) from unnest($1::text[]) id`,
    [indexes.map(account)],
  )
  await pool.query(
    `insert into app.reason_text (commitment, salt, text) select c, '', 'why' from unnest($1::text[]) c`,
    [indexes.map(reason)],
  )
}

async function left(): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(
    'select account_id as what from app.identity union all select commitment from app.reason_text',
  )
  return rows.map(({ what }) => what).sort()
}

test('the first sweep of a process looks at all erasures, later ones at new ones and a page of the others', async () => {
  const known = ERASURES_IN_A_PAGE * 2 + 10
  await erased(1, known)
  await there(1, ERASURES_IN_A_PAGE + 1, known, known + 1)
  const others = [account(known + 1), reason(known + 1)]
  const { deleteAgain } = createErasedRows(pool)
  await deleteAgain()
  expect(await left()).toEqual(others)

  // restored by a backup: found when the round reaches its third page
  await there(known)
  const back = [account(known), ...others, reason(known)].sort()
  for (let page = 1; page <= 2; page++) {
    await deleteAgain()
    expect(await left()).toEqual(back)
  }
  await deleteAgain()
  expect(await left()).toEqual(others)

  // and when it starts over; new erasures do not wait for the round
  await there(1)
  await erased(known + 1, known + 1)
  await deleteAgain()
  expect(await left()).toEqual([account(1), reason(1)])
  await deleteAgain()
  expect(await left()).toEqual([])
})

test('another process finds all of it with its first sweep', async () => {
  await there(ERASURES_IN_A_PAGE * 2 + 5)
  await createErasedRows(pool).deleteAgain()
  expect(await left()).toEqual([])
})

/** Their ids sort the other way round than their erasures. The third is between them, and is not erased. */
const [EARLIER, LATER] = [999, 1_000]
const BETWEEN = 5_000

test.each([
  [LATER, BETWEEN, EARLIER],
  [EARLIER, BETWEEN, LATER],
])('beside a count of failed sign-ins of %i, %i and %i it goes on, and so does the count', async (...failed) => {
  await pool.query('delete from app.identity')
  await pool.query('delete from app.reason_text')
  await pool.query('delete from app.audit')
  await erased(EARLIER, LATER)
  await there(EARLIER, LATER, BETWEEN)
  const waiting = (statement: string) => expect.poll(() => waitingForLocks(pool, statement)).toBe(1)
  const gate = await pool.connect()
  let both: Promise<unknown>
  try {
    await gate.query('begin')
    await gate.query('select from app.identity where account_id = $1 for update', [account(BETWEEN)])
    const counted = addFailures(
      pool,
      failed.map((one) => ({ kind: 'password', as: { accountId: account(one) }, network: Buffer.from('n') })),
    )
    // it holds the locks of what it reached before the one in between
    await waiting('insert into app.failed_sign_in')
    both = Promise.all([counted, createErasedRows(pool).deleteAgain()])
    both.catch(() => undefined)
    await waiting('delete from app.identity')
  } finally {
    await gate.query('commit')
    gate.release()
  }
  await both
  const { rows } = await pool.query('select account_id as account, passwords from app.failed_sign_in')
  expect(rows).toEqual([{ account: account(BETWEEN), passwords: 1 }])
  expect(await left()).toEqual([account(BETWEEN), reason(BETWEEN)])
})
