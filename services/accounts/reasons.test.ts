// The text of a reason whose command led to no event is deleted once nothing can name it any more.
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPool } from '#services/platform/database/pool.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { storeReason, sweepReasons } from './reasons.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  for (const table of ['reason_text', 'audit', 'identity']) await pool.query(`delete from app.${table}`)
})

/** Stores a reason this many minutes ago; returns its commitment. */
async function typed(text: string, minutesAgo: number): Promise<string> {
  const { text: commitment } = (await storeReason(pool, 'by-admin', text))!
  const back = `update app.reason_text set unnamed_since = now() - $2 * interval '1 minute' where commitment = $1`
  await pool.query(back, [commitment, minutesAgo])
  return commitment!
}

let number = 0
/** Inserts an event of this many minutes ago into the audit trail. */
const folded = (minutesAgo: number, reason: string | null = null) =>
  pool.query(
    `insert into app.audit (number, position, stream, version, type, at, recorded_at, actor_id, actor_role, command_id, correlation,
       reason_text, hash)
     values ($1::bigint, $1::text, 'desk', $1::integer, 'BettingStopped', now(), now() - $2 * interval '1 minute', 'a', 'admin', 'c', 'c', $3, 'h')`,
    [++number, minutesAgo, reason],
  )

/** Somebody whose password is being changed, or whose account is being opened, by a command with that reason. */
async function waiting(kind: 'registration' | 'password', reason: string): Promise<void> {
  const named = JSON.stringify({ command: kind, reason: { code: 'by-admin', text: reason } })
  await pool.query(
    `insert into app.identity (account_id, username, username_normal, username_salt, password_hash, password_salt, status, registration)
     values ($1, $1, $1, '', '', '', $2, $3)`,
    [kind, kind === 'registration' ? 'pending' : 'active', kind === 'registration' ? named : '{"command":"other"}'],
  )
  if (kind === 'registration') return
  await pool.query(
    `insert into app.password_change (commitment, account_id, password_hash, password_salt, command_id, command)
     values ($1, $1, '', '', $1, $2)`,
    [kind, named],
  )
}

const left = async () =>
  (await pool.query<{ text: string }>('select text from app.reason_text order by 1')).rows.map(({ text }) => text)

test('a reason is deleted once the trail has all of the hour after it, and kept if an event names it', async () => {
  await typed('refused', 61)
  await folded(120, await typed('recorded', 122))
  await folded(2)
  await typed('just now', 10)
  expect(await sweepReasons(pool)).toBe(0)
  // the trail is behind, and what it lacks may name the reason
  await folded(0.5)
  await pool.query(`update app.reason_text set unnamed_since = unnamed_since - interval '1 minute'`)
  expect(await sweepReasons(pool)).toBe(1)
  expect(await left()).toEqual(['just now', 'recorded'])
  const { rowCount } = await pool.query('select from app.reason_text where unnamed_since is not null')
  expect(rowCount).toBe(1)
  // a reason that was once seen to be named stays for good
  await pool.query('delete from app.audit where reason_text is not null')
  expect(await sweepReasons(pool)).toBe(0)
})

test('a reason is kept while there is nothing in the trail', async () => {
  await typed('before the first event', 1_000)
  expect(await sweepReasons(pool)).toBe(0)
})

test.each(['registration', 'password'] as const)(
  'the reason of a %s that waits to be completed is kept until then',
  async (kind) => {
    const reason = await typed(kind, 600)
    await waiting(kind, reason)
    await folded(0)
    expect(await sweepReasons(pool)).toBe(0)
    await pool.query('delete from app.identity')
    expect(await sweepReasons(pool)).toBe(1)
  },
)
