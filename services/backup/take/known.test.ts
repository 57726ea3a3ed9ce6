// A log in Postgres that is not the one that its database's rows know is not backed up.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unrecoverableIn } from '#services/platform/process/transient-errors.ts'
import { openSignedLog, type SignedLog } from '#tests/audit/signed-log.ts'
import { connectForTest } from '#tests/database.ts'
import { whileMoved } from '#tests/moved-log.ts'
import { newIdentity, readRecipient } from '../age/keys.ts'
import { takeBackup } from './take-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairbook-backups-'))
let log: SignedLog

const take = () =>
  takeBackup({
    url: log.database.url,
    folder,
    recipients: [readRecipient(newIdentity().recipient)],
    ...{ readLogKey: () => ({ key: null, signed: {} }), withoutKey: true },
    retention: { count: 100, days: 0 },
  })
const refusal = (said: RegExp) =>
  expect.objectContaining({ name: 'BackupError', code: 'backup_log', message: expect.stringMatching(said) })

beforeAll(async () => {
  log = await openSignedLog()
})
afterAll(async () => {
  await log?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a truncated log, one of which more was signed, a different one, and one that goes on elsewhere', async () => {
  const last = 'select max(position) from log.events'
  const cases: [what: string, change: string, said: RegExp][] = [
    ['cut', `delete from log.events where position = (${last})`, /^the log in Postgres does not have event \d+ \(/],
    [
      'cut, and folded anew',
      `delete from log.events where position > (${last}) - 5; delete from app.projection_checkpoint; delete from app.log_tree`,
      new RegExp(`^the log has ${log.size - 5} events, and the rows of the database know ${log.size}$`),
    ],
    ['moved', `update app.projection_checkpoint set position = '4711/4711'`, /or is not where the product has it$/],
    ['moved back', `update app.log_tree set position = '1'`, /as the rows of the database know it/],
    [
      'another',
      `update app.projection_checkpoint set log_id = 'another' where projection = 'balances'`,
      /^the database holds log \w+, and the read models know another$/,
    ],
  ]
  for (const [what, change, said] of cases) {
    const kept = ['log.events', 'app.projection_checkpoint', 'app.log_tree']
    for (const table of kept) await log.owner.query(`create temporary table kept_${table.slice(4)} as table ${table}`)
    await log.owner.query(change)
    await expect(take(), what).rejects.toEqual(refusal(said))
    for (const table of kept)
      await log.owner.query(
        `delete from ${table}; insert into ${table} table kept_${table.slice(4)}; drop table kept_${table.slice(4)}`,
      )
  }
  expect(readdirSync(folder)).toEqual([])
  // a read model that this version does not have, whose position nobody updated
  await log.owner.query(`insert into app.projection_checkpoint
    select (jsonb_populate_record(c, '{"projection": "retired", "position": "4711/4711"}')).* from app.projection_checkpoint c limit 1`)
  await take()
})

test('a log that moved says so, and which page has what to do', async () => {
  await whileMoved(log.owner, async () => {
    const refused = await take().catch((error: unknown) => error)
    expect(refused).toEqual(refusal(/^log_moved: .* EVENTSTORE_URL and EVENTSTORE_PREFIX/))
    expect(unrecoverableIn(refused)?.runbook).toBe('docs/runbooks/one-to-many.md')
  })
})

test('a log from which nothing was folded is complete', async () => {
  const client = await connectForTest(log.database.ownerUrl)
  await client.query('delete from app.projection_checkpoint; delete from app.log_tree; delete from app.log_checkpoint')
  await client.end()
  expect((await take()).manifest.log.events).toBe(log.size)
})
