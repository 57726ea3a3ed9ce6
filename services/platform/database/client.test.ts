import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { databaseForTests } from '#tests/database.ts'
import { BYTES_IN_ALL } from '../testing/kept-after.ts'
import { Client } from './client.ts'
import { openPool } from './pool.ts'

const database = databaseForTests()
/** Room for everything that might be kept, so that only young garbage is collected meanwhile. */
const ROOM = '--initial-old-space-size=1024'
const ASKING = join(import.meta.dirname, 'testing/asking-process.ts')

async function connected(config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client: pg.Client = new Client({ connectionString: database.url, ...config })
  // what is lost with a connection fails on its own
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const modes: [string, pg.ClientConfig][] = [
  ['one query after the other', {}],
  ['with a bound of time', { query_timeout: 60_000 }],
  ['pipelined, with a bound of time', { query_timeout: 60_000, pipeline: true }],
]

describe.each(modes)('a client, %s', (_, config) => {
  test('keeps nothing of a query that was answered', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [ROOM, ASKING, database.url, JSON.stringify(config)])
    expect(Number(stdout)).toBeLessThan(BYTES_IN_ALL / 4)
  })
  test('answers all forms of a query as pg does', async () => {
    const client = await connected(config)
    const row = { rows: [{ n: 7 }] }
    expect(await client.query('select 7 as n')).toMatchObject(row)
    expect(await client.query('select $1::int as n', [7])).toMatchObject(row)
    expect(await client.query({ text: 'select $1::int as n', values: [7] })).toMatchObject(row)
    expect(await client.query({ text: 'select $1::int as n' }, [7])).toMatchObject(row)
    expect(await client.query<number[]>({ text: 'select 7', rowMode: 'array' })).toMatchObject({ rows: [[7]] })
    const called = (...parameters: [string, ...unknown[]]) =>
      new Promise((resolve, reject) => {
        const back = (error: Error | null, result: unknown) => (error === null ? resolve(result) : reject(error))
        client.query(...([...parameters, back] as unknown as [string]))
      })
    expect(await called('select 7 as n')).toMatchObject(row)
    expect(await called('select $1::int as n', [7])).toMatchObject(row)
    await expect(called('select no')).rejects.toMatchObject({ code: '42703' })
  })
  test('has the caller’s stack in the error of a query', async () => {
    const client = await connected(config)
    const asksWrongly = async () => await client.query('select no')
    const error: unknown = await asksWrongly().catch((refused: unknown) => refused)
    expect(error).toMatchObject({ code: '42703', stack: expect.stringContaining('asksWrongly') })
    expect(await client.query('select 7 as n')).toMatchObject({ rows: [{ n: 7 }] })
  })
})

describe.each([false, true])('a query that is not answered in time (pipelined: %s)', (pipeline) => {
  test('fails, and with it the connection and the queries that wait behind it', async () => {
    const client = await connected({ query_timeout: 200, pipeline })
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    const late = client.query('select pg_sleep(60)')
    const behind = client.query('select 7')
    await expect(late).rejects.toThrow('Query read timeout')
    await expect(behind).rejects.toThrow(/Connection terminated|Query read timeout/)
    await ended
  })
})

test('a pool replaces a connection that did not answer in time', async () => {
  const pool = openPool(database.url, { max: 1, queryTimeoutMs: 200 })
  onTestFinished(() => pool.end())
  await expect(pool.query('select pg_sleep(60)')).rejects.toThrow('Query read timeout')
  expect((await pool.query('select 7 as n')).rows).toEqual([{ n: 7 }])
})
