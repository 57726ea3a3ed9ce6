// Data of older versions, as freeze.ts wrote it: this version migrates it, rebuilds what it has to, continues signing,
// settles what was open, and an audit is clean from the first event to the last.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { startProjector } from '#projections/runner/projector.ts'
import { verify } from '#services/auditor/verify.ts'
import { createCommands } from '#services/commands/commands.ts'
import { metaBy } from '#services/commands/testing/meta.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { startTestNotary } from '#services/notary/testing/notary.ts'
import { HOUR } from '#services/platform/clock/durations.ts'
import { connect } from '#services/platform/database/connect.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { openQueries } from '#services/platform/database/queries.ts'
import { settleFixture } from '#services/workers/settlement/settle-fixture.ts'
import { createEmptyDatabase } from '../database.ts'

type Frozen = {
  readonly key: string
  readonly kept: { readonly note: string; readonly key: string }
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

const SOON = { timeout: 60_000, interval: 50 }
const MIGRATION = 'log.migration'
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A database as the older version left it. */
async function leftBehind(folder: string) {
  const frozen = JSON.parse(gunzipSync(readFileSync(join(folder, 'rows.json.gz'))).toString()) as Frozen
  const database = await createEmptyDatabase()
  closing.push(() => database.drop())
  const roles = { ownerUrl: database.ownerUrl, serviceUrl: database.url }
  const names = frozen.rows[MIGRATION]!.map(({ name }) => String(name))
  await migrate({ ...roles, only: new Set(names) })
  const service = await connect(database.url, { name: 'fairbook test', settings: 'set search_path = app' })
  await withOlderModels(service, readFileSync(join(folder, 'read-models.sql'), 'utf8'))
  await service.end()
  const owner = await connect(database.ownerUrl, { name: 'fairbook test' })
  closing.push(() => owner.end())
  await owner.query('set session_replication_role = replica')
  for (const [table, rows] of Object.entries(frozen.rows)) {
    if (table === MIGRATION) continue
    await owner.query(`delete from ${table}`)
    await owner.query(
      `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }
  await numberFurther(owner)
  return { ...frozen, ...database, owner, roles, names }
}

/** Sequences of the rows continue after the last one. */
async function numberFurther(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ in: string; column: string }>(
    `select table_schema || '.' || table_name as in, column_name as column from information_schema.columns
     where is_identity = 'YES' and table_schema in ('app', 'log')`,
  )
  for (const { in: table, column } of rows) {
    await owner.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest(1, (select max(${column}) from ${table})))`,
      [table, column],
    )
  }
}

/** Replaces today's tables of the read models by those of that time. */
async function withOlderModels(client: pg.Client, sql: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from log.migration where name like 'projections/%'`,
  )
  const today = rows.map(({ name }) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8')).join('\n')
  const tables = [...`${today}\n${sql}`.matchAll(/^create table (\w+)/gm)].map(([, table]) => table)
  await client.query(`drop table if exists ${tables.join(', ')}`)
  await client.query(sql)
}

const folders = globSync('20*', { cwd: import.meta.dirname })
test('there is data of older versions', () => expect(folders).not.toEqual([]))

describe.each(folders)('%s', (folder) => {
  test('is taken over, and continues', async () => {
    const { url, owner, roles, names, key, kept, rows } = await leftBehind(join(import.meta.dirname, folder))
    const applied = await migrate(roles)
    expect(applied.filter((name) => names.includes(name) && !name.startsWith('projections/'))).toEqual([])

    const store = await PostgresLog.open({ url })
    closing.push(() => store.close())
    const lines: string[] = []
    const projector = startProjector({ store, url, log: (line) => lines.push(line) })
    closing.push(() => projector.stop())
    const notary = startTestNotary(store, url, { LOG_SIGNING_KEY: key })
    closing.push(() => notary.stop())

    const queries = await openQueries(url)
    closing.push(() => queries.end())
    const { accounts, fixtures } = createCommands({ store })
    const games = rows['app.fixture']!.filter((row) => row.result_version === null)
    const starts = games.map(({ starts_at: at }) => Date.parse(String(at)))
    const later = new Date(Math.max(...starts) + 6 * HOUR)
    let settled = 0
    for (const fixture of games.map(({ fixture_id: id }) => String(id))) {
      const meta = metaBy({ id: superAdmin(rows), role: 'super-admin' }, later)
      const score = { home: 2, away: 1 }
      const command = {
        type: 'RecordResult',
        score,
        regulation: score,
        source: 'admin',
        reads: [],
        closedAt: later.toISOString(),
      } as const
      expect(await fixtures.execute(fixture, command, meta)).toMatchObject({ accepted: true })
      const report = await settleFixture(fixture, { queries, accounts, fixtures, businessNow: () => later })
      settled += report.settled
    }
    expect(settled).toBeGreaterThan(0)

    const last = await store.lastPosition()
    const behind = async () =>
      (
        await owner.query<{ projection: string }>(
          'select projection from app.projection_checkpoint where position is distinct from $1 or failed is not null',
          [last],
        )
      ).rows
    await expect.poll(behind, SOON).toEqual([])
    const signed = async () =>
      (await owner.query('select max(size)::int as size from app.log_checkpoint')).rows[0]!.size
    await expect.poll(signed, SOON).toBe(Number(last))
    await notary.stop()
    await projector.stop()

    const report = await verify({ url, kept: { checkpoints: [{ name: 'kept', note: kept.note }], keys: [kept.key] } })
    expect([report.findings, report.gaps]).toEqual([[], []])
    expect(report.counts.events).toBeGreaterThan(rows['log.events']!.length)
  })
})

const superAdmin = (rows: Frozen['rows']) =>
  String(rows['app.account']!.find(({ role }) => role === 'super-admin')!.account_id)
