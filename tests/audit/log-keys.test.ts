// A log whose key was changed, as seen by people who kept the old key, the new one or neither.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { randomScenario } from '#projections/testing/scenario.ts'
import { LogWriter } from '#projections/testing/write-log.ts'
import { verifyExport } from '#services/auditor/exports/verify-export.ts'
import type { Finding } from '#services/auditor/findings/findings.ts'
import type { Report } from '#services/auditor/report/report.ts'
import { textReport } from '#services/auditor/report/text-report.ts'
import type { Kept } from '#services/auditor/tree/signed-roots.ts'
import { verify } from '#services/auditor/verify.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { leafHash } from '#services/merkle/hashes.ts'
import { merkleTree } from '#services/merkle/merkle-tree.ts'
import type { KeySettings } from '#services/notary/log-key.ts'
import { newKey, ORIGIN, startTestNotary } from '#services/notary/testing/notary.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { tlogProof } from '#services/transparency/tlog-proof.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { ask } from './asking.ts'

const [OLD_PEM, NEW_PEM] = [newKey(), newKey()]
const [old, next] = [new NoteSigner(ORIGIN, OLD_PEM), new NoteSigner(ORIGIN, NEW_PEM)]
const ONLY_OLD: Kept = { keys: [old.verifierKey], onlyKeys: true }
const ONLY_NEW: Kept = { keys: [next.verifierKey], onlyKeys: true }
const KEYS = /^(checkpoint_|log_key_|key_change_|signed_root_|log_cut|tree_|tile_)/

type ChangedLog = {
  readonly database: TestDatabase
  readonly owner: pg.Client
  /** The newest checkpoint of each key. */
  readonly notes: { readonly old: string; readonly next: string }
  readonly signed: number
}

let changed: ChangedLog

/** Opens such a log for the tests around it. */
function aLogWith(how: (signed: number) => Partial<KeySettings>): void {
  beforeAll(async () => {
    changed = await openChangedLog(how)
    return async () => {
      await changed.owner.end()
      await changed.database.drop()
    }
  })
}

/** A log signed by one key and then another. `how`: settings of its notary. */
async function openChangedLog(how: (signed: number) => Partial<KeySettings>): Promise<ChangedLog> {
  const database = await createTestDatabase()
  const store = await PostgresLog.open({ url: database.url })
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  const writer = new LogWriter(store)
  const sign = async (settings: Partial<KeySettings>, size: number) => {
    const notary = startTestNotary(store, database.url, settings)
    const newest = async () =>
      (await owner.query('select size::int as size, note from app.log_checkpoint order by 1 desc limit 1')).rows[0]
    try {
      await vi.waitFor(async () => expect((await newest())?.size).toBe(size), { timeout: 60_000 })
      return (await newest()).note as string
    } finally {
      await notary.stop()
    }
  }
  const steps = randomScenario(5, 30)
  for (const step of steps.slice(0, 20)) await writer.write(step)
  const signed = writer.events + 1
  const oldNote = await sign({ LOG_SIGNING_KEY: OLD_PEM }, signed)
  for (const step of steps.slice(20)) await writer.write(step)
  const change = { LOG_SIGNING_KEY: NEW_PEM, LOG_KEY_CHANGED: next.verifierKey, ...how(signed) }
  // the change itself is an event, too
  const nextNote = await sign(change, writer.events + 2)
  await store.close()
  return { database, owner, notes: { old: oldNote, next: nextNote }, signed }
}

/** Findings about keys and signatures only: a random history breaks rules of its own, and has no read models here. */
async function found(
  kept: Kept = {},
): Promise<{ findings: Finding[]; gaps: string[]; report: Omit<Report, 'seconds'> }> {
  const report = await verify({ url: changed.database.url, threads: 1, kept })
  const findings = report.findings.filter(({ code }) => KEYS.test(code) && code !== 'checkpoint_mismatch')
  return {
    findings,
    gaps: report.gaps.map(({ what }) => what).filter((what) => !what.startsWith('the read model ')),
    report,
  }
}

const NOTHING = { findings: [], gaps: [] }
const codes = async (kept: Kept = {}) => (await found(kept)).findings.map(({ code }) => code)

const FOLDER = mkdtempSync(join(tmpdir(), 'fairbook-keys-'))
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))
let files = 0
function fileOf(text: string): string {
  const path = join(FOLDER, `${files++}.txt`)
  writeFileSync(path, text)
  return path
}

/** A receipt as the api makes it. */
async function receiptOf(index: number, checkpoint: string): Promise<string> {
  const store = await PostgresLog.open({ url: changed.database.url })
  const bodies: Buffer[] = []
  for await (const page of store.readAll(null)) bodies.push(...page.map(({ body }) => Buffer.from(body)))
  await store.close()
  const size = Number(checkpoint.split('\n')[1])
  const way = merkleTree(bodies.slice(0, size).map((body) => leafHash(body))).path(index)
  const beside = Array.from({ length: way.length / 32 }, (_, at) => way.subarray(at * 32, (at + 1) * 32))
  return tlogProof({ entry: bodies[index]!.toString('utf8'), index, beside, checkpoint })
}

const textOf = (note: string) => `${note.split('\n\n', 1)[0]}\n`

/** This checkpoint, signed by the key with a different size. */
const forged = (signer: NoteSigner, note: string, size: number): string =>
  signer.sign(textOf(note).replace(/\n\d+\n/, `\n${size}\n`))

describe('a log whose key was rotated', () => {
  aLogWith(() => ({ LOG_KEY_CHANGE_REASON: 'rotated', LOG_SIGNING_KEY_OLD: OLD_PEM }))

  test('is clean for somebody who kept the old key, which leads to the new one, and the report says so', async () => {
    const { report, ...rest } = await found({ ...ONLY_OLD, checkpoints: [{ name: 'mine', note: changed.notes.old }] })
    expect(rest).toEqual(NOTHING)
    const { followed } = report.tree.heldAgainst
    expect(followed).toEqual([{ from: old.verifierKey, to: next.verifierKey, number: expect.any(Number) }])
    const said = `${next.verifierKey}, which that key endorses at ledger number ${followed[0]!.number}`
    expect(textReport({ ...report, seconds: 1 }, false)).toContain(said)
  })

  test('is clean for somebody with the new key, or none', async () => {
    for (const kept of [ONLY_NEW, {}]) expect(await found(kept)).toMatchObject(NOTHING)
  })

  test('has nothing that the old key signs afterwards, and nothing that the new one signs before', async () => {
    const { notes, signed, owner } = changed
    const late = { name: 'late', note: forged(old, notes.next, signed + 1) }
    expect(await codes({ ...ONLY_OLD, checkpoints: [late] })).toEqual(['checkpoint_key_mismatch'])
    const early = { name: 'early', note: forged(next, notes.old, signed) }
    expect(await codes({ ...ONLY_NEW, checkpoints: [early] })).toEqual(['checkpoint_key_mismatch'])
    // stored instead of the new one's
    await owner.query('update app.log_checkpoint set note = $1 where note = $2', [
      old.sign(textOf(notes.next)),
      notes.next,
    ])
    expect(await codes()).toEqual(['checkpoint_key_mismatch'])
    await owner.query('update app.log_checkpoint set note = $1 where note <> $2', [notes.next, notes.old])
    expect(await found()).toMatchObject(NOTHING)
  })

  const ROW = 'where why is not null'
  test.each([
    ['when a key came', `update app.log_key set since = since + 1 ${ROW}`],
    ['when the first came', 'update app.log_key set since = 1 where why is null'],
    ['which it replaced', `update app.log_key set replaces = 'none' ${ROW}`],
    ['why', `update app.log_key set why = 'lost' ${ROW}`],
    ['that it was endorsed', `update app.log_key set endorsement = null ${ROW}`],
    ['what counts of the old one', `update app.log_key set trusted_to = 1 ${ROW}`],
    ['that it is there', `delete from app.log_key ${ROW}`],
    ['that the first was there', 'delete from app.log_key where why is null'],
    [
      'that no other is',
      `insert into app.log_key (verifier_key, since) values ('${new NoteSigner(ORIGIN, newKey()).verifierKey}', 3)`,
    ],
  ])('is found where its rows do not say %s', async (_, change) => {
    const { owner } = changed
    await owner.query('create temporary table kept as table app.log_key')
    await owner.query(change)
    expect(await codes()).toContain('log_key_mismatch')
    await owner.query('delete from app.log_key; insert into app.log_key table kept; drop table kept')
  })

  test('is found once for each key without a row, however much that signed', async () => {
    const { owner, notes } = changed
    const stranger = new NoteSigner(ORIGIN, newKey())
    const size = Number(notes.next.split('\n')[1])
    await owner.query('create temporary table kept as table app.log_key')
    await owner.query(`delete from app.log_key ${ROW}`)
    const more = [next, stranger, stranger].map((by, at) => [size + 1 + at, forged(by, notes.next, size + 1 + at)])
    for (const row of more) await owner.query('insert into app.log_checkpoint (size, note) values ($1, $2)', row)
    const { findings } = await found({ onlyKeys: true, keys: [next.verifierKey, stranger.verifierKey] })
    const ofKeys = findings.filter(({ code }) => code.startsWith('log_key_'))
    expect(ofKeys.map(({ code, expected, actual }) => [code, expected, actual])).toEqual([
      ['log_key_invalid', stranger.verifierKey, 'no row'],
      ['log_key_mismatch', next.verifierKey, 'no row'],
    ])
    await owner.query(`delete from app.log_checkpoint where size > ${size}`)
    await owner.query('delete from app.log_key; insert into app.log_key table kept; drop table kept')
  })

  test('gives checkpoints, exports and receipts that somebody with the old key can check', async () => {
    const { database, notes } = changed
    const where = { url: database.url }
    const mine = fileOf(notes.old)
    const key = [old.verifierKey]
    const { code, json } = await ask(where, 'checkpoint', { key, since: [mine] })
    expect([code, JSON.parse(json)]).toEqual([0, expect.objectContaining({ endorsed: next.verifierKey })])
    const late = fileOf(forged(old, notes.next, changed.signed + 1))
    const doubted = await ask(where, 'checkpoint', { key, since: [late] })
    expect([doubted.code, doubted.text]).toEqual([
      1,
      expect.stringContaining(`of at most ${changed.signed} events, and this`),
    ])

    // an event that the old key has signed, and one that it has not
    const receipts = {
      older: fileOf(await receiptOf(0, notes.old)),
      newer: fileOf((await ask(where, 'prove', {}, '0')).text),
    }
    const verdict = async (file: string, by: string) =>
      (await ask(where, 'verify-receipt', { key: [by] }, file)).text.split('\n')[0]
    expect(await verdict(receipts.older, old.verifierKey)).toMatch(
      /^The receipt is right: .* Only the given key was used to check it: /,
    )
    expect(await verdict(receipts.newer, next.verifierKey)).toMatch(/^The receipt is right/)
    expect(await verdict(receipts.newer, old.verifierKey)).toMatch(/no key that is trusted has signed it\.$/)

    const folder = join(FOLDER, 'export')
    await ask(where, 'export', { format: 'jsonl', output: folder })
    const { keys } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { keys: string[] }
    expect(keys).toEqual([old.verifierKey, next.verifierKey])
    for (const kept of [ONLY_OLD, ONLY_NEW]) {
      const { report } = await verifyExport({ folder, kept })
      expect([report.findings.filter(({ code: of }) => KEYS.test(of)), report.gaps]).toEqual([[], []])
    }
  })

  test('is clean until the new key has signed, even without its row', async () => {
    const { owner, notes } = changed
    await owner.query(`create temporary table kept as table app.log_key`)
    await owner.query(`delete from app.log_key ${ROW}; delete from app.log_checkpoint where size > ${changed.signed}`)
    expect(await codes()).not.toContain('log_key_mismatch')
    await owner.query('delete from app.log_key; insert into app.log_key table kept; drop table kept')
    const size = Number(notes.next.split('\n')[1])
    await owner.query('insert into app.log_checkpoint (size, note) values ($1, $2)', [size, notes.next])
    expect(await found()).toMatchObject(NOTHING)
  })
})

describe('a log whose key was lost', () => {
  aLogWith(() => ({ LOG_KEY_CHANGE_REASON: 'lost' }))

  test('is not clean for somebody with only the old key, and says which key is needed', async () => {
    const { findings, gaps } = await found(ONLY_OLD)
    expect([findings, gaps]).toEqual([
      [],
      [expect.stringMatching(/ was lost, and cannot vouch for the one that signs after \d+ events, /)],
    ])
    expect(gaps[0]).toContain(`${next.verifierKey}: compare that with what others have, and give it as --key`)
    // remembered from the last time
    expect((await found({ keys: [old.verifierKey] })).gaps).toEqual(gaps)
  })

  test('cannot be proved by a checkpoint, or imported, with only the old key', async () => {
    const where = { url: changed.database.url }
    const key = [old.verifierKey]
    const why = / was lost, and cannot vouch for /
    const since = [fileOf(changed.notes.old)]
    await expect(ask(where, 'checkpoint', { key, since })).rejects.toThrow(why)
    expect((await ask(where, 'checkpoint', { key: [next.verifierKey], since })).code).toBe(0)
    const { code, json } = await ask(where, 'watch', {
      key,
      once: true,
      every: '1s',
      staleAfter: '1m',
      remember: false,
    })
    expect([code === 0, json]).toEqual([false, expect.stringMatching(why)])
    expect(json).not.toMatch(/"kind":"verified"/)
    const folder = join(FOLDER, 'lost')
    await ask(where, 'export', { format: 'jsonl', output: folder })
    const { report } = await verifyExport({ folder, kept: ONLY_OLD })
    expect(report.gaps).toEqual([{ what: expect.stringMatching(why), number: expect.any(Number) }])
  })

  test('is clean for somebody with the new key, with checkpoints of both', async () => {
    const { notes } = changed
    const checkpoints = Object.entries(notes).map(([name, note]) => ({ name, note }))
    const both = { onlyKeys: true, keys: [old.verifierKey, next.verifierKey] }
    for (const kept of [ONLY_NEW, both, {}]) expect(await found({ ...kept, checkpoints })).toMatchObject(NOTHING)
  })

  test('is not accepted with a key that it never had', async () => {
    const stranger = new NoteSigner(ORIGIN, newKey()).verifierKey
    expect(new Set(await codes({ onlyKeys: true, keys: [stranger] }))).toEqual(new Set(['checkpoint_invalid']))
  })
})

describe('a log whose key was stolen', () => {
  aLogWith((signed) => ({ LOG_KEY_CHANGE_REASON: 'compromised', LOG_KEY_TRUSTED_TO: signed - 3 }))

  test('is not clean for somebody with only the old key', async () => {
    const { findings, gaps } = await found(ONLY_OLD)
    expect([findings, gaps]).toEqual([[], [expect.stringMatching(/ was known to somebody else, and cannot vouch /)]])
  })

  test('is clean with the new key, and a checkpoint of the old one counts as far as it is said to', async () => {
    const { notes, signed } = changed
    expect(await found(ONLY_NEW)).toMatchObject(NOTHING)
    const { findings, gaps } = await found({ ...ONLY_NEW, checkpoints: [{ name: 'mine', note: notes.old }] })
    expect([findings, gaps]).toEqual([
      [],
      [expect.stringMatching(/^mine proves nothing: .* counts up to \d+ events alone$/)],
    ])
    // of another history: nothing is said about what the thief may have signed
    const thief = { name: 'thief', note: forged(old, notes.next, signed) }
    expect((await found({ ...ONLY_NEW, checkpoints: [thief] })).findings).toEqual([])
    const early = { name: 'early', note: forged(old, notes.next, signed - 3) }
    expect(await codes({ ...ONLY_NEW, checkpoints: [early] })).toEqual(['signed_root_mismatch'])
  })
})
