import pg from 'pg'
import { SchemaValidationError, sql } from 'slonik'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { databaseForTests } from '#tests/database.ts'
import { isTransient } from '../process/transient-errors.ts'
import { connect } from './connect.ts'
import { openQueries } from './queries.ts'

const database = databaseForTests()
const admin = new pg.Client(database.ownerUrl)
beforeAll(async () => {
  await admin.connect()
})
afterAll(() => admin.end())

const NAME = 'typed queries'
const connections = async (state = 'idle') => {
  const { rowCount } = await admin.query(
    'select from pg_stat_activity where application_name = $1 and state = $2 and datname = current_database()',
    [NAME, state],
  )
  return rowCount ?? 0
}
const cut = () =>
  admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and datname = current_database()`,
    [NAME],
  )

test('rows come as their schema says, or the query fails', async () => {
  const db = await openQueries(database.url)
  const Row = z.object({ cents: z.number(), at: z.date() })
  const cents = 9_007_199_254_740_991
  expect(await db.one(sql.type(Row)`select ${cents}::bigint as cents, 'epoch'::timestamptz as at`)).toEqual({
    cents,
    at: new Date(0),
  })
  await expect(db.any(sql.type(Row)`select 'much' as cents, now() as at`)).rejects.toThrow(SchemaValidationError)
  await db.end()
})

test('queries survive their connections; one that is cut off in the middle may be repeated', async () => {
  const db = await openQueries(database.url, { max: 2, name: NAME })
  const ask = () => db.oneFirst(sql.prepared('seven', z.object({ n: z.number() }))`select ${7}::integer as n`)
  // a query may get a connection whose end the pool has not seen yet; it fails, and may be repeated
  const answered = () =>
    expect
      .poll(() => Promise.all([ask(), ask(), ask()]).catch((error: unknown) => isTransient(error) || error))
      .toEqual([7, 7, 7])
  for (let round = 0; round < 3; round++) {
    await answered()
    await cut()
    await expect.poll(() => connections()).toBe(0)
    await answered()
    const sleeping = db.any(sql.unsafe`select pg_sleep(60)`).catch((error: unknown) => error)
    await expect.poll(() => connections('active')).toBe(1)
    await cut()
    expect(isTransient(await sleeping)).toBe(true)
  }
  await answered()
  await db.end()
  await expect.poll(() => connections()).toBe(0)
})

test('a single connection that was cut also fails later queries', async () => {
  const client = await connect(database.url, { name: NAME })
  const ended = new Promise((resolve) => client.once('end', resolve))
  await cut()
  await ended
  expect(isTransient(await client.query('select 1').catch((error: unknown) => error))).toBe(true)
})

test('a url is read as `pg` reads it', async () => {
  const at = (parameters: string) => `${database.url}?${parameters}`
  const db = await openQueries(at('sslmode=disable'))
  await db.end()
  await expect(openQueries(at('sslmode=verify-full'))).rejects.toThrow('does not support SSL')
  const away = await openQueries(database.url.replace('fairbook:', 'nobody:')).catch((error: unknown) => error)
  expect(away).toBeInstanceOf(Error)
})
