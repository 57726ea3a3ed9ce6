import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectForTest, createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { openPool } from '../pool.ts'
import { isLogProtected } from '../protection.ts'
import { expectServer } from './expect-server.ts'
import { migrate, migrateProduct } from './migrate.ts'

const refused = expect.objectContaining({ code: '42501' })

describe('a database with both roles', () => {
  let database: TestDatabase
  let services: pg.Pool
  beforeAll(async () => {
    database = await createTestDatabase()
    services = openPool(database.url)
  })
  afterAll(async () => {
    await services.end()
    await database.drop()
  })

  test('protects the log from the services', async () => {
    expect(await isLogProtected(services)).toBe(true)
    await services.query('select * from log.events')
    for (const change of [
      'update log.events set body = body',
      'delete from log.events',
      'truncate log.events',
      `insert into log.events (position, stream, version, type, hash, body) values (1, 's', 0, 'T', sha256('x'), 'x')`,
      'drop table log.events',
      'alter table log.events add x integer',
      'create table log.mine ()',
      'delete from log.migration',
      'set role fairbook_ledger',
      `create or replace function log.append(text, integer[], text, integer[], text, text, text, text[], bytea[], text[], bytea[],
        text[]) returns bigint[]
        language sql as 'select null::bigint[]'`,
    ]) {
      await expect(services.query(change), change).rejects.toEqual(refused)
    }
  })

  test('gives the services full rights on the read models and on schemas of their own', async () => {
    await services.query('create schema app_next')
    await services.query('alter table app.user_statistics set schema app_next')
    await services.query('alter table app_next.user_statistics set schema app')
    await services.query('drop schema app_next cascade')
    await services.query('create table jobs.anything ()')
    await services.query('insert into app.credit_use values (current_date, 1)')
  })

  test('is migrated once', async () => {
    expect(await migrate({ ownerUrl: database.ownerUrl, serviceUrl: database.url })).toEqual([])
    expect(await migrate({ ownerUrl: database.url, serviceUrl: database.url })).toEqual([])
  })

  test('gets a missing read model back', async () => {
    await services.query('drop table app.house')
    expect(await migrate({ ownerUrl: database.ownerUrl, serviceUrl: database.url })).toEqual([
      'projections/house/table.sql',
    ])
  })
})

test('a migration by the owner alone leaves what it makes to the existing roles', async () => {
  const database = await createTestDatabase()
  const owner = openPool(database.ownerUrl)
  const tables = `select tablename as name, tableowner as owner from pg_tables where schemaname = 'app' order by 1`
  const before = (await owner.query(tables)).rows
  expect(new Set(before.map((row) => row.owner)).size).toBe(1)
  await owner.query('drop table app.house')
  const steps = await migrate({ ownerUrl: database.ownerUrl, serviceUrl: database.ownerUrl })
  expect(steps).toEqual(['projections/house/table.sql'])
  expect((await owner.query(tables)).rows).toEqual(before)
  await owner.end()
  await database.drop()
})

test('eight migrations at once do the work of one', async () => {
  const database = await createEmptyDatabase()
  const runs = await Promise.all(
    Array.from({ length: 8 }, () => migrate({ ownerUrl: database.ownerUrl, serviceUrl: database.url })),
  )
  const done = runs.filter((steps) => steps.length > 0)
  expect(done).toHaveLength(1)
  expect(done[0]).toContain('001-log.sql')
  await database.drop()
})

test('one role that owns everything works, and hears that grants do not protect the log', async () => {
  const database = await createEmptyDatabase()
  await migrate({ ownerUrl: database.ownerUrl, serviceUrl: database.ownerUrl })
  const pool = openPool(database.ownerUrl)
  expect(await isLogProtected(pool)).toBe(false)
  await pool.end()
  await database.drop()
})

test('for one role, a plain owner of the database is enough', async () => {
  const database = await createEmptyDatabase()
  const admin = await connectForTest(database.ownerUrl)
  const role = `plain_${process.pid}`
  await admin.query(`create role ${role} login password 'secret'`)
  await admin.query(`alter database ${new URL(database.ownerUrl).pathname.slice(1)} owner to ${role}`)
  const url = new URL(database.ownerUrl)
  url.username = role
  url.password = 'secret'
  expect(await migrate({ ownerUrl: url.href, serviceUrl: url.href })).toContain('001-log.sql')
  await admin.end()
  await database.drop()
})

test('the services alone cannot migrate, and hear what to set', async () => {
  const database = await createEmptyDatabase()
  await expect(migrate({ ownerUrl: database.url, serviceUrl: database.url })).rejects.toThrow(/DATABASE_OWNER_URL/)
  await database.drop()
})

describe('a file that was applied', () => {
  let database: TestDatabase
  let folder: string
  const file = () => join(folder, '900-shelf.sql')
  const run = () => migrate({ ownerUrl: database.ownerUrl, serviceUrl: database.url, folders: [folder] })
  beforeAll(async () => {
    database = await createTestDatabase()
    folder = mkdtempSync(join(tmpdir(), 'fairbook-migrations-'))
    writeFileSync(file(), 'create table app.shelf (book text)')
    expect(await run()).toEqual(['900-shelf.sql'])
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await database.drop()
  })

  test('must not change', async () => {
    writeFileSync(file(), 'create table app.shelf (book text, page integer)')
    await expect(run()).rejects.toThrow('migration 900-shelf.sql was changed after it was applied')
    writeFileSync(file(), 'create table app.shelf (book text)')
    expect(await run()).toEqual([])
  })

  test('before checksums were kept gets one at the next run', async () => {
    const owner = await connectForTest(database.ownerUrl)
    await owner.query('alter table log.migration drop column sha256')
    expect(await run()).toEqual([])
    const { rows } = await owner.query(`select sha256 from log.migration where name = '900-shelf.sql'`)
    expect(rows[0].sha256).toMatch(/^[0-9a-f]{64}$/)
    await owner.end()
    writeFileSync(file(), 'create table app.shelf (book text, page integer)')
    await expect(run()).rejects.toThrow('was changed after it was applied')
  })
})

describe('a server on which the product cannot run', () => {
  const serverOf = (version: string, number: number) => {
    const rows = [{ version, number, encoding: 'UTF8', is_new: false }]
    return { query: async () => ({ rows }) } as unknown as pg.Client
  }

  test('is told from one on which it can by its version', async () => {
    await expect(expectServer(serverOf('14.19', 140_019))).rejects.toThrow(
      'its server is Postgres 14.19, and Fairbook needs 15 or newer',
    )
    await expectServer(serverOf('15.0', 150_000))
    await expectServer(await connectForTest((await emptyDatabase()).ownerUrl))
  })

  test('gets no table if its new database cannot hold every name', async () => {
    const database = await emptyDatabase(`template template0 encoding 'LATIN1' locale 'C'`)
    const migrated = migrateProduct({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl })
    await expect(migrated).rejects.toThrow(
      /^the database in DATABASE_URL cannot be used: its encoding is LATIN1: create it with /,
    )
    const client = await connectForTest(database.ownerUrl)
    const { rows } = await client.query(`select 1 from pg_namespace where nspname in ('log', 'app', 'jobs')`)
    expect(rows).toEqual([])
  })

  async function emptyDatabase(options?: string): Promise<TestDatabase> {
    const database = await createEmptyDatabase(options)
    onTestFinished(() => database.drop())
    return database
  }
})
