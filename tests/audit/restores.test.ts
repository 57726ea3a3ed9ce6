// A ledger restored from an export, and exports as backups.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { type Manifest, textOfManifest } from '#services/auditor/exports/manifest.ts'
import { fileOf, remember } from '#services/auditor/proofs/kept.ts'
import { sha256 } from '#services/event-store/event-hash.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../database.ts'
import { type Asked, ask, type Options } from './asking.ts'
import { type House, openHouse } from './house.ts'
import { ledger } from './ledger-command.ts'
import { signAll } from './signed-log.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'fairbook-restores-'))
let house: House
let whole: string
let key: string
beforeAll(async () => {
  house = await openHouse()
  await house.arrive()
  const store = await PostgresLog.open({ url: house.database.url })
  const signed = await signAll(store, house.database.url)
  key = signed.key
  await store.close()
  whole = join(FOLDER, 'whole')
  await ask({ url: house.database.url }, 'export', { format: 'jsonl', output: whole })
})
afterAll(async () => {
  await house.close()
  rmSync(FOLDER, { recursive: true, force: true })
})
// uses no remembered checkpoints but the test's own
beforeEach(() => vi.stubEnv('XDG_STATE_HOME', mkdtempSync(join(FOLDER, 'state-'))))
afterEach(() => vi.unstubAllEnvs())

const text = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')
const jsonOf = <T = Record<string, unknown>>({ json }: Asked) => JSON.parse(json) as T
const manifestOf = (folder: string) => JSON.parse(text(folder, 'manifest.json')) as Manifest
let copies = 0
/** A copy of the export, with a manifest updated to match. */
function altered(
  change: (lines: string[]) => string[],
  also: (manifest: Manifest) => Manifest = (same) => same,
): string {
  const folder = join(FOLDER, `altered-${++copies}`)
  cpSync(whole, folder, { recursive: true })
  const lines = change(text(whole, 'events.jsonl').trimEnd().split('\n'))
  const file = `${lines.join('\n')}\n`
  writeFileSync(join(folder, 'events.jsonl'), file)
  const manifest = manifestOf(folder)
  const files = [{ ...manifest.files[0]!, bytes: Buffer.byteLength(file), sha256: sha256(file) }]
  writeFileSync(join(folder, 'manifest.json'), textOfManifest(also({ ...manifest, files })))
  return folder
}

describe('ledger import', () => {
  let database: TestDatabase
  let owner: pg.Client
  beforeAll(async () => {
    database = await createTestDatabase()
    owner = new pg.Client(database.ownerUrl)
    await owner.connect()
  })
  afterAll(async () => {
    await owner.end()
    await database.drop()
  })
  const imported = (folder: string, options: Options = {}) => ask({ url: database.url }, 'import', options, folder)
  const events = async () => (await owner.query('select 1 from log.events')).rowCount

  test('refuses what is not the log that was exported, and leaves nothing behind', async () => {
    const refused: readonly (readonly [string, string])[] = [
      [altered((lines) => lines.toSpliced(9, 1)), 'number_gap'],
      [altered((lines) => lines.with(9, lines[9]!.replace('"data', '"Data'))), 'hash_mismatch'],
      [altered((lines) => lines.with(9, `${lines[9]!} `)), 'export_line_malformed'],
      [
        altered(
          (lines) => lines,
          (manifest) => ({ ...manifest, log: 'f'.repeat(32) }),
        ),
        'export_manifest_mismatch',
      ],
      [altered((lines) => lines.slice(0, -1)), 'log_cut'],
    ]
    for (const [folder, code] of refused) {
      const { code: exit, text: said, json } = await imported(folder)
      expect(exit).toBe(1)
      expect(said).toMatch(/^Nothing was imported: /)
      expect(Object.keys(JSON.parse(json) as object)).toEqual(expect.arrayContaining(['log', 'range', 'tree']))
      expect((await ask({ folder }, 'verify')).json).toContain(`"${code}"`)
    }
    expect(await events()).toBe(0)
  })

  test('everything is one transaction: interrupted, nothing is done', async () => {
    const broken = altered((lines) => lines)
    await owner.query(`
      create function public.stop() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
      create trigger stop before insert on log.events for each row when (new.position = 60) execute function public.stop()`)
    try {
      await expect(imported(broken)).rejects.toThrow('the disk is full')
    } finally {
      await owner.query('drop trigger stop on log.events; drop function public.stop()')
    }
    expect(await events()).toBe(0)
  })

  test('makes the same ledger again: root, verdict and export', async () => {
    const { code, json } = await imported(whole, { key: [key] })
    const { sentence } = JSON.parse(json) as { sentence: string }
    const exported = manifestOf(whole)
    expect([code, JSON.parse(json)]).toEqual([
      0,
      expect.objectContaining({
        schema: 'fairbook-import/1',
        log: house.logId,
        range: exported.range,
        tree: exported.tree,
        findings: 0,
      }),
    ])
    const again = join(FOLDER, 'again')
    await ask({ url: database.url }, 'export', { format: 'jsonl', output: again })
    expect(text(again, 'events.jsonl')).toBe(text(whole, 'events.jsonl'))
    expect(manifestOf(again).tree).toEqual(manifestOf(whole).tree)

    const store = await PostgresLog.open({ url: database.url })
    expect(store.logId).toBe(house.logId)
    await rebuild({ store, url: database.url })
    await store.close()
    const { findings, tree } = jsonOf<{ findings: { code: string }[]; tree: object }>(
      await ask({ url: database.url }, 'verify', { remember: false }),
    )
    expect(tree).toMatchObject(manifestOf(whole).tree)
    // an export contains neither identities nor sessions, nor the provider's messages
    const beside = /^(identity|session|request|reason|note|quote_message|result_message)_gone$|^request_mismatch$/
    expect(findings.filter((one) => !beside.test(one.code))).toEqual([])
    // the import said so
    expect(sentence).toContain('the provider’s prices and messages are not in an export')
    for (const code of new Set(findings.map((one) => one.code))) expect(sentence).toContain(code)
  })

  test('goes into nothing that is not empty, or not migrated', async () => {
    const unmade = await createEmptyDatabase()
    await expect(ask({ url: unmade.ownerUrl }, 'import', {}, whole)).rejects.toThrow('npm run migrate makes them')
    await unmade.drop()
    await expect(imported(whole)).rejects.toThrow('the database is not empty: its log has events')
    const { code, out, err } = await ledger(['import', whole], { DATABASE_URL: house.database.url })
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^ledger: the database is not empty: .+\n$/)
  })
})

describe('ledger backup verify', () => {
  const verified = (folder: string, options: Options = {}) => ask({ folder }, 'backup', options, folder)

  test('says that a backup is complete, how old it is and what it lacks', async () => {
    const { code, out, err } = await ledger(['backup', 'verify', whole, '--key', key], {})
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(
      /^This backup is whole: \d+ events up to ledger number \d+, the last recorded .+ ago; all of them are signed\. It lacks names, /,
    )
    expect(jsonOf(await verified(whole))).toMatchObject({
      schema: 'fairbook-backup/1',
      result: 'clean',
      log: house.logId,
      findings: [],
      verifiedBefore: null,
      manifestSignedBy: [],
    })
  })

  test('an unsigned one is incomplete: 3', async () => {
    const folder = altered(
      (lines) => lines,
      (manifest) => ({ ...manifest, checkpoint: null }),
    )
    const { code, text: said } = await verified(folder)
    expect(code).toBe(3)
    expect(said).toMatch(/^This backup cannot be judged as a whole: no checkpoint was signed over it/)
  })

  test('a changed one is found by rules, chains or root', async () => {
    const folder = altered(
      (lines) => lines.slice(0, -2),
      (manifest) => ({ ...manifest, checkpoint: null }),
    )
    const { code, text: said } = await verified(folder)
    expect(code).toBe(1)
    expect(said).toMatch(/^This backup is not to be relied on: export_manifest_mismatch \d/)
  })

  test('what is remembered of its log is compared with it, as far as it reaches', async () => {
    const { checkpoint, counts } = manifestOf(whole)
    const log = house.logId
    remember(log, { note: checkpoint!.note, key })
    expect(jsonOf(await verified(whole))).toMatchObject({ result: 'clean', verifiedBefore: counts.events })
    const earlier = join(FOLDER, 'earlier')
    await ask({ folder: whole }, 'export', { format: 'jsonl', output: earlier, to: String(counts.events - 2) })
    const { code, text: said } = await verified(earlier)
    // that it is older than what is remembered is reported; that nobody signed exactly this many events is another
    // matter
    expect(code).toBe(3)
    expect(said).not.toContain('log_cut')
    // a checkpoint that was kept on purpose says how far it has to reach
    const kept = join(FOLDER, 'kept.txt')
    writeFileSync(kept, checkpoint!.note)
    expect((await verified(earlier, { checkpoint: [kept] })).text).toContain('log_cut')
    writeFileSync(fileOf(log), JSON.stringify({ note: checkpoint!.note.replace(/^([^\n]+\n)\d+/, '$14'), key }))
    expect((await verified(whole)).text).toContain('checkpoint_invalid')
  })
})
