// Backups of a ledger while it is written to: what comes back, what is refused, and what an interruption leaves.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { projections } from '#projections/registry.ts'
import { randomScenario } from '#projections/testing/scenario.ts'
import { LogWriter, readModels } from '#projections/testing/write-log.ts'
import { jsonReport } from '#services/auditor/report/json-report.ts'
import { textReport } from '#services/auditor/report/text-report.ts'
import { openCheckpoint, readVerifierKey } from '#services/auditor/tree/signed-note.ts'
import { verify } from '#services/auditor/verify.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { newKey, startTestNotary } from '#services/notary/testing/notary.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { allSteps } from '#services/platform/database/migration/migrations.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { checkpointText } from '#services/transparency/checkpoint.ts'
import { signedAlone, signedBy } from '#services/transparency/note-signature.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { raised, scrape } from '#tests/alerts.ts'
import { ask } from '#tests/audit/asking.ts'
import { signAll } from '#tests/audit/signed-log.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { type Identity, newIdentity, readIdentities, readRecipient } from './age/keys.ts'
import { decryption, encryption } from './age/payload.ts'
import { runCommand } from './commands.ts'
import { BackupError, type BackupErrorCode, ofFiles } from './errors.ts'
import { backupsIn } from './files/names.ts'
import { KEYS_PART } from './keys-part.ts'
import { expectNoOtherKey, KEY_FILE, readLogKeyFiles } from './log-key-files.ts'
import { MANIFEST, type Manifest, type NewManifest } from './manifest.ts'
import { readBackupMetrics } from './metrics.ts'
import { lossInWords, signerInWords } from './recovery-point.ts'
import { verifyBackup } from './restore/read-backup.ts'
import { type RestoreOptions, restoreBackup } from './restore/restore-backup.ts'
import { SIGNATURE, signSums } from './signature.ts'
import { type TakeOptions, takeBackup } from './take/take-backup.ts'

// a restore folds, rebuilds and compares, which takes seconds on a machine that is busy with other tests
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const keys = newIdentity()
const identities = readIdentities(`# somebody's\n${keys.identity}\n`)
const folder = mkdtempSync(join(tmpdir(), 'fairbook-backups-'))
const pem = newKey()
const targets: TestDatabase[] = []
let database: TestDatabase
let store: PostgresLog
let writer: LogWriter
/** Account id. */
let superAdmin: string
let backup: { path: string; manifest: Manifest }
/** A checkpoint of no more events than the backup has. */
let signedBefore: string

const take = (more: Partial<TakeOptions> = {}) =>
  takeBackup({
    url: database.url,
    folder,
    recipients: [readRecipient(newIdentity().recipient), readRecipient(keys.recipient)],
    readLogKey: () => ({ key: pem, signed: {} }),
    retention: { count: 100, days: 0 },
    ...more,
  })

async function emptyDatabase(): Promise<TestDatabase> {
  const made = await createEmptyDatabase()
  targets.push(made)
  return made
}

const restore = (target: TestDatabase, more: Partial<RestoreOptions> = {}) =>
  restoreBackup({
    folder: backup.path,
    identities,
    dataDir: mkdtempSync(join(folder, 'notary-')),
    openDatabase: async () => ({ serviceUrl: target.url, ownerUrl: target.ownerUrl }),
    told: { by: superAdmin, why: 'the disk was gone', checkpoint: null },
    trusted: null,
    ...more,
  })

async function rowsOf<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
const keyIn = (dataDir: string) => readFileSync(join(dataDir, KEY_FILE), 'utf8')
const refusal = (code: BackupErrorCode, said: RegExp | string = /./) =>
  expect.objectContaining({ name: 'BackupError', code, message: expect.stringMatching(said) })

/** A copy of the backup with one of its files changed. */
function changed(change: (path: string) => void): string {
  const copy = mkdtempSync(join(folder, 'changed-'))
  cpSync(backup.path, copy, { recursive: true })
  change(copy)
  return copy
}

/** Updates the digests, as somebody who changed a file would. */
const sumUp = (at: string) => promisify(execFile)('sh', ['-c', 'sha256sum *.age manifest.* > SHA256SUMS'], { cwd: at })

/** Signs it again, as somebody with the log's key (or another key) would. */
async function signAnew(at: string, by = pem): Promise<void> {
  await sumUp(at)
  const [name] = (backup.manifest as NewManifest).signer!.split('+')
  const note = signSums(readFileSync(join(at, 'SHA256SUMS'), 'utf8'), new NoteSigner(name!, by))
  writeFileSync(join(at, SIGNATURE), note)
}

async function changedManifest(change: (manifest: Record<string, unknown>, at: string) => void): Promise<string> {
  const copy = changed((at) => {
    const manifest = JSON.parse(readFileSync(join(at, MANIFEST), 'utf8'))
    change(manifest, at)
    writeFileSync(join(at, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  })
  await sumUp(copy)
  return copy
}

const plainOf = (path: string): Promise<Buffer> =>
  buffer(createReadStream(path).pipe(decryption(identities)).pipe(createZstdDecompress()))
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The backup as version 2 wrote it: the note is over the manifest only, and listed in the sums. */
async function asSecond(change: (at: string) => void = () => undefined): Promise<string> {
  const copy = changed((at) => rmSync(join(at, SIGNATURE)))
  const manifest = `${JSON.stringify({ ...backup.manifest, schema: 'fairbook-backup/2' }, null, 2)}\n`
  const [name] = (backup.manifest as NewManifest).signer!.split('+')
  const signed = `fairbook-backup/2\nmanifest.json sha256 ${sha256(Buffer.from(manifest))}\n`
  writeFileSync(join(copy, MANIFEST), manifest)
  writeFileSync(join(copy, 'manifest.note'), new NoteSigner(name!, pem).sign(signed))
  change(copy)
  await sumUp(copy)
  return copy
}

/**
 * The backup as version 1 wrote it: without a signature, with plain digests. `ownKeys`: without the part with keys of
 * later versions.
 */
async function asFirst(ownKeys = true): Promise<string> {
  const copy = changed((at) => rmSync(join(at, SIGNATURE)))
  const { signer: _, ...manifest } = backup.manifest as NewManifest
  const { key, signed } = JSON.parse(String(await plainOf(join(copy, KEYS_PART))))
  const keysText = Buffer.from(JSON.stringify({ key, signed }))
  const sealed = Readable.from([keysText])
    .pipe(createZstdCompress())
    .pipe(encryption([identities[0]!.recipient]))
  if (ownKeys) writeFileSync(join(copy, KEYS_PART), await buffer(sealed))
  const parts = []
  for (const { name, table } of manifest.parts) {
    const plain = await plainOf(join(copy, name))
    parts.push({ name, table, bytes: plain.length, sha256: sha256(plain) })
  }
  writeFileSync(join(copy, MANIFEST), JSON.stringify({ ...manifest, schema: 'fairbook-backup/1', parts }, null, 2))
  await sumUp(copy)
  return copy
}

beforeAll(async () => {
  database = await createTestDatabase()
  store = await PostgresLog.open({ url: database.url })
  writer = new LogWriter(store)
  for (const step of randomScenario(41, 200)) await writer.write(step)
  signedBefore = (await signAll(store, database.url, pem)).note
  const [found] = await rowsOf<{ id: string }>(
    database.url,
    `select substr(stream, 9) as id from log.events where body::json #>> '{data,role}' = 'super-admin' limit 1`,
  )
  superAdmin = found!.id
  await rebuild({ store, url: database.url })
  // more is written until the backup is complete
  const later = randomScenario(42, 2_000)
  const taken = Promise.withResolvers<void>()
  let isTaken = false
  const writing = (async () => {
    for (const step of later) {
      if (isTaken) return
      await writer.write(step)
    }
    await taken.promise
  })()
  backup = await take()
  isTaken = true
  taken.resolve()
  await writing
  await writer.write(randomScenario(43, 1)[0]!)
})
afterAll(async () => {
  await store?.close()
  for (const each of [database, ...targets]) await each?.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('what was committed at one moment comes back, under load, into an empty database, and nothing from later', async () => {
  const { manifest } = backup
  const now = await rowsOf<{ events: number }>(database.url, 'select count(*)::int4 as events from log.events')
  expect(manifest.log.events).toBeLessThan(now[0]!.events)
  const target = await emptyDatabase()
  const said: string[] = []
  const restored = await restore(target, { say: (line) => said.push(line) })
  expect(restored).toMatchObject({ hasKey: true, compared: { models: expect.any(Number) } })
  expect(restored.compared.rows).toBeGreaterThan(100)
  const log = `select * from log.events where position <= ${manifest.log.last.position} order by position`
  expect(await rowsOf(target.url, log)).toEqual(await rowsOf(database.url, log))
  for (const table of ['log_key', 'log_tile', 'log_tree', 'log_checkpoint', 'secret', 'identity', 'clock']) {
    const rows = `select to_jsonb(t) as row from app.${table} t order by 1`
    expect(await rowsOf(target.url, rows), table).toEqual(await rowsOf(database.url, rows))
  }

  // again: the rows exist, and the steps after them are repeated
  said.length = 0
  const dataDir = mkdtempSync(join(folder, 'notary-'))
  await restore(target, { dataDir, say: (line) => said.push(line) })
  expect(said).toContain('all rows were stored before')
  expect(keyIn(dataDir)).toBe(pem)
  // the same ledger with one more event is a different one
  const more = await PostgresLog.open({ url: target.url })
  const next = new LogWriter(more)
  for (const step of randomScenario(44, 1)) await next.write(step)
  await more.close()
  const before = await readModels(target.url)
  await expect(restore(target)).rejects.toEqual(refusal('restore_not_empty', /its log has events/))
  expect(await readModels(target.url)).toEqual(before)
})

const RESTORED = `select position, body::json -> 'data' as data, body::json -> 'meta' as meta from log.events where type = 'BackupRestored'`

test('the log records the restore directly after its end: for whom, why, and what is known to be lost', async () => {
  const { log, takenAt } = backup.manifest
  const signed = await signAll(store, database.url, pem)
  const size = Number(signed.note.split('\n')[1])
  expect(size).toBeGreaterThan(log.events)
  const [checkpoint, foreign] = ['lost.txt', 'foreign.txt'].map((name) => join(folder, name))
  writeFileSync(checkpoint!, `${signed.note}— witness.example ${Buffer.alloc(76, 1).toString('base64')}\n`)
  const other = new NoteSigner('fairbook.example/log', newKey())
  writeFileSync(foreign!, other.sign(checkpointText({ origin: other.name, size, root: Buffer.alloc(32) })))
  const target = await emptyDatabase()
  const told = { by: superAdmin, why: 'the disk was gone', checkpoint: checkpoint! }
  const refused = [
    [{ ...told, by: 'nobody' }, /--by nobody/],
    [{ ...told, by: 'f'.repeat(32) }, /no super admin/],
    [{ ...told, checkpoint: foreign! }, /foreign\.txt is no checkpoint/],
  ] as const
  for (const [wrong, said] of refused) {
    await expect(restore(target, { told: wrong })).rejects.toEqual(refusal('backup_settings', said))
    expect(await rowsOf(target.url, 'select 1 from log.events')).toEqual([])
  }
  expect(await restore(target, { told })).toMatchObject({ isHeld: false, lost: size - log.events })
  // interrupted and repeated: the first answer stays, and is reported
  const lines: string[] = []
  const again = { ...told, why: 'another reason', checkpoint: null }
  expect(await restore(target, { told: again, say: (line) => lines.push(line) })).toMatchObject({
    lost: size - log.events,
  })
  expect(lines).toContain(`ledger number ${log.events} had recorded the restore: what was said then stays`)
  const events = await rowsOf<{ position: string; data: { lost: string }; meta: object }>(target.url, RESTORED)
  expect(events).toEqual([
    {
      position: String(Number(log.last.position) + 1),
      data: {
        takenAt,
        events: log.events,
        hash: log.last.hash,
        root: expect.any(String),
        by: superAdmin,
        lost: signed.note,
      },
      meta: expect.objectContaining({ actor: { id: 'backup', role: 'system' } }),
    },
  ])
  expect(await rowsOf(target.url, `select text from app.reason_text where text like '%gone%'`)).toEqual([
    { text: 'the disk was gone' },
  ])

  const kept = { checkpoints: [{ name: 'kept', note: signed.note }], keys: [signed.key] }
  const report = await verify({ url: target.url, kept })
  // whoever kept a lost event is told why it is missing, and it remains a finding
  expect(report.findings.filter(({ code }) => /^(log_|restore_|tree_|signed_|checkpoint_)/.test(code))).toEqual([
    expect.objectContaining({
      ...{ code: 'log_cut', subject: 'kept', expected: `${size} events at least` },
      actual: `${log.events + 1} events; ledger number ${log.events} records that a backup was restored, which ended before it`,
    }),
  ])
  const restored = { number: log.events, by: superAdmin, signedAndLost: size - log.events }
  expect(report.restores).toMatchObject([restored])
  expect(JSON.parse(jsonReport(report)).restores).toMatchObject([restored])
  expect(textReport(report, false)).toMatch(
    new RegExp(`ledger number ${log.events}: a backup of ${takenAt} was restored`),
  )
  const { json } = await ask({ url: target.url }, 'exceptions', { kind: ['restore'] })
  expect(JSON.parse(json)).toMatchObject({
    exceptions: [{ number: log.events, who: superAdmin, reasonText: 'the disk was gone', after: log.events }],
  })
})

test('the key signs no other history than that of the checkpoint that was given', async () => {
  const { events } = backup.manifest.log
  const { note } = await signAll(store, database.url, pem)
  const size = Number(note.split('\n')[1])
  expect(size).toBeGreaterThan(events + 1)
  const checkpoint = join(folder, 'given.txt')
  writeFileSync(checkpoint, note)
  const target = await emptyDatabase()
  const dataDir = mkdtempSync(join(folder, 'notary-'))
  // what a notary of the old machine left there is older
  const [, id] = (backup.manifest as NewManifest).signer!.split('+')
  writeFileSync(join(dataDir, `log-signed-${id}.txt`), signedBefore)
  await restore(target, { told: { by: superAdmin, why: 'the disk was gone', checkpoint }, dataDir })
  const restored = await PostgresLog.open({ url: target.url })
  const newest = async () => {
    const [found] = await rowsOf<{ size: string }>(target.url, 'select max(size) as size from app.log_checkpoint')
    return Number(found!.size)
  }
  let notary = startTestNotary(restored, target.url, { DATA_DIR: dataDir })
  try {
    const ended = await Promise.race([
      notary.ended.then(
        () => 'stopped',
        (error: Error) => error.message,
      ),
      vi.waitFor(async () => {
        expect(await newest()).toBeGreaterThan(events)
        return 'it signed'
      }, 60_000),
    ])
    expect(ended).toBe(`${size} events were signed, but the event store has ${events + 1}`)
    await notary.stop().catch(() => undefined)

    // another key goes on, and whoever kept that checkpoint is told of the restore
    const LOG_SIGNING_KEY = newKey()
    const { verifierKey } = new NoteSigner('fairbook.example/log', LOG_SIGNING_KEY)
    notary = startTestNotary(restored, target.url, {
      ...{ DATA_DIR: dataDir, LOG_SIGNING_KEY, LOG_KEY_CHANGED: verifierKey },
      ...{ LOG_KEY_CHANGE_REASON: 'lost', LOG_KEY_AFTER_LOSS: events },
    })
    await vi.waitFor(async () => expect(await newest()).toBeGreaterThan(events), 60_000)
    const kept = { checkpoints: [{ name: 'kept', note }], keys: [verifierKey] }
    const { findings } = await verify({ url: target.url, kept })
    expect(findings.find(({ subject }) => subject === 'kept')).toMatchObject({
      code: 'checkpoint_key_mismatch',
      actual: `one of ${size} events; ledger number ${events} records that a backup was restored, which ended before it`,
    })
  } finally {
    await notary.stop().catch(() => undefined)
    await restored.close()
  }
})

test('a backup of another history than that of a known checkpoint is reported', async () => {
  const signer = new NoteSigner('fairbook.example/log', pem)
  const size = backup.manifest.log.events - 1
  const checkpoint = join(folder, 'history.txt')
  writeFileSync(checkpoint, signer.sign(checkpointText({ origin: signer.name, size, root: Buffer.alloc(32, 7) })))
  const target = await emptyDatabase()
  const told = { by: superAdmin, why: 'the disk was gone', checkpoint }
  const dataDir = mkdtempSync(join(folder, 'notary-'))
  await expect(restore(target, { told, dataDir })).rejects.toEqual(refusal('restore_different', /of another history/))
  // nothing is in force: neither the rows nor the key
  expect(await rowsOf(target.url, 'select 1 from log.events')).toEqual([])
  expect(readdirSync(dataDir)).toEqual([])
  // a checkpoint of its own history is compared with it
  writeFileSync(checkpoint, signedBefore)
  expect(await restore(target, { told, dataDir })).toMatchObject({ isHeld: true, lost: null })
})

test('a read model that this version no longer has is left out, and the others are restored', async () => {
  const owner = (sql: string) => rowsOf(database.ownerUrl, sql)
  const forgotten = `
    set role fairbook; create table app.forgotten_sum (number bigint generated always as identity, sum bigint not null);
    insert into app.forgotten_sum (sum) values (7);
    insert into app.projection_checkpoint (projection, log_id, definition)
      select 'forgotten', log_id, 'x' from app.log_tree;
    reset role; insert into log.migration (name) values ('projections/forgotten/table.sql')`
  await owner(forgotten)
  let older: string
  try {
    older = (await take()).path
  } finally {
    await owner(`drop table app.forgotten_sum; delete from app.projection_checkpoint where projection = 'forgotten';
      delete from log.migration where name like '%forgotten%'`)
  }
  const target = await emptyDatabase()
  const said: string[] = []
  const { compared } = await restore(target, { folder: older, say: (line) => said.push(line) })
  expect(compared).toMatchObject({ models: projections.length, rows: expect.any(Number) })
  expect(said).toContain('app.forgotten_sum is left out: this version has no such read model')
  expect(await rowsOf(target.url, `select to_regclass('app.forgotten_sum') as found`)).toEqual([{ found: null }])
  const checkpoints = await rowsOf<{ name: string }>(
    target.url,
    'select projection as name from app.projection_checkpoint',
  )
  expect(checkpoints.map(({ name }) => name).toSorted()).toEqual(projections.map(({ name }) => name).toSorted())
})

test('an interrupted restore leaves an empty database, which the next one fills', async () => {
  const target = await emptyDatabase()
  const stop = new AbortController()
  const say = (line: string) => {
    if (line === 'app.secret') stop.abort()
  }
  await expect(restore(target, { say, signal: stop.signal })).rejects.toThrow()
  expect(await rowsOf(target.url, 'select 1 from log.events')).toEqual([])
  const dataDir = mkdtempSync(join(folder, 'notary-'))
  // as a killed process leaves it
  writeFileSync(join(dataDir, `${KEY_FILE}.next`), pem.slice(0, 50))
  await restore(target, { dataDir })
  expect(keyIn(dataDir)).toBe(pem)
  expect(readdirSync(dataDir)).toEqual([KEY_FILE])
})

test('a database of an older version, or of somebody else, is refused and left unchanged', async () => {
  const older = await emptyDatabase()
  const foreign = await emptyDatabase()
  const steps = allSteps().flatMap(({ name, tables }) => (tables === undefined ? [name] : []))
  await migrate({ ownerUrl: older.ownerUrl, serviceUrl: older.url, only: new Set(steps.slice(0, -1)) })
  await rowsOf(
    older.ownerUrl,
    `insert into app.projection_checkpoint (projection, log_id, definition) values ('x', 'x', 'x')`,
  )
  await rowsOf(foreign.ownerUrl, `create schema app; create table app.identity as select 'somebody' as name`)
  const state = `
    select n.nspname, c.relname, c.oid, c.relfilenode from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not like 'pg\\_%' order by c.oid`
  for (const [target, what] of [
    [older, /it has read models/],
    [foreign, /it has persons/],
  ] as const) {
    const before = await rowsOf(target.ownerUrl, state)
    await expect(restore(target)).rejects.toEqual(refusal('restore_not_empty', what))
    expect(await rowsOf(target.ownerUrl, state)).toEqual(before)
  }
  const applied = await rowsOf<{ name: string }>(older.ownerUrl, 'select name from log.migration')
  expect(applied.map(({ name }) => name)).not.toContain(steps.at(-1))
})

test('another key of a log that is already there stays, and nothing is restored', async () => {
  const target = await emptyDatabase()
  const dataDir = mkdtempSync(join(folder, 'notary-'))
  const other = newKey()
  writeFileSync(join(dataDir, KEY_FILE), other)
  await expect(restore(target, { dataDir })).rejects.toEqual(refusal('restore_not_empty', /log-signing-key\.pem/))
  expect(keyIn(dataDir)).toBe(other)
  expect(await rowsOf(target.url, `select 1 from pg_namespace where nspname in ('app', 'log')`)).toEqual([])
  // the same key without the line end
  writeFileSync(join(dataDir, KEY_FILE), pem.trimEnd())
  expectNoOtherKey(dataDir, { key: pem, signed: {} })
})

test('a changed, truncated or missing file is named, and no database is opened', async () => {
  const log = 'log.events.age'
  const flip = (name: string) => (at: string) => {
    const bytes = readFileSync(join(at, name))
    const middle = bytes.length >> 1
    bytes[middle] = bytes[middle]! ^ 1
    writeFileSync(join(at, name), bytes)
  }
  const cases: [BackupErrorCode, RegExp, (at: string) => void][] = [
    ['backup_altered', /^log\.events\.age/, flip(log)],
    ['backup_altered', /^app\.identity\.age/, (at) => truncateSync(join(at, 'app.identity.age'), 150)],
    ['backup_altered', /^manifest\.json/, flip('manifest.json')],
    ['backup_altered', /^SHA256SUMS/, (at) => truncateSync(join(at, 'SHA256SUMS'), 100)],
    ['backup_incomplete', /^log\.events\.age is missing/, (at) => rmSync(join(at, log))],
    ['backup_incomplete', /SHA256SUMS/, (at) => rmSync(join(at, 'SHA256SUMS'))],
  ]
  for (const [code, said, change] of cases) {
    const openDatabase = () => Promise.reject(new Error('it was opened'))
    const refused = restore(database, { folder: changed(change), openDatabase })
    await expect(refused).rejects.toEqual(refusal(code, said))
  }
  // with updated digests: first by somebody without the log's key, then by somebody with it; encryption has its own
  // authentication
  const forged = changed((at) => {
    const bytes = readFileSync(join(at, log))
    writeFileSync(join(at, log), bytes.subarray(0, bytes.length - 20))
  })
  const target = await emptyDatabase()
  await sumUp(forged)
  await expect(verifyBackup(forged, null)).rejects.toEqual(refusal('backup_signature'))
  await expect(restore(target, { folder: forged })).rejects.toEqual(refusal('backup_signature'))
  await signAnew(forged)
  await verifyBackup(forged, null)
  await expect(verifyBackup(forged, identities)).rejects.toEqual(refusal('backup_altered', /^log\.events\.age/))
  await expect(restore(target, { folder: forged })).rejects.toEqual(refusal('backup_altered', /^log\.events\.age/))
  expect(await rowsOf(target.url, 'select 1 from log.events')).toEqual([])
})

test('all its files are signed by the key of the log, in a note that cannot pass for a checkpoint', async () => {
  const { signer } = backup.manifest as NewManifest
  const rows = await rowsOf<{ key: string }>(database.url, 'select verifier_key as key from app.log_key')
  expect(rows).toEqual([{ key: signer }])
  const note = readFileSync(join(backup.path, SIGNATURE), 'utf8')
  const sums = readFileSync(join(backup.path, 'SHA256SUMS'), 'utf8')
  expect(note.split('\n\n')[0]).toBe(`fairbook-backup/3\n${sums.trimEnd()}`)
  const named = sums
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(66))
  expect([...named, 'SHA256SUMS', SIGNATURE].toSorted()).toEqual(readdirSync(backup.path).toSorted())
  expect(signedBy(note, [signer!])).not.toBeNull()
  expect(signedAlone(note, [signer!])).toBeNull()
  expect(openCheckpoint(note, [readVerifierKey(signer!)!])).toMatchObject({ ok: false, why: /no checkpoint/ })
  for (const read of [null, identities]) await verifyBackup(backup.path, read, { trusted: ['other+0+x', signer!] })
  const other = verifyBackup(backup.path, null, {
    trusted: [new NoteSigner('fairbook.example/log', newKey()).verifierKey],
  })
  await expect(other).rejects.toEqual(refusal('backup_signature', /is signed by .*, and not by fairbook\.example/))
})

test('its commands accept a file of keys as it is, one of which has signed the backup', async () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const verifyWith = (...given: string[]) =>
    runCommand(['verify', backup.path, ...given.flatMap((key) => ['--key', key])], new AbortController().signal)
  try {
    const { signer } = backup.manifest as NewManifest
    expect(await verifyWith(`fairbook.example/log+0a1b2c3d+AX\n${signer}\n`)).toBe(0)
    expect(await verifyWith('fairbook.example/log+0a1b2c3d+AX', signer!)).toBe(0)
    for (const empty of ['', '\n'])
      await expect(verifyWith(empty)).rejects.toEqual(refusal('backup_settings', '--key is empty'))
    await expect(verifyWith('another\nand another')).rejects.toEqual(
      refusal('backup_signature', /another or and or another$/),
    )
  } finally {
    said.mockRestore()
  }
})

test('a changed signature, digest or origin is refused, and so is a removed signature', async () => {
  const { signer } = backup.manifest as NewManifest
  const [name] = signer!.split('+')
  const thiefsPem = newKey()
  const thief = new NoteSigner(name!, thiefsPem)
  const changeNote = (at: string, change: (note: string) => string) =>
    writeFileSync(join(at, SIGNATURE), change(readFileSync(join(at, SIGNATURE), 'utf8')))
  const parts = backup.manifest.parts.map((part) =>
    part.name === 'app.secret.age' ? { ...part, hmac: '0'.repeat(64) } : part,
  )
  const cases: [string, (manifest: Record<string, unknown>, at: string) => void][] = [
    ['signature', (_, at) => changeNote(at, (note) => note.replace(/.{8}\n$/, 'AAAAAAA=\n'))],
    ['first line', (_, at) => changeNote(at, (note) => note.replace('fairbook-backup/3', 'fairbook.example/log'))],
    ['encrypted file', (_, at) => cpSync(join(at, 'app.identity.age'), join(at, 'app.secret.age'))],
    ['digest', (manifest) => Object.assign(manifest, { parts })],
    ['origin', (manifest) => Object.assign(manifest, { signer: signer!.replace(name!, 'fairbook.example') })],
    ['log', (manifest) => Object.assign(manifest, { log: { ...backup.manifest.log, id: 'another' } })],
  ]
  for (const [what, change] of cases) {
    const refused = verifyBackup(await changedManifest(change), null)
    await expect(refused, what).rejects.toEqual(refusal('backup_signature', /^SHA256SUMS\.note is not what/))
  }
  const target = await emptyDatabase()
  const folder = await changedManifest((manifest) => Object.assign(manifest, { parts }))
  await expect(restore(target, { folder })).rejects.toEqual(refusal('backup_signature'))

  const bare = await changedManifest((manifest, at) => {
    Object.assign(manifest, { signer: null })
    rmSync(join(at, SIGNATURE))
  })
  const stolen = await changedManifest((manifest) => Object.assign(manifest, { signer: thief.verifierKey }))
  await signAnew(stolen, thiefsPem)
  for (const changed of [bare, stolen]) {
    // without an identity and the log's key, this cannot be noticed
    await verifyBackup(changed, null)
    await expect(verifyBackup(changed, null, { trusted: [signer!] })).rejects.toEqual(refusal('backup_signature'))
    await expect(verifyBackup(changed, identities)).rejects.toEqual(refusal('backup_signature', /log's key is in keys/))
    await expect(restore(target, { folder: changed })).rejects.toEqual(refusal('backup_signature'))
  }
  expect(await rowsOf(target.url, `select 1 from pg_namespace where nspname in ('app', 'log')`)).toEqual([])
})

test('the keys of a signed backup are not opened under a manifest from before there were signatures', async () => {
  const refused = verifyBackup(await asFirst(false), identities)
  await expect(refused).rejects.toEqual(
    refusal('backup_signature', /^keys\.age is of a later form than fairbook-backup\/1/),
  )
})

test('no digest reveals what is in a table: each backup has its own key for them', async () => {
  const again = await take()
  const parts = backup.manifest.parts.filter(({ table }) => table !== null)
  const manifest = readFileSync(join(backup.path, MANIFEST), 'utf8')
  for (const part of parts) {
    const plain = await plainOf(join(backup.path, part.name))
    expect(manifest).not.toContain(sha256(plain))
    const later = again.manifest.parts.find(({ name }) => name === part.name)
    expect(later, part.name).not.toMatchObject({ hmac: 'hmac' in part && part.hmac })
  }
  expect(parts.length).toBeGreaterThan(20)
  // a file of another backup is not what was taken
  const swapped = changed((at) => cpSync(join(again.path, 'log.events.age'), join(at, 'log.events.age')))
  await signAnew(swapped)
  const other = verifyBackup(swapped, identities)
  await expect(other).rejects.toEqual(refusal('backup_altered', /^log\.events\.age holds something else/))
})

test('in a backup of version 2 only the manifest is signed, and no more is claimed', async () => {
  const trusted = [(backup.manifest as NewManifest).signer!]
  const second = await asSecond()
  for (const read of [null, identities]) {
    const { manifest } = await verifyBackup(second, read, { trusted })
    expect(manifest.schema).toBe('fairbook-backup/2')
    expect(signerInWords(manifest)).toMatch(/^Its manifest is signed by .* whether its encrypted files are those/)
  }
  expect(signerInWords(backup.manifest)).toBe(`It is signed by ${trusted[0]}.`)
  // a replaced file is noticed only with an identity
  const exchanged = await asSecond((at) => cpSync(join(at, 'app.identity.age'), join(at, 'app.secret.age')))
  await verifyBackup(exchanged, null, { trusted })
  const read = verifyBackup(exchanged, identities, { trusted })
  await expect(read).rejects.toEqual(refusal('backup_altered', /^app\.secret\.age holds something else/))
  const resigned = await asSecond((at) =>
    writeFileSync(join(at, MANIFEST), `${readFileSync(join(at, MANIFEST), 'utf8')} `),
  )
  await expect(verifyBackup(resigned, null)).rejects.toEqual(refusal('backup_signature', /^manifest\.note is not what/))
  const target = await emptyDatabase()
  expect(await restore(target, { folder: second, trusted })).toMatchObject({ hasKey: true })
})

test('a backup of version 1 is read and restored, but is signed by nobody', async () => {
  const first = await asFirst()
  for (const read of [null, identities]) {
    expect((await verifyBackup(first, read)).manifest.schema).toBe('fairbook-backup/1')
  }
  const trusted = [(backup.manifest as NewManifest).signer!]
  await expect(verifyBackup(first, null, { trusted })).rejects.toEqual(refusal('backup_signature', /by nobody/))
  const target = await emptyDatabase()
  const dataDir = mkdtempSync(join(folder, 'notary-'))
  expect(await restore(target, { folder: first, dataDir })).toMatchObject({ hasKey: true })
  expect(keyIn(dataDir)).toBe(pem)
  const persons = 'select to_jsonb(t) as row from app.identity t order by 1'
  expect(await rowsOf(target.url, persons)).toEqual(await rowsOf(database.url, persons))
})

test('sha256sum finds it complete, and only its recipients can read it', async () => {
  await promisify(execFile)('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: backup.path })
  expect((await verifyBackup(backup.path, null)).manifest).toEqual(backup.manifest)
  await verifyBackup(backup.path, identities)
  const other: Identity[] = readIdentities(newIdentity().identity)
  await expect(verifyBackup(backup.path, other)).rejects.toEqual(refusal('backup_wrong_key', /^keys\.age/))
  await expect(restore(database, { identities: other })).rejects.toEqual(refusal('backup_wrong_key'))
})

test('a backup that fails leaves nothing, and what a kill left is removed by the next one', async () => {
  const own = mkdtempSync(join(tmpdir(), 'fairbook-backups-'))
  const stop = new AbortController()
  await expect(take({ folder: own, signal: stop.signal, progress: () => stop.abort() })).rejects.toThrow()
  expect(readdirSync(own)).toEqual([])
  const wrongKey = take({ folder: own, readLogKey: () => ({ key: newKey(), signed: {} }) })
  await expect(wrongKey).rejects.toEqual(refusal('backup_log_key'))
  const noKey = () => ({ key: null, signed: {} })
  await expect(take({ folder: own, readLogKey: noKey })).rejects.toEqual(refusal('backup_log_key'))
  expect(readdirSync(own)).toEqual([])

  const { path, manifest } = await take({ folder: own, readLogKey: noKey, withoutKey: true })
  // as a kill leaves it: every file but the last, or all of them, under a name that no backup has
  const partial = join(own, `.partial-${basename(path)}`)
  const left = partial.replace(/\d+Z$/, '000Z')
  cpSync(path, left, { recursive: true })
  expect(backupsIn(own, manifest.log.id)).toHaveLength(1)
  cpSync(path, join(own, 'fairbook-00000000-20200101T000000000Z'), { recursive: true })
  // an old one that cannot be removed leaves the new one complete
  const retention = { count: 1, days: 0 }
  const blocked = await take({ folder: own, retention, progress: () => cpSync(path, partial, { recursive: true }) })
  expect(blocked).toMatchObject({ removed: [], unremoved: [{ path, why: expect.stringContaining('ENOTEMPTY') }] })
  await verifyBackup(blocked.path, identities)
  const next = await take({ folder: own, retention })
  expect(next).toMatchObject({ removed: [blocked.path, path], unremoved: [] })
  expect(readdirSync(own).toSorted()).toEqual([
    'fairbook-00000000-20200101T000000000Z',
    next.path.slice(own.length + 1),
  ])
  rmSync(own, { recursive: true })
})

test('alerts say that none was ever taken, that the last run failed, and that the last one is old', async () => {
  const pool = openPool(database.url, { max: 1 })
  let now = Date.now()
  const end = readBackupMetrics({ pool, store, now: () => now })
  const alerts = async () => {
    const seen = await scrape()
    return [...raised('BackupOld', seen).map(() => 'old'), ...raised('BackupFailed', seen).map(({ code }) => code)]
  }
  try {
    await pool.query('delete from app.last_backup')
    expect(await alerts()).toEqual([])
    now = Date.now() + 13 * 3_600_000
    expect(await alerts()).toEqual(['old'])
    expect((await scrape()).text).not.toMatch(/^fairbook_backup_bytes /m)
    const noFolder = join(folder, 'file')
    writeFileSync(noFolder, '')
    await expect(take({ folder: join(noFolder, 'backups') })).rejects.toEqual(refusal('backup_file'))
    expect(await alerts()).toEqual(['old', 'backup_file'])

    now = Date.now()
    const { path, unrecorded } = await take()
    expect(unrecorded).toBeNull()
    expect(await alerts()).toEqual([])
    const bytes = readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0)
    expect((await scrape()).text).toMatch(new RegExp(`^fairbook_backup_bytes ${bytes}$`, 'm'))
    const stop = new AbortController()
    await expect(take({ signal: stop.signal, progress: () => stop.abort() })).rejects.toThrow()
    expect(await alerts()).toEqual(['interrupted'])
    expect((await take()).unrecorded).toBeNull()
    now = Date.now() + 13 * 3_600_000
    expect(await alerts()).toEqual(['old'])

    // one that cannot be recorded is complete all the same
    await pool.query('alter table app.last_backup rename to away')
    const taken = await take()
    expect(taken.unrecorded).toContain('last_backup')
    expect((await verifyBackup(taken.path, null)).manifest).toEqual(taken.manifest)
    expect(raised('MetricsUnread', await scrape())).toEqual([{ source: 'backup' }])
  } finally {
    await pool.query('alter table if exists app.away rename to last_backup')
    end()
    await pool.end()
  }
})

test('a report says what is lost as far as it is known, and what the key may sign after that', () => {
  const inWords = (lost: number | null, more = {}) => lossInWords({ lost, hasKey: true, isElsewhere: false, ...more })
  expect(inWords(null)).toMatch(/^No checkpoint is known .* in DATA_DIR\. If anything was signed after/)
  expect(inWords(7)).toMatch(/^At least 7 events that were signed are lost, .* It must not sign this history/)
  for (const lost of [null, 7]) expect(inWords(lost, { hasKey: false })).toMatch(/is not in the backup: bring it/)
  // a server beside the database may have all of it
  for (const lost of [null, 7]) {
    const said = inWords(lost, { isElsewhere: true })
    expect(said).toMatch(
      /Where EventStoreDB still has the log, no event is lost and the key stays: .* gone there, too: /,
    )
    expect(said.split('gone there, too: ')[0]).not.toMatch(/are lost|must not sign|another key/)
  }
  expect(inWords(7, { isElsewhere: true })).toMatch(
    /^At least 7 events that were signed are not in the backup\. .* too: they are lost, .* must not sign this history/,
  )
})

test('a manifest cannot name a table of a schema that is not the product’s', async () => {
  const foreign = await changedManifest((manifest) => {
    const { parts } = structuredClone(manifest) as NewManifest
    Object.assign(parts[1]!.table!, { schema: 'pg_catalog' })
    Object.assign(manifest, { parts })
  })
  await expect(verifyBackup(foreign, null)).rejects.toEqual(
    refusal('backup_altered', /^manifest\.json: .* at parts\[1\]$/),
  )
})

test('a backup without the key does not touch the key’s file', () => {
  const dataDir = mkdtempSync(join(folder, 'notary-'))
  mkdirSync(join(dataDir, KEY_FILE))
  const settings = { DATA_DIR: dataDir, LOG_SIGNING_KEY: undefined }
  expect(() => readLogKeyFiles(settings)).toThrow(/EISDIR/)
  expect(readLogKeyFiles(settings, true)).toEqual({ key: null, signed: {} })
})

test('a full disk has a code, and a lost connection is not taken for a file', () => {
  const failure = () => {
    try {
      writeFileSync('/dev/full', 'x')
    } catch (error) {
      return ofFiles(error)
    }
  }
  expect(failure()).toEqual(refusal('backup_disk_full'))
  const gone = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
  expect(ofFiles(gone)).toBe(gone)
  expect(ofFiles(new BackupError('backup_altered', 'x'))).toEqual(refusal('backup_altered'))
})

test('files are in age’s format', async () => {
  const identity = 'AGE-SECRET-KEY-1MNCDV0MRX5D8JLCZQ0DNS7SNDFEWVQ4S9P54K6GRXNY2PH7XA9EQ4CGUM7'
  const file =
    'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBlOHR5L3ZzNkh3ZDljb3ZoK2ovdnZlU0JLZVlObTVYUU0xSUwvMkxueWpVCjFqZ3Vqc1dlTEVQUXRRTS8xZzFrUERQZUNGL0RuK0xHLzlLdW5XRFMrQ2cKLS0tIEV0UnFidUNXcVNMbU9WbTY4MTRwamFzam5HcHNzMEFkT2h2MURnTmRRdUEKm2Vp0Y2kSWw8m1KZTBnSwjOCGCSBi8MDVC65qlVwDgXor+JiccsnAT0cl5xcN/VE3DNwC9937f1UwGuOIVqR'
  const read = readIdentities(identity)
  expect(read[0]!.recipient).toEqual(readRecipient('age1yge7ep7cjfu8yzdy0sm04n62kx3hew0y0rn77gc5ztvc24spn53qxzx9sj'))
  const stream = decryption(read)
  stream.end(Buffer.from(file, 'base64'))
  expect(await text(stream)).toBe('written by age-encryption 0.3.1')
  expect(() => readRecipient('age1yge7ep7cjfu8yzdy0sm04n62kx3hew0y0rn77gc5ztvc24spn53qxzx9sq')).toThrow(BackupError)
})

test('files of any length can be decrypted, in whatever pieces they arrive', async () => {
  const length = fc.oneof(
    fc.integer({ min: 0, max: 200 }),
    fc.integer({ min: 65_500, max: 65_600 }),
    fc.constant(131_072),
  )
  const property = fc.asyncProperty(length, fc.integer({ min: 1, max: 20 }), async (bytes, count) => {
    const plain = randomBytes(bytes)
    const inPieces = (all: Buffer) => {
      const piece = Math.ceil(all.length / count)
      return Readable.from(Array.from({ length: count }, (_, at) => all.subarray(at * piece, (at + 1) * piece)))
    }
    const sealed = await buffer(inPieces(plain).pipe(encryption([readRecipient(keys.recipient)])))
    expect(plain.equals(await buffer(inPieces(sealed).pipe(decryption(identities))))).toBe(true)
    if (bytes > 16) expect(sealed.includes(plain)).toBe(false)
  })
  await fc.assert(property, { numRuns: 20 })
})
