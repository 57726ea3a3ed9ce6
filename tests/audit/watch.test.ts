// `ledger watch` beside a product that runs, and beside somebody who changes what was signed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { randomScenario } from '#projections/testing/scenario.ts'
import { LogWriter } from '#projections/testing/write-log.ts'
import { stageForBetting } from '#services/api/testing/betting.ts'
import type { Answer, LedgerPlace } from '#services/auditor/commands/command.ts'
import { NoConnection } from '#services/auditor/failures.ts'
import type { FindingCode } from '#services/auditor/findings/finding-codes.ts'
import { remember } from '#services/auditor/proofs/kept.ts'
import { answerWatch } from '#services/auditor/watch/watch-command.ts'
import { recordRestore } from '#services/backup/restore/record-restore.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import type { KeySettings } from '#services/notary/log-key.ts'
import type { Notary } from '#services/notary/notary.ts'
import { newKey, ORIGIN, startTestNotary } from '#services/notary/testing/notary.ts'
import { checkpointText } from '#services/transparency/checkpoint.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { treeOf } from '#services/transparency/tree-of.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { ledger, startLedger } from './ledger-command.ts'
import { isOfTheProduct } from './scenarios.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'fairbook-watch-'))
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))
const newFolder = () => mkdtempSync(join(FOLDER, 'evidence-'))

type Line = { readonly kind: string; readonly code?: string; readonly size?: number } & Readonly<
  Record<string, unknown>
>
type Options = Readonly<Record<string, string | boolean | readonly string[]>>

/** No event of these tests is older. */
const BEGUN = Date.now()
/** For a single condition, and for a test with several of them and its own processes, on a busy machine. */
const PATIENTLY = { timeout: 60_000 }
const TESTS = { timeout: 240_000 }

const DEFAULTS = { every: '50ms', staleAfter: '1m', remember: false } as const

const answered = (where: LedgerPlace, options: Options, signal: AbortSignal): Promise<Answer> =>
  answerWatch({
    argument: null,
    options: { ...DEFAULTS, evidence: FOLDER, ...options },
    signal,
    openLedger: async () => ({ ...where, signal }),
  })

/** A watch that runs until the test is over. */
function watch(where: LedgerPlace, options: Options = {}) {
  const lines: Line[] = []
  const stopping = new AbortController()
  const ended = (async () => {
    const answer = await answered(where, options, stopping.signal)
    for await (const piece of answer.json()) lines.push(JSON.parse(piece) as Line)
  })()
  ended.catch(() => undefined)
  onTestFinished(async () => {
    stopping.abort(new Error('over'))
    // ended only because it was asked to
    await expect(ended).rejects.toThrow('over')
  })
  const found = (code: string) => lines.filter((line) => line.code === code)
  const verified = () => lines.findLast(({ kind }) => kind === 'verified')?.size ?? 0
  return {
    lines,
    found,
    verified,
    untilVerified: (size: number) => expect.poll(verified, PATIENTLY).toBeGreaterThanOrEqual(size),
    untilFound: (code: string, what: object = {}) =>
      expect.poll(() => found(code), PATIENTLY).toEqual(expect.arrayContaining([expect.objectContaining(what)])),
    /** The files of evidence. */
    async kept(): Promise<string[]> {
      const files = () => lines.find(({ kind }) => kind === 'kept')?.files
      await expect.poll(files, PATIENTLY).toBeDefined()
      return files() as string[]
    },
    /** Findings that are not explained by the made-up history. */
    findings: () =>
      lines.filter(
        ({ kind, code, at }) =>
          kind === 'finding' && isOfTheProduct(code as FindingCode, BEGUN, Date.parse(at as string)),
      ),
  }
}

/** A watch that ends by itself. */
async function watched(where: LedgerPlace, options: Options) {
  const { signal } = new AbortController()
  const answer = await answered(where, options, signal)
  const lines = (await Array.fromAsync(answer.json())).map((piece) => JSON.parse(piece) as Line)
  return { lines, code: answer.exitCode }
}

describe('of a product that runs', TESTS, () => {
  const stage = stageForBetting()
  const key = newKey()
  let inForce = key
  let notary: Notary
  let where: LedgerPlace
  beforeAll(() => {
    const { url } = stage.product.database
    notary = startTestNotary(stage.product.store, url, { LOG_SIGNING_KEY: key })
    where = { url }
  })
  afterAll(() => notary.stop())

  const address = () => `${stage.product.origin}/api/log`
  const keyOf = async () => (await (await fetch(`${address()}/key`)).text()).split('\n')[0]!
  /** Somebody signs up and is funded; returns the number of events after that. */
  const grow = async () => {
    await stage.aBettor(100)
    return (await stage.product.events()).length
  }
  const untilSigned = (size: number) =>
    expect
      .poll(async () => Number((await (await fetch(`${address()}/checkpoint`)).text()).split('\n')[1]), PATIENTLY)
      .toBeGreaterThanOrEqual(size)

  /** Another key signs from here on; returns its verifier key. */
  const changeTo = async (pem: string, how: Partial<KeySettings>) => {
    await notary.stop()
    const LOG_KEY_CHANGED = new NoteSigner(ORIGIN, pem).verifierKey
    const settings = { LOG_SIGNING_KEY: pem, LOG_KEY_CHANGED, ...how }
    notary = startTestNotary(stage.product.store, stage.product.database.url, settings)
    await untilSigned(await grow())
    inForce = pem
    return LOG_KEY_CHANGED
  }

  test('what is appended is verified as it arrives, from the database and from outside', async () => {
    await untilSigned(await grow())
    const key = [await keyOf()]
    const [inside, outside] = [watch(where, { key }), watch(where, { url: address(), key })]
    for (let round = 0; round < 3; round++) {
      const size = await grow()
      await inside.untilVerified(size)
      await outside.untilVerified(size)
    }
    expect([inside.findings(), outside.findings()]).toEqual([[], []])
    for (const { lines } of [inside, outside]) {
      expect(lines[0]).toMatchObject({ schema: 'fairbook-watch/1', kind: 'begun' })
      const sizes = lines.flatMap(({ kind, size }) => (kind === 'verified' ? [size] : []))
      expect([sizes.length > 1, sizes]).toEqual([true, [...new Set(sizes)].sort((one, other) => one! - other!)])
    }
  })

  test('once: 0, with what it came to', async () => {
    await untilSigned(await grow())
    const key = [await keyOf()]
    for (const from of [{}, { url: address() }]) {
      const { code, lines } = await watched(where, { ...from, key, once: true })
      expect([code, lines.map(({ kind }) => kind)]).toEqual([0, ['begun', 'verified', 'ended']])
      expect(lines.at(-1)).toMatchObject({ result: 'clean', sentence: expect.stringMatching(/^Nothing was found: /) })
    }
  })

  test('what it verified is remembered, and compared with the log by the next call', async () => {
    await untilSigned(await grow())
    const key = await keyOf()
    const state = newFolder()
    const args = ['watch', '--once', '--json', '--url', address(), '--key', key]
    const first = await ledger(args, { XDG_STATE_HOME: state })
    expect([first.code, first.err]).toEqual([0, ''])
    const second = await ledger(args, { XDG_STATE_HOME: state })
    expect(second.out).toContain('against the checkpoint of the last call')
    expect(second.code).toBe(0)
  })

  test('what the last call remembered of a key that is not given is not used', async () => {
    await untilSigned(await grow())
    const key = await keyOf()
    const stranger = new NoteSigner(key.split('+')[0]!, newKey())
    const note = stranger.sign(checkpointText({ origin: stranger.name, size: 3, root: Buffer.alloc(32, 1) }))
    const { XDG_STATE_HOME } = process.env
    process.env.XDG_STATE_HOME = newFolder()
    onTestFinished(() => {
      if (XDG_STATE_HOME === undefined) delete process.env.XDG_STATE_HOME
      else process.env.XDG_STATE_HOME = XDG_STATE_HOME
    })
    const options = { remember: true, once: true }
    for (const [from, name] of [
      [{}, stage.product.store.logId],
      [{ url: address() }, stranger.name],
    ] as const) {
      remember(name, { note, key: stranger.verifierKey })
      const { code, lines } = await watched(where, { ...from, ...options, key: [key] })
      const saidOf = (kind: string) => lines.filter((line) => line.kind === kind)
      expect([code, saidOf('finding')]).toEqual([3, []])
      expect(saidOf('gap')).toEqual([
        expect.objectContaining({ what: expect.stringMatching(/last call is signed by .+, to which no key that was/) }),
      ])
      expect(saidOf('verified')).toHaveLength(1)
    }
    // without a given key, it is what was accepted before
    remember(stage.product.store.logId, { note, key: stranger.verifierKey })
    const { code, lines } = await watched(where, options)
    expect(code).toBe(1)
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'finding', code: 'checkpoint_forked' }))
  })

  test('interrupted: 130, with what it had said', async () => {
    await untilSigned(await grow())
    const file = join(newFolder(), 'watch.jsonl')
    const { url } = stage.product.database
    const { ended, kill } = startLedger(['watch', '--json', '-o', file], { DATABASE_URL: url })
    await expect.poll(() => read(file), PATIENTLY).toContain('"kind":"verified"')
    kill('SIGINT')
    expect(await ended).toEqual({ code: 130, out: '', err: '' })
  })

  test('a lost connection is reported, and what came meanwhile is verified', async () => {
    const inside = watch(where)
    await inside.untilVerified(1)
    const owner = await connected(stage.product.database.ownerUrl)
    const { rowCount } = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'fairbook ledger'`,
    )
    expect(rowCount).toBeGreaterThan(0)
    const size = await grow()
    await inside.untilVerified(size)
    const kinds = inside.lines.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'lost' || kind === 'back')).toEqual(['lost', 'back'])
    expect(inside.findings()).toEqual([])
  })

  test('from outside, a kept checkpoint of another history is a fork, and both are kept', async () => {
    await untilSigned(await grow())
    const key = await keyOf()
    const other = new NoteSigner(key.split('+')[0]!, newKey())
    const kept = other.sign(checkpointText({ origin: other.name, size: 3, root: Buffer.alloc(32, 1) }))
    const evidence = newFolder()
    const file = join(evidence, 'mine.txt')
    writeFileSync(file, kept)
    const options = { url: address(), key: [key, other.verifierKey], checkpoint: [file], evidence, once: true }
    const { code, lines } = await watched(where, options)
    expect(code).toBe(1)
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'finding', code: 'checkpoint_forked' }))
    const files = lines.find(({ kind }) => kind === 'kept')!.files as string[]
    expect(files.map(read)).toEqual([kept, expect.stringContaining(key.split('+')[0]!)])
  })

  test('a rotated key is followed with the old one, from inside and outside, and a lost one is not', async () => {
    await untilSigned(await grow())
    const old = [await keyOf()]
    const both = [watch(where, { key: old }), watch(where, { url: address(), key: old })]
    for (const one of both) await one.untilVerified(await grow())
    const next = await changeTo(newKey(), { LOG_KEY_CHANGE_REASON: 'rotated', LOG_SIGNING_KEY_OLD: key })
    for (const { untilVerified, lines, findings } of both) {
      await untilVerified(await grow())
      expect([lines.findLast(({ kind }) => kind === 'verified')?.key, findings()]).toEqual([next, []])
    }
    const last = await changeTo(newKey(), { LOG_KEY_CHANGE_REASON: 'lost' })
    const unjudged = { kind: 'gap', what: expect.stringContaining(`${last}: compare that with what others have`) }
    for (const { lines, findings } of both) {
      await expect.poll(() => lines, PATIENTLY).toContainEqual(expect.objectContaining(unjudged))
      expect([lines.findLast(({ kind }) => kind === 'verified')?.key, findings()]).toEqual([next, []])
    }
    for (const from of [{}, { url: address() }]) {
      expect((await watched(where, { ...from, key: old, once: true })).code).toBe(3)
      expect((await watched(where, { ...from, key: [last], once: true })).code).toBe(0)
    }
  })

  test('from outside, keys that cannot be read for now are waited for, and nothing is found meanwhile', async () => {
    const front = await startFront(address())
    const outside = watch(where, { url: front.address, key: [await keyOf()] })
    await outside.untilVerified(await grow())
    front.instead.set('/keys', { status: 503, body: '' })
    const next = await changeTo(newKey(), { LOG_KEY_CHANGE_REASON: 'rotated', LOG_SIGNING_KEY_OLD: inForce })
    await expect.poll(() => outside.lines, PATIENTLY).toContainEqual(expect.objectContaining({ kind: 'lost' }))
    const once = (url: string) => watched(where, { url, key: [next], once: true })
    await expect(once(front.address)).rejects.toThrow(NoConnection)
    front.instead.clear()
    await outside.untilVerified(await grow())
    expect([outside.lines.findLast(({ kind }) => kind === 'verified')?.key, outside.findings()]).toEqual([next, []])
    const silent = await startFront(address())
    silent.instead.set('/keys', { status: 404, body: '' })
    expect((await once(silent.address)).code).toBe(0)
  })

  test('from inside and outside checkpoints count as far as their keys do', async () => {
    const stolen = new NoteSigner(ORIGIN, inForce)
    const next = await changeTo(newKey(), { LOG_KEY_CHANGE_REASON: 'compromised', LOG_KEY_TRUSTED_TO: 2 })
    const [newest] = ((await (await fetch(`${address()}/keys`)).json()) as { keys: { key: string; after: number }[] })
      .keys
    expect(newest!.key).toBe(next)
    const front = await startFront(address())
    /** What is found and what is missing with this key, and a checkpoint of another history. */
    const judged = async (from: { url?: string }, key: string, by: NoteSigner, size: number) => {
      const evidence = newFolder()
      const file = join(evidence, 'kept.txt')
      writeFileSync(file, by.sign(checkpointText({ origin: ORIGIN, size, root: Buffer.alloc(32, 1) })))
      const options = { ...from, key: [key], checkpoint: [file], evidence, once: true }
      const { lines, code } = await watched(where, options)
      const codes = lines.flatMap(({ kind, code }) => (kind === 'finding' ? [code] : []))
      return [code, codes, lines.flatMap(({ kind, what }) => (kind === 'gap' ? [what] : []))]
    }
    const { after } = newest!
    const broken = expect.stringContaining(`${next}: compare that with what others have`)
    for (const from of [{}, { url: front.address }] as { url?: string }[]) {
      // what a thief may have signed says nothing; what nobody can have signed is found
      expect(await judged(from, next, stolen, after)).toEqual([3, [], [expect.stringMatching(/ proves nothing: /)]])
      expect(await judged(from, next, stolen, after + 1)).toEqual([1, ['checkpoint_key_mismatch'], []])
      const other = new NoteSigner(ORIGIN, inForce)
      expect(await judged(from, stolen.verifierKey, other, after + 1)).toEqual([3, [], [broken]])
      // another history signed by the key in force: inside, it is compared with the events as well
      const forked = ['signed_root_mismatch', 'checkpoint_forked'].slice(from.url === undefined ? 0 : 1)
      expect(await judged(from, next, other, after + 1)).toEqual([1, forked, []])
    }
    // a key that was never there does not count because the log names it after the one that signs
    const never = new NoteSigner(ORIGIN, newKey()).verifierKey
    const told = { key: never, after: 1e9, trustedTo: null, replaces: next, why: 'lost', endorsement: null }
    front.instead.set('/keys', { status: 200, body: JSON.stringify({ keys: [told] }) })
    const { code, lines } = await watched(where, { url: front.address, key: [never], once: true })
    expect([code, lines.map(({ kind }) => kind)]).toEqual([3, ['begun', 'gap', 'ended']])
  })

  test('a changed tile does not lead to a signed root', async () => {
    const outside = watch(where, { url: address(), key: [await keyOf()] })
    await outside.untilVerified(await grow())
    const owner = await connected(stage.product.database.ownerUrl)
    const changed = await owner.query(
      `update app.log_tile set hashes = set_byte(hashes, 5, (get_byte(hashes, 5) + 1) % 256) where level = 0 and index = 0`,
    )
    expect(changed.rowCount).toBe(1)
    const { code, lines } = await watched(where, { url: address(), key: [await keyOf()], once: true })
    expect([code, lines.map(({ code }) => code)]).toEqual([1, expect.arrayContaining(['tile_mismatch'])])
    await owner.query(
      `update app.log_tile set hashes = set_byte(hashes, 5, (get_byte(hashes, 5) + 255) % 256) where level = 0 and index = 0`,
    )
  })
})

/** A proxy in front of a log, which may answer in its place. */
async function startFront(address: string) {
  const instead = new Map<string, { readonly status: number; readonly body: string }>()
  const answer = async (path: string) => {
    const other = instead.get(path)
    if (other !== undefined) return { ...other, body: Buffer.from(other.body) }
    const response = await fetch(`${address}${path}`)
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
  }
  const server = createServer((asked, reply) => {
    answer(asked.url!).then(
      ({ status, body }) => reply.writeHead(status).end(body),
      () => reply.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, instead }
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

describe('of a log that somebody changes', TESTS, () => {
  const TABLES = ['log.events', 'app.log_tile', 'app.log_tree', 'app.log_checkpoint']
  const steps = randomScenario(21, 500)
  const settings = { LOG_SIGNING_KEY: newKey() }
  let database: TestDatabase
  let store: EventStore
  let notary: Notary
  let writer: LogWriter
  let where: LedgerPlace
  let owner: pg.Client

  beforeAll(async () => {
    database = await createTestDatabase()
    where = { url: database.url }
    store = await PostgresLog.open({ url: database.url })
    owner = new pg.Client(database.ownerUrl)
    await owner.connect()
    await owner.query('set session_replication_role = replica')
    notary = startTestNotary(store, database.url, settings)
    writer = new LogWriter(store)
    await write(320)
    expect(writer.events).toBeGreaterThan(300)
  })
  afterAll(async () => {
    await notary.stop()
    await owner.end()
    await store.close()
    await database.drop()
  })

  const write = async (count: number): Promise<number> => {
    for (const step of steps.splice(0, count)) await writer.write(step)
    return writer.events + 1
  }
  /** Records in the log that it goes on from a backup of all its events. */
  const tellOfRestore = async (events: number): Promise<void> => {
    const { rows } = await owner.query<{ hash: string; by: string }>(
      `select encode(hash, 'hex') as hash,
         (select substr(stream, 9) from log.events where body::json #>> '{data,role}' = 'super-admin' limit 1) as by
       from log.events order by position desc limit 1`,
    )
    const { hash, by } = rows[0]!
    const now = new Date().toISOString()
    const log = { id: '', events, last: { position: '', hash, recordedAt: now, at: now } }
    const { root } = await treeOf(store.readAll(null), new Set())
    const told = { by, why: 'the disk was gone', lost: null, root }
    await recordRestore(store, database.url, { ...told, manifest: { takenAt: now, log } })
  }
  /** What a backup of the database restores. */
  const backUp = async () => {
    for (const table of TABLES) await owner.query(`create temporary table ${table.split('.')[1]} as table ${table}`)
    return async () => {
      for (const table of TABLES) {
        const kept = `pg_temp.${table.split('.')[1]}`
        await owner.query(`delete from ${table}; insert into ${table} table ${kept}; drop table ${kept}`)
      }
    }
  }

  test.each([
    ['in a full tile', 100, ''],
    ['in the one that grows', null, ''],
    ['with a hash that fits', 101, `, hash = sha256(convert_to(replace(body, '"at":"2', '"at":"3'), 'UTF8'))`],
  ])('an event that was read before is named: %s', async (_, number, hash) => {
    const inside = watch(where)
    await inside.untilVerified(await write(5))
    const at = number ?? writer.events
    const restore = await backUp()
    const { rows } = await owner.query<{ name: string }>(
      `update log.events set body = replace(body, '"at":"2', '"at":"3')${hash} where position = $1
       returning stream || '@' || version as name`,
      [at + 1],
    )
    await inside.untilFound('event_changed', { number: at, subject: rows[0]!.name })
    expect(inside.found('hash_mismatch').map(({ number }) => number)).toEqual(hash === '' ? [at] : [])
    await restore()
  })

  test('a missing event is noticed', async () => {
    const inside = watch(where)
    await inside.untilVerified(await write(5))
    const restore = await backUp()
    await owner.query('delete from log.events where position = 51')
    await inside.untilFound('event_changed', { subject: 'ledger numbers 50 to 50' })
    await restore()
  })

  test('two checkpoints of one size are a fork, and both are kept', async () => {
    const evidence = newFolder()
    const inside = watch(where, { evidence })
    const size = await write(5)
    await inside.untilVerified(size)
    const restore = await backUp()
    const signer = new NoteSigner('fairbook.example/log', settings.LOG_SIGNING_KEY)
    const note = signer.sign(checkpointText({ origin: signer.name, size, root: Buffer.alloc(32, 7) }))
    await owner.query('update app.log_checkpoint set note = $1 where size = $2', [note, size])
    await inside.untilFound('checkpoint_forked', { expected: expect.stringMatching(`of the first ${size} events$`) })
    const [known, other] = await inside.kept()
    expect([read(known!).split('\n')[1], read(other!)]).toEqual([String(size), note])
    await restore()
  })

  test('a log that grows without being signed is found, until it is signed', async () => {
    await notary.stop()
    const inside = watch(where, { staleAfter: '500ms' })
    const size = await write(5)
    await inside.untilFound('checkpoint_stale')
    notary = startTestNotary(store, database.url, settings)
    await inside.untilVerified(size)
    expect(inside.findings().map(({ code }) => code)).toEqual(['checkpoint_stale'])
  })

  // must be the last test, because the log does not go on after it
  test('an older database that was restored is found, and both checkpoints are kept', async () => {
    const evidence = newFolder()
    const inside = watch(where, { evidence })
    const before = await write(5)
    await tellOfRestore(before)
    const size = before + 1
    await inside.untilVerified(size)
    // the restore is recorded correctly
    expect(inside.found('restore_wrong')).toEqual([])
    const restore = await backUp()
    const more = (await write(20)) + 1
    await inside.untilVerified(more)
    await notary.stop()
    await restore()
    const actual = `${size} events; ledger number ${before} records that a backup was restored, which ended before it`
    await inside.untilFound('checkpoint_older', { expected: `${more} events at least`, actual })
    await inside.untilFound('log_cut', { subject: 'the log', actual })
    const files = await inside.kept()
    expect(files.map((file) => read(file).split('\n')[1])).toEqual([String(more), String(size)])
    // looked at repeatedly, and reported once
    expect(inside.found('checkpoint_older')).toHaveLength(1)
  })
})

test('of a log that is kept elsewhere', TESTS, async () => {
  const database = await createTestDatabase()
  const store = await MemoryLog.open()
  // a product runs from the first look on; the notary connects a moment later
  const product = new pg.Client({ connectionString: database.url, application_name: 'fairbook test' })
  await product.connect()
  const notary = startTestNotary(store, database.url)
  onTestFinished(async () => {
    await notary.stop()
    await store.close()
    await product.end()
    await database.drop()
  })
  const inside = watch({ url: database.url, store })
  const writer = new LogWriter(store)
  const steps = randomScenario(22, 60)
  for (const part of [steps.slice(0, 40), steps.slice(40)]) {
    for (const step of part) await writer.write(step)
    await inside.untilVerified(writer.events + 1)
  }
  expect(inside.findings()).toEqual([])
})

describe('that cannot answer', () => {
  test('a log that nobody signs: 3', async () => {
    const database = await createTestDatabase()
    const store = await PostgresLog.open({ url: database.url })
    const { code, lines } = await watched({ url: database.url }, { once: true })
    await store.close()
    await database.drop()
    expect(code).toBe(3)
    expect(lines).toContainEqual(
      expect.objectContaining({ kind: 'gap', what: expect.stringMatching(/start a notary/) }),
    )
  })

  test('no server, and wrong use', async () => {
    const nowhere = { url: 'postgres://a:b@127.0.0.1:1/c' }
    await expect(watched(nowhere, { once: true })).rejects.toThrow(NoConnection)
    const { verifierKey } = new NoteSigner('fairbook.example/log', newKey())
    const url = 'http://127.0.0.1:1/api/log'
    await expect(watched(nowhere, { url, key: [verifierKey], once: true })).rejects.toThrow(NoConnection)
    for (const [options, said] of [
      [{ url }, /--key is needed with --url/],
      [{ url: 'example.com' }, /--url takes the address of a log/],
      [{ once: true, for: '1m' }, /give one of them/],
      [{ every: 'soon' }, /is not a time such as/],
    ] as const) {
      await expect(watched(nowhere, options)).rejects.toThrow(said)
    }
    await expect(watched({ folder: FOLDER }, {})).rejects.toThrow(/an export does not grow/)
  })
})
