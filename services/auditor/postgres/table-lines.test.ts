// Lines of a table, read to the end or as far as the first that is wrong.
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseForTests } from '#tests/database.ts'
import { openConnection } from './snapshot.ts'
import { TableLines } from './table-lines.ts'

const database = databaseForTests()
let client: pg.Client
beforeAll(async () => {
  client = await openConnection(database.url)
})
afterAll(() => client.end())

/** More than the buffers of a connection hold. */
const MANY = `select repeat('x', 1000) || n from generate_series(1, 20000) n`

test('the connection goes on after lines that were not read to the end', async () => {
  const breaksOff = async () => {
    for await (const line of new TableLines(client, MANY)) throw new Error(line.slice(1_000))
  }
  await expect(breaksOff()).rejects.toThrow('1')
  expect((await client.query('select 7 as n')).rows).toEqual([{ n: 7 }])
})

test('and where they were not begun to be read as the next ones were asked for', async () => {
  const [one, other] = [new TableLines(client, MANY), new TableLines(client, 'select 1')]
  const lines = one[Symbol.asyncIterator]()
  await lines.next()
  const loaded = other.load()
  await lines.return(undefined)
  expect((await loaded).next()).toBe('1')
})
