// Exports of the ledger, and every command that reads one instead of a database.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditedStore } from '#services/auditor/event-store/log.ts'
import { TABLES } from '#services/auditor/exports/formats/tables.ts'
import { type Manifest, textOfManifest } from '#services/auditor/exports/manifest.ts'
import { csvLine } from '#services/csv/csv.ts'
import { sha256 } from '#services/event-store/event-hash.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { newKey } from '#services/notary/testing/notary.ts'
import { foundIn } from '../corpus/impossible.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type Asked, ask, type Options } from './asking.ts'
import { ledger } from './ledger-command.ts'
import { openSignedLog, type SignedLog } from './signed-log.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'fairbook-exports-'))
const CORPUS = join(import.meta.dirname, '../corpus')
const NOWHERE = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' }

let signed: SignedLog
/** A jsonl export of the ledger. */
let whole: string
beforeAll(async () => {
  signed = await openSignedLog()
  whole = join(FOLDER, 'whole')
  expect((await exported({ output: whole })).text).toMatch(/the log was signed to their end\. /)
  const { findings } = jsonOf<{ findings: Found[] }>(await verified(whole))
  before = new Set(findings.map(({ code, subject }) => `${code} ${subject}`))
})
afterAll(async () => {
  await signed.close()
  rmSync(FOLDER, { recursive: true, force: true })
})

const exported = (options: Options) => ask({ url: signed.database.url }, 'export', { format: 'jsonl', ...options })
const jsonOf = <T = Record<string, unknown>>({ json }: Asked) => JSON.parse(json) as T
const text = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')
const manifestOf = (folder: string) => JSON.parse(text(folder, 'manifest.json')) as Manifest
const linesOf = (folder: string) => text(folder, 'events.jsonl').trimEnd().split('\n')
const sizeOf = (note: string) => Number(note.split('\n', 2)[1])
let copies = 0
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** A copy of the export with these lines; its manifest is updated to match unless `seal` is false. */
function altered(change: (lines: string[]) => string, seal = true): string {
  const folder = join(FOLDER, `altered-${++copies}`)
  spawnSync('cp', ['-r', whole, folder])
  const file = change(linesOf(whole))
  writeFileSync(join(folder, 'events.jsonl'), file)
  const manifest = manifestOf(folder)
  const [events] = manifest.files
  const files = [{ ...events!, bytes: Buffer.byteLength(file), sha256: sha256(file) }]
  if (seal) writeFileSync(join(folder, 'manifest.json'), textOfManifest({ ...manifest, files }))
  return folder
}
const joined = (lines: readonly string[]) => `${lines.join('\n')}\n`

type Found = { code: string; number: number | null; position: string | null; subject: string }
const verified = (folder: string, options: Options = {}) => ask({ folder }, 'verify', options)
/** Findings caused by the scenario, which its database has as well. */
let before: Set<string>
const findingsIn = async (folder: string): Promise<Found[]> => {
  const { findings } = jsonOf<{ findings: Found[] }>(await verified(folder))
  return findings.filter(({ code, subject }) => !before.has(`${code} ${subject}`))
}

describe('a jsonl export', () => {
  test('is for its owner only, and says what it is made of', async () => {
    expect(readdirSync(whole).toSorted()).toEqual(['events.jsonl', 'manifest.json'])
    expect(statSync(whole).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(whole)) expect(statSync(join(whole, name)).mode & 0o777).toBe(0o600)
    const manifest = manifestOf(whole)
    const { tree } = jsonOf<{ tree: object }>(await ask({ url: signed.database.url }, 'verify', { remember: false }))
    expect(tree).toMatchObject({ ...manifest.tree, signed: signed.size })
    expect(manifest).toMatchObject({
      schema: 'fairbook-export/1',
      format: 'jsonl',
      counts: { events: signed.size },
      checkpoint: { size: signed.size, note: signed.newest.note },
      keys: [signed.newest.key],
      files: [{ name: 'events.jsonl', sha256: sha256(text(whole, 'events.jsonl')), rows: signed.size }],
    })
    const { rows } = await signed.owner.query<{ body: string }>('select body from log.events order by position')
    expect(linesOf(whole).map((line) => (JSON.parse(line) as { body: string }).body)).toEqual(
      rows.map(({ body }) => body),
    )
  })

  test('is the same, byte for byte, from an export of it and from another store', async () => {
    const again = join(FOLDER, 'again')
    await ask({ folder: whole }, 'export', { format: 'jsonl', output: again })
    const log = await PostgresLog.open({ url: signed.database.url })
    const store: AuditedStore = {
      async *readAll() {
        for await (const page of log.readAll(null))
          yield page.map((event) => ({ ...event, position: `${event.position}7` }))
      },
    }
    const elsewhere = join(FOLDER, 'elsewhere')
    await ask({ url: signed.database.url, store }, 'export', { format: 'jsonl', output: elsewhere })
    await log.close()
    for (const name of ['events.jsonl', 'manifest.json']) {
      expect(text(again, name)).toBe(text(whole, name))
      expect(text(elsewhere, name)).toBe(text(whole, name))
    }
  })

  test('up to a ledger number carries the newest checkpoint of so many events', async () => {
    const output = join(FOLDER, 'earlier')
    const { owner, earlier, size } = signed
    await owner.query('insert into app.log_checkpoint (size, note) values ($1, $2)', [
      sizeOf(earlier.note),
      earlier.note,
    ])
    try {
      const { text: said } = await exported({ output, to: String(size - 2) })
      expect(said).toContain(`signed up to ledger number ${sizeOf(earlier.note) - 1} of them, and nobody vouches yet`)
    } finally {
      await owner.query('delete from app.log_checkpoint where size = $1', [sizeOf(earlier.note)])
    }
    const { counts, checkpoint } = manifestOf(output)
    expect([counts.events, checkpoint?.note]).toEqual([size - 1, earlier.note])
    expect(await findingsIn(output)).toEqual([])
  })

  test('never looks complete before it is', async () => {
    const parent = mkdtempSync(join(FOLDER, 'parent-'))
    const output = join(parent, 'export')
    const log = await PostgresLog.open({ url: signed.database.url })
    let seen: string[] = []
    const breaking: AuditedStore = {
      async *readAll() {
        for await (const page of log.readAll(null, 200)) {
          yield page
          const [partial] = readdirSync(parent)
          seen = [partial!, ...readdirSync(join(parent, partial!))]
          throw new Error('the connection broke')
        }
      },
    }
    const broken = ask({ url: signed.database.url, store: breaking }, 'export', { format: 'jsonl', output })
    await expect(broken).rejects.toThrow('the connection broke')
    await log.close()
    expect(seen).toEqual([expect.stringMatching(/^\.export\.partial-/), 'events.jsonl'])
    expect(readdirSync(parent)).toEqual([])
  })

  test('replaces nothing, and begins with the first event', async () => {
    await expect(exported({ output: whole })).rejects.toThrow('the folder is not empty')
    await expect(exported({ output: join(FOLDER, 'no/such/folder') })).rejects.toThrow('there can be no export in')
    await expect(exported({ output: join(FOLDER, 'from'), from: '3' })).rejects.toThrow('begins with the first event')
    expect(existsSync(join(FOLDER, 'from'))).toBe(false)
    await expect(exported({ output: join(FOLDER, 'to'), to: '100000' })).rejects.toThrow(
      'the log ends at ledger number',
    )
    expect(existsSync(join(FOLDER, 'to'))).toBe(false)
  })
})

describe('read instead of a database', () => {
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

  type Question = readonly [name: string, options?: Options, argument?: string]
  type Stored = { stream: string; version: number; type: string; hash: string; body: string }
  const corpora = readdirSync(CORPUS, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  test.each(corpora.map(({ name }) => name))('every answer about %s is the same, byte for byte', async (name) => {
    const stored = JSON.parse(text(join(CORPUS, name), 'log.json')) as Stored[]
    await owner.query('truncate log.events')
    await owner.query(
      `insert into log.events (position, stream, version, type, hash, body, stored_at)
       select number, e.stream, e.version, e.type, decode(e.hash, 'hex'), e.body, (e.body::json #>> '{meta,recordedAt}')::timestamptz
       from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[]) with ordinality
         as e (stream, version, type, hash, body, number)`,
      [
        stored.map(({ stream }) => stream),
        stored.map(({ version }) => version),
        stored.map(({ type }) => type),
        stored.map(({ hash }) => hash),
        stored.map(({ body }) => body),
      ],
    )
    const folder = join(FOLDER, name)
    const findings = foundIn(name)
    const there = { url: database.url }
    await ask(there, 'export', { format: 'jsonl', output: folder })
    const account = stored.find(({ type }) => type === 'AccountOpened')!.stream.slice('account-'.length)
    const ofAll: readonly Question[] = [['replay'], ['exceptions'], ['trace', {}, `#${stored.length - 1}`]]
    const ofOne: readonly Question[] = [
      ['balances'],
      ['replay', { asOf: String(Math.floor(stored.length / 2)) }],
      ['trial-balance', { from: '3' }],
      ['statement', {}, account],
      ['conflicts', { all: true }],
    ]
    const questions = [...ofAll, ...(name.endsWith('first-events') ? ofOne : [])]
    for (const [command, options = {}, argument = null] of questions) {
      const [here, from] = [
        await ask({ folder }, command, options, argument),
        await ask(there, command, options, argument),
      ]
      // an export cannot know which messages of the provider are kept
      const said = JSON.parse(JSON.stringify(here).replaceAll('not here', 'not kept')) as typeof here
      expect(said, command).toEqual(from)
      // with a single admin there are conflicts
      if (command !== 'conflicts') expect(here.code, command).toBe(findings.length === 0 ? 0 : 1)
    }
    const report = jsonOf(await verified(folder))
    const result = findings.length === 0 ? 'clean' : 'findings'
    expect(report).toMatchObject({ result, findings, gaps: [], store: 'an export' })
  })

  test('checkpoints and receipts are those of the database', async () => {
    for (const [command, argument] of [
      ['checkpoint', null],
      ['prove', '300'],
    ] as const) {
      expect(await ask({ folder: whole }, command, {}, argument)).toEqual(
        await ask({ url: signed.database.url }, command, {}, argument),
      )
    }
  })

  test('without asking for a database', async () => {
    const { code, out, err } = await ledger(['balances', '--source', whole, '--json'], NOWHERE)
    expect(err).toBe('')
    expect(JSON.parse(out)).toMatchObject({ schema: 'fairbook-balances/1', eventsRead: signed.size, sumCents: 0 })
    expect(code).toBe((await ask({ url: signed.database.url }, 'balances')).code)
    const output = join(FOLDER, 'by-hand')
    const made = await ledger(['export', '--source', whole, '-o', output], NOWHERE)
    expect([made.err, text(output, 'events.jsonl')]).toEqual(['', text(whole, 'events.jsonl')])
    expect(made.out).toMatch(/^\d+ events with \d+ postings are in /)
  })
})

describe('an export that was changed', () => {
  const at = 40
  const changes: readonly [string, (lines: string[]) => string[], string][] = [
    ['a line less', (lines) => lines.toSpliced(at, 1), 'number_gap'],
    ['a line twice', (lines) => lines.toSpliced(at, 0, lines[at]!), 'number_order'],
    ['two lines swapped', (lines) => lines.toSpliced(at, 2, lines[at + 1]!, lines[at]!), 'number_gap'],
    [
      'an amount changed',
      (lines) =>
        lines.with(
          at,
          lines[at]!.replace(/([1-9])(?=[^0-9]*"\}$)/, (_, d: string) => `${(Number(d) % 9) + 1}`),
        ),
      'hash_mismatch',
    ],
    ['a tail cut off', (lines) => lines.slice(0, -3), 'log_cut'],
    ['a key twice', (lines) => lines.with(at, lines[at]!.replace('{', '{"number":7,')), 'export_line_malformed'],
    ['a space', (lines) => lines.with(at, lines[at]!.replace('{', '{ ')), 'export_line_malformed'],
    ['ends of lines of Windows', (lines) => lines.map((line) => `${line}\r`), 'export_line_malformed'],
    [
      'a line longer than any',
      (lines) => lines.with(at, `{"number":${'7'.repeat(5_000_000)}`),
      'export_line_malformed',
    ],
    ['an empty line', (lines) => lines.toSpliced(at, 0, ''), 'export_line_malformed'],
    ['something else in a line', (lines) => lines.with(at, '[1]'), 'export_line_malformed'],
    ['nothing in it', () => [], 'log_cut'],
  ]
  test.each(changes)('%s: found, and the line is named', async (_name, change, code) => {
    const lines = linesOf(whole)
    const folder = altered((all) => (change(all).length === 0 ? '' : joined(change(all))))
    const found = await findingsIn(folder)
    expect(found.map((one) => one.code)).toContain(code)
    const isTold = ({ position, subject }: Found) =>
      /^line (4\d|41)$/.test(position ?? '') || /line (1|4\d)$/.test(subject)
    if (code !== 'log_cut') expect(found.filter((one) => one.code === code).some(isTold)).toBe(true)
    expect(lines).toEqual(linesOf(whole))
    if (code === 'log_cut') expect(found.map((one) => one.code)).toContain('export_manifest_mismatch')
    expect((await verified(folder)).code).toBe(1)
  })

  test('has lines, and positions of no store', async () => {
    expect((await verified(whole)).text).toMatch(/range +ledger numbers 0 to \d+, line \d+, hash/)
    const text = (
      await verified(altered((lines) => joined(lines.with(at, lines[at]!.replace('"hash":"', '"hash":"0')))))
    ).text
    expect(text).not.toContain('position line')
  })

  test('if the manifest was not updated: every command says so', async () => {
    const folder = altered((lines) => joined(lines).slice(0, -1), false)
    const found = await findingsIn(folder)
    expect(found.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
      'export_file_mismatch events.jsonl bytes',
      'export_file_mismatch events.jsonl sha256',
      `export_line_malformed events.jsonl line ${signed.size}`,
    ])
    expect((await ask({ folder }, 'balances')).text).toContain('export_file_mismatch 2, export_line_malformed 1')
    expect(await ask({ folder }, 'checkpoint')).toMatchObject({ code: 1 })
  })

  test.each<[string, (manifest: Manifest) => unknown, string]>([
    [
      'another root',
      (manifest) => ({ ...manifest, tree: { ...manifest.tree, root: 'A'.repeat(43) } }),
      'manifest.json tree',
    ],
    ['another log', (manifest) => ({ ...manifest, log: 'f'.repeat(32) }), 'manifest.json log'],
    ['more events', (manifest) => ({ ...manifest, counts: { ...manifest.counts, events: 7 } }), 'manifest.json counts'],
    [
      'another file',
      (manifest) => ({ ...manifest, files: [{ ...manifest.files[0]!, name: 'other.jsonl' }] }),
      'manifest.json files',
    ],
    ['no files', (manifest) => ({ ...manifest, files: [] }), 'manifest.json files'],
  ])('a manifest of %s: found', async (_name, change, subject) => {
    const folder = altered(joined)
    writeFileSync(join(folder, 'manifest.json'), textOfManifest(change(manifestOf(folder)) as Manifest))
    const found = await findingsIn(folder)
    expect(found).toContainEqual(expect.objectContaining({ code: 'export_manifest_mismatch', subject }))
  })

  test.each<[string, (manifest: string) => string | null, RegExp]>([
    ['a path for a name', (manifest) => manifest.replace('events.jsonl', '../events.jsonl'), /is not a manifest/],
    ['a name from the root', (manifest) => manifest.replace('events.jsonl', '/etc/passwd'), /is not a manifest/],
    ['a later schema', (manifest) => manifest.replace('export/1', 'export/2'), /of schema "fairbook-export\/2"/],
    ['half of it', (manifest) => manifest.slice(0, 100), /is not a manifest/],
    ['more than it has', (manifest) => manifest.replace('{', '{"more": 1,'), /is not a manifest/],
    ['no manifest', () => null, /is not a whole export: it has no manifest.json/],
  ])('%s: nothing is read', async (_name, change, why) => {
    const folder = altered(joined)
    const manifest = change(text(folder, 'manifest.json'))
    const path = join(folder, 'manifest.json')
    if (manifest === null) rmSync(path)
    else writeFileSync(path, manifest)
    await expect(verified(folder)).rejects.toThrow(why)
    await expect(verified(folder)).rejects.toMatchObject({ name: 'Incomplete' })
  })

  test('a duplicate key in its manifest, or another notation: found', async () => {
    const folder = altered(joined)
    const manifest = text(folder, 'manifest.json')
    for (const other of [
      manifest.replace('{', '{\n  "log": "none",'),
      manifest.replaceAll('\n', '\r\n'),
      ` ${manifest}`,
    ]) {
      writeFileSync(join(folder, 'manifest.json'), other)
      expect(await findingsIn(folder)).toContainEqual(
        expect.objectContaining({ code: 'export_manifest_mismatch', subject: 'manifest.json' }),
      )
    }
  })

  test('an unsigned manifest: every change is found, except in what is said not to be covered', async () => {
    const lines = text(whole, 'manifest.json').split('\n')
    const clean = jsonOf<{ notCovered: { what: string[] }[] }>(await verified(whole))
    const isSaid = (line: string) => /^ {2}"tool"/.test(line)
    expect(clean.notCovered.flatMap(({ what }) => what)).toContain('manifest.json tool')
    let changed = 0
    for (const [at, line] of lines.entries()) {
      const last = line.search(/[0-9A-Za-z](?=[^0-9A-Za-z]*$)/)
      if (last === -1) continue
      const other = line[last] === '1' ? '2' : '1'
      const folder = altered(joined)
      const file = lines.with(at, line.slice(0, last) + other + line.slice(last + 1)).join('\n')
      writeFileSync(join(folder, 'manifest.json'), file)
      // what is not a manifest any more is not an export
      const found = await findingsIn(folder).catch(({ name }: Error) => [name])
      expect([line, found.length > 0]).toEqual([line, !isSaid(line)])
      changed += 1
    }
    expect(changed).toBeGreaterThan(20)
    // nor can a key that signed nothing be replaced unnoticed: its id is derived from it
    const { keys, ...rest } = manifestOf(whole)
    const folder = altered(joined)
    writeFileSync(
      join(folder, 'manifest.json'),
      textOfManifest({ ...rest, keys: [keys[0]!.replace('+A', '+B'), ...keys] }),
    )
    expect(await findingsIn(folder)).toMatchObject([{ code: 'log_key_invalid' }])
  })

  test('a pipe, a link or a folder in place of a file: nothing is read', async () => {
    for (const make of [
      (path: string) => spawnSync('mkfifo', [path]),
      (path: string) => spawnSync('ln', ['-s', join(whole, 'events.jsonl'), path]),
      (path: string) => spawnSync('mkdir', [path]),
    ]) {
      const folder = altered(joined)
      const path = join(folder, 'events.jsonl')
      rmSync(path)
      make(path)
      await expect(verified(folder)).rejects.toThrow(/events.jsonl cannot be read/)
    }
  })

  test('a checkpoint by another key proves nothing to somebody with the right one', async () => {
    const other = 'fairbook.example/log+7b5e6f3c+AXxDrCqXsz6tHhcyWm4pi+UAFxy0FwfNmFQ1MJHOSQTJ'
    await expect(verified(whole, { key: [other] })).rejects.toThrow('is not a verifier key')
    expect((await verified(whole, { key: [signed.newest.key] })).json).not.toContain('checkpoint_invalid')
    const manifest = manifestOf(whole)
    const folder = altered(joined)
    const note = signed.newest.note.replace(/^(.*)\n\d+\n/, '$1\n7\n')
    writeFileSync(join(folder, 'manifest.json'), textOfManifest({ ...manifest, checkpoint: { size: 7, note } }))
    expect(await findingsIn(folder)).toContainEqual(expect.objectContaining({ code: 'checkpoint_invalid' }))
  })
})

describe('a manifest that was signed', () => {
  test('by a key of the auditor, as a note that others can check', async () => {
    const pem = join(FOLDER, 'auditor.pem')
    writeFileSync(pem, newKey())
    const output = join(FOLDER, 'vouched')
    await expect(exported({ output, signWith: pem })).rejects.toThrow('--sign-as is needed')
    const { manifestSignedBy: key } = jsonOf<{ manifestSignedBy: string }>(
      await exported({ output, signWith: pem, signAs: 'auditor.example' }),
    )
    expect(text(output, 'manifest.note')).toBe(
      `fairbook-export/1\nmanifest.json sha256 ${sha256(text(output, 'manifest.json'))}\n\n${text(output, 'manifest.note').split('\n\n')[1]}`,
    )
    const keys = [key, signed.newest.key]
    expect((await verified(output, { key: keys })).json).not.toContain('export_signature_invalid')
    const other = text(output, 'manifest.json').replace('"tool": "', '"tool": "9')
    writeFileSync(join(output, 'manifest.json'), other)
    const { json } = await verified(output, { key: keys })
    expect(json).toMatch(/export_signature_invalid[^}]+it is of another manifest/s)
    writeFileSync(join(output, 'manifest.note'), text(output, 'manifest.note').replace(/sha256 ./, 'sha256 x'))
    expect((await verified(output, { key: keys })).json).toMatch(/export_signature_invalid[^}]+is wrong/s)
  })
})

describe('tables', () => {
  test('have every event and every posting, in the columns that the manifest explains', async () => {
    const output = join(FOLDER, 'tables')
    await exported({ format: 'csv', output })
    const manifest = manifestOf(output)
    for (const { name, rows, columns, sha256: digest } of manifest.files) {
      const file = text(output, name)
      expect(digest).toBe(sha256(file))
      const [titles, ...lines] = file.slice(1).trimEnd().split('\r\n')
      expect(titles).toBe(columns!.map((column) => column.name).join(','))
      expect(lines).toHaveLength(rows)
    }
    const [postings] = manifest.files.filter(({ name }) => name === 'postings.csv')
    expect(postings!.rows).toBe(manifest.counts.postings)
    const held = new Map<string, number>()
    for (const line of text(output, 'postings.csv').trimEnd().split('\r\n').slice(1)) {
      const [from, , to, , cents] = line.split(',').slice(5)
      held.set(from!, (held.get(from!) ?? 0) - Number(cents))
      held.set(to!, (held.get(to!) ?? 0) + Number(cents))
    }
    const { balances } = jsonOf<{ balances: { account: string; cents: number }[] }>(
      await ask({ url: signed.database.url }, 'balances'),
    )
    for (const { account, cents } of balances) expect(held.get(account) ?? 0, account).toBe(cents)
  })

  test('are the same in Parquet as in csv, cell by cell', async () => {
    const output = join(FOLDER, 'parquet')
    await exported({ format: 'parquet', output })
    for (const { name, rows, columns, sha256: digest } of manifestOf(output).files) {
      const bytes = readFileSync(join(output, name))
      expect(digest).toBe(createHash('sha256').update(bytes).digest('hex'))
      const read = await parquetReadObjects({ file: new Uint8Array(bytes).buffer })
      expect(read).toHaveLength(rows)
      const written = (cell: unknown) =>
        cell instanceof Date ? cell.toISOString() : cell == null ? null : String(cell)
      const lines = read.map((row) => csvLine(columns!.map((column) => written(row[column.name]))))
      const inCsv = text(join(FOLDER, 'tables'), name.replace('parquet', 'csv'))
      const head = csvLine(columns!.map((column) => column.name))
      expect(`\uFEFF${head}${lines.join('')}`).toBe(inCsv)
    }
  })

  test('of a period have that alone', async () => {
    const output = join(FOLDER, 'period')
    await exported({ format: 'csv', output, from: '100', to: '199' })
    expect(manifestOf(output)).toMatchObject({
      range: { first: { number: 100 }, last: { number: 199 } },
      counts: { events: 100 },
      tree: { size: 200 },
    })
    await expect(verified(output)).rejects.toThrow('is an export as csv')
  })

  test('have cells for what cannot be read', () => {
    const row = {
      number: 1,
      position: '2',
      stream: '=cmd',
      version: 0,
      type: 'x',
      id: null,
      hash: 'h',
      body: '{',
      storedAt: null,
    }
    for (const { columns, rowsOf } of TABLES) {
      for (const cells of rowsOf({ row, body: null, postings: [] })) expect(cells).toHaveLength(columns.length)
    }
  })
})

describe('ledger backup verify of tables and books', () => {
  const checked = (folder: string, options: Options = {}) => ask({ folder }, 'backup', options, folder)
  let pem: string
  let key: string
  /** Signed by somebody's own key. */
  const made = new Map<string, string>()
  beforeAll(async () => {
    pem = join(FOLDER, 'own.pem')
    writeFileSync(pem, newKey())
    for (const format of ['csv', 'parquet', 'beancount']) {
      const output = join(FOLDER, `own-${format}`)
      const answer = await exported({ format, output, signWith: pem, signAs: 'auditor.example' })
      key = jsonOf<{ manifestSignedBy: string }>(answer).manifestSignedBy
      expect(answer.text).not.toContain('nobody signed')
      made.set(format, output)
    }
  })
  const copyOf = (format: string): string => {
    const folder = join(FOLDER, `${format}-${++copies}`)
    spawnSync('cp', ['-r', made.get(format)!, folder])
    return folder
  }
  const codesIn = (answer: Asked) => jsonOf<{ findings: Found[] }>(answer).findings.map(({ code }) => code)

  test.each(['csv', 'parquet', 'beancount'])('%s: is clean with the key that signed the manifest', async (format) => {
    const { code, out, err } = await ledger(['backup', 'verify', made.get(format)!, '--key', key], NOWHERE)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^Every file is what its manifest was made for, .+ auditor\.example vouches for it\. /)
    expect(jsonOf(await checked(made.get(format)!, { key: [key] }))).toMatchObject({
      ...{ schema: 'fairbook-backup/1', result: 'clean', checked: 'files', format },
      ...{ manifestSignedBy: ['auditor.example'], findings: [], gaps: [] },
    })
  })

  test.each(['csv', 'parquet', 'beancount'])('%s: a changed file is found', async (format) => {
    const folder = copyOf(format)
    const { name } = manifestOf(folder).files.at(-1)!
    const bytes = readFileSync(join(folder, name))
    bytes[bytes.length - 3]! ^= 1
    writeFileSync(join(folder, name), bytes)
    const answer = await checked(folder, { key: [key] })
    expect([answer.code, codesIn(answer)]).toEqual([1, ['export_file_mismatch']])
    expect(answer.text).toContain(`export_file_mismatch: ${name} sha256`)
    // and so is a manifest that was updated to match
    const manifest = manifestOf(folder)
    const files = manifest.files.map((file) => (file.name === name ? { ...file, sha256: digestOf(bytes) } : file))
    writeFileSync(join(folder, 'manifest.json'), textOfManifest({ ...manifest, files }))
    const fitted = await checked(folder, { key: [key] })
    expect([fitted.code, codesIn(fitted)]).toEqual([1, ['export_signature_invalid']])
    rmSync(join(folder, 'manifest.note'))
    expect(await checked(folder, { key: [key] })).toMatchObject({ code: 3 })
  })

  test('is incomplete if nobody signed the manifest, or nobody whose key was given, and the export says so', async () => {
    const output = join(FOLDER, 'unsigned')
    const { text: said } = await exported({ format: 'csv', output })
    expect(said).toContain('that these files are made of them nobody signed, which --sign-with does.')
    const { code, text: answer } = await checked(output, { key: [key] })
    expect([code, answer]).toEqual([3, expect.stringContaining('nobody signed manifest.json')])
    for (const options of [{}, { key: [signed.newest.key] }]) {
      const other = await checked(made.get('csv')!, options)
      expect([other.code, other.text]).toEqual([3, expect.stringContaining('is signed by no key that was given')])
    }
  })

  test('finds another spelling, a file less, and a checkpoint that signs something else', async () => {
    const note = (change: (manifest: Manifest) => Manifest) => {
      const folder = copyOf('csv')
      writeFileSync(join(folder, 'manifest.json'), textOfManifest(change(manifestOf(folder))))
      return checked(folder, { key: [key] }).then(codesIn)
    }
    expect(await note((one) => ({ ...one, files: one.files.slice(1) }))).toContain('export_manifest_mismatch')
    expect(await note((one) => ({ ...one, tree: { ...one.tree, root: `${'A'.repeat(43)}=` } }))).toContain(
      'signed_root_mismatch',
    )
    expect(await note((one) => ({ ...one, tree: { ...one.tree, size: 7 } }))).toContain('log_cut')
    expect(
      await note((one) => ({
        ...one,
        checkpoint: { ...one.checkpoint!, note: one.checkpoint!.note.replace(/\n(\d)/, '\n1$1') },
      })),
    ).toContain('checkpoint_invalid')
    const folder = copyOf('csv')
    writeFileSync(join(folder, 'manifest.json'), ` ${text(folder, 'manifest.json')}`)
    expect(await checked(folder, { key: [key] }).then(codesIn)).toContain('export_manifest_mismatch')
    rmSync(join(folder, 'events.csv'))
    await expect(checked(folder, { key: [key] })).rejects.toThrow(/events.csv cannot be read/)
  })

  test('compares a kept checkpoint with the root that it states', async () => {
    const file = (name: string, note: string) => {
      writeFileSync(join(FOLDER, name), note)
      return [join(FOLDER, name)]
    }
    const keys = [key, signed.newest.key]
    const folder = made.get('csv')!
    const newest = file('newest.txt', signed.newest.note)
    expect(await checked(folder, { key: keys, checkpoint: newest })).toMatchObject({ code: 0 })
    const earlier = await checked(folder, { key: keys, checkpoint: file('earlier.txt', signed.earlier.note) })
    expect([earlier.code, earlier.text]).toEqual([
      3,
      expect.stringContaining('only one as jsonl can be compared with it'),
    ])
    const part = join(FOLDER, 'part')
    await exported({ format: 'csv', output: part, to: '99', signWith: pem, signAs: 'auditor.example' })
    expect(codesIn(await checked(part, { key: keys, checkpoint: newest }))).toEqual(['log_cut'])
  })

  test.each(['csv', 'parquet', 'beancount'])(
    '%s: made again from the events, it is the same byte for byte',
    async (format) => {
      const again = join(FOLDER, `again-${format}`)
      await ask({ folder: whole }, 'export', { format, output: again })
      for (const { name } of manifestOf(again).files)
        expect(readFileSync(join(again, name)).equals(readFileSync(join(made.get(format)!, name))), name).toBe(true)
      expect(manifestOf(again)).toEqual(manifestOf(made.get(format)!))
    },
  )
})

describe('a book for Beancount', () => {
  let file: string
  beforeAll(async () => {
    const output = join(FOLDER, 'book')
    await exported({ format: 'beancount', output })
    file = join(output, 'ledger.beancount')
  })

  test('has accounts that are opened, transactions that sum to zero, and the balances of the ledger', async () => {
    const opened = new Set<string>()
    const held = new Map<string, number>()
    const asserted = new Map<string, number>()
    let sum = 0
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [, account] = /^1970-01-01 open (\S+) EUR$/.exec(line) ?? []
      if (account !== undefined) opened.add(account)
      const [, name, amount] = /^ {2}([A-Z]\S+) {2}(-?\d+\.\d\d) EUR$/.exec(line) ?? []
      if (name !== undefined) {
        const cents = Math.round(Number(amount) * 100)
        expect(opened).toContain(name)
        held.set(name, (held.get(name) ?? 0) + cents)
        sum += cents
      }
      if (line === '') expect(sum).toBe(0)
      const [, of, balance] = /^\d{4}-\d\d-\d\d balance (\S+) {2}(-?\d+\.\d\d) ~ 0\.00 EUR$/.exec(line) ?? []
      if (of !== undefined) asserted.set(of, Math.round(Number(balance) * 100))
    }
    for (const name of opened) expect(name).toMatch(/^(Assets|Liabilities|Equity)(:[A-Z][A-Za-z0-9-]*)+$/)
    expect(asserted).toEqual(new Map([...held].toSorted(([a], [b]) => (a < b ? -1 : 1))))
    expect(opened.size).toBeGreaterThan(10)
    const { totals } = jsonOf<{ totals: Record<string, number> }>(await ask({ url: signed.database.url }, 'balances'))
    expect(held.get('Equity:Treasury')).toBe(totals.treasury)
    const stakes = [...held].filter(([name]) => name.endsWith(':Stakes')).reduce((all, [, cents]) => all + cents, 0)
    expect(stakes).toBe(totals.bet)
  })

  const CHECK = spawnSync('bean-check', ['--help']).error === undefined
  test.skipIf(!CHECK)(`is accepted by bean-check${CHECK ? '' : ' (not on this machine)'}`, () => {
    const { status, stderr } = spawnSync('bean-check', [file])
    expect([status, String(stderr)]).toEqual([0, ''])
    const wrong = join(FOLDER, 'wrong.beancount')
    const text = readFileSync(file, 'utf8')
    const cent = text.replace(
      /(balance \S+ +-?\d+\.\d)(\d)/,
      (_, kept: string, last: string) => `${kept}${(Number(last) + 1) % 10}`,
    )
    expect(cent).not.toBe(text)
    writeFileSync(wrong, cent)
    expect(spawnSync('bean-check', [wrong]).status).toBe(1)
  })
})
