// The append function as processes of the previous version call it: they keep running while processes are replaced one
// by one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Findings } from '#services/auditor/findings/findings.ts'
import { checkLogGuards } from '#services/auditor/postgres/guards/log-guards.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import type { AppendRequest } from '../port.ts'
import { allOf, expectSound, headOf, newStream, request, written } from '../testing/contract/harness.ts'
import { PostgresLog } from './log.ts'

let database: TestDatabase
let log: PostgresLog
let client: pg.Client
beforeEach(async () => {
  database = await createTestDatabase()
  log = await PostgresLog.open({ url: database.url })
  client = new pg.Client(database.url)
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await log.close()
  await database.drop()
})

/**
 * One call of the previous version, with a chunk for each request: lists joined by line feeds, in a prepared statement.
 */
async function appendAsBefore(...requests: AppendRequest[]): Promise<string> {
  const events = requests.flatMap((wanted) => wanted.events)
  const { rows } = await client.query<{ positions: string }>({
    name: 'log-append',
    text: `select array_to_string(log.append($1, $2, $3, $4, $5, $6, $7), ',', '-') as positions`,
    values: [
      requests.map(({ stream }) => stream).join('\n'),
      `{${requests.map(({ expected }) => expected.version).join(',')}}`,
      requests.map(({ expected }) => expected.hash ?? '').join('\n'),
      `{${requests.flatMap((wanted, index) => wanted.events.map(() => index + 1)).join(',')}}`,
      events.map(({ type }) => type).join('\n'),
      events.map(({ hash }) => hash).join('\n'),
      events.map(({ body }) => body).join('\n'),
    ],
  })
  return rows[0]!.positions
}

/** Appends in each way that the function supports. */
async function appendInEveryWay(): Promise<void> {
  const before = (await allOf(log)).length
  const one = request(log, newStream())
  expect(await appendAsBefore(one)).toBe(`${before + 1}`)
  expect(await appendAsBefore(one)).toBe('-')
  const next = request(log, one.stream, headOf(one))
  expect(await appendAsBefore(next, request(log, newStream()))).toBe(`${before + 2},${before + 3}`)
  const [three, late] = [request(log, newStream(), undefined, 3), request(log, one.stream, headOf(one))]
  expect(await appendAsBefore(three, late, request(log, newStream(), undefined, 2))).toBe(
    `${before + 4},-,${before + 7}`,
  )
  expectSound(log, await allOf(log))
}

const migration = (name: string) => readFileSync(join(import.meta.dirname, 'migrations', name), 'utf8')

async function asOwnerOfTheLog(work: (owner: pg.Client) => Promise<unknown>): Promise<void> {
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  try {
    await owner.query('set role fairbook_ledger; set search_path = pg_catalog')
    await work(owner)
  } finally {
    await owner.end()
  }
}

test('accepts what the previous version sends', async () => {
  await appendInEveryWay()
})

describe('a database that is migrated while a process of the previous version runs', () => {
  beforeEach(() =>
    asOwnerOfTheLog(async (owner) => {
      const [earlier] = migration('001-log.sql').match(/^create function log\.append[\s\S]*?\$\$;$/m)!
      const { rows } = await owner.query<{ drop: string }>(
        `select 'drop function ' || p.oid::regprocedure as drop from pg_proc p where p.pronamespace = 'log'::regnamespace`,
      )
      for (const { drop } of rows) await owner.query(drop)
      await owner.query(
        `${earlier} revoke execute on all functions in schema log from public;
         grant execute on all functions in schema log to fairbook`,
      )
    }),
  )

  test('can be appended to by both versions, and by nobody else', async () => {
    await appendInEveryWay()
    await asOwnerOfTheLog((owner) => owner.query(migration('063-log-append.sql')))
    await appendInEveryWay()
    await asOwnerOfTheLog((owner) => owner.query(migration('064-log-append-given.sql')))
    await appendInEveryWay()
    await written(log, request(log, newStream()))
    await appendInEveryWay()
    expectSound(log, await allOf(log))
    const findings = new Findings()
    await checkLogGuards(client, findings)
    expect(findings.sorted()).toEqual([])
  })
})
