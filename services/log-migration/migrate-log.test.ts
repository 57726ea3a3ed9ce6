// Moving a log to another store: interrupted, with lost replies, and, if there is a server, killed.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { randomScenario } from '#projections/testing/scenario.ts'
import { LogWriter, type Rows, readModels } from '#projections/testing/write-log.ts'
import { SERVER_URL, WHY_SKIPPED } from '#services/event-store/eventstoredb/testing/server.ts'
import { type EventStoreSettings, openEventStore } from '#services/event-store/open.ts'
import type { EventStore, StoredEvent } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { MemoryServer } from '#services/event-store/testing/memory/server.ts'
import { newKey } from '#services/notary/testing/notary.ts'
import { connect } from '#services/platform/database/connect.ts'
import { signAll } from '#tests/audit/signed-log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import type { MoveErrorCode } from './errors.ts'
import { type Migrated, type MigrationOptions, type MigrationProgress, migrateLog } from './migrate-log.ts'

const SOON = { timeout: 60_000, interval: 20 }
const STEPS = randomScenario(31, 700)
const MAIN = join(import.meta.dirname, 'main.ts')

type Ledger = { database: TestDatabase; url: string; key: string; events: StoredEvent[]; rows: Rows; root: string }

async function eventsOf(store: EventStore): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for await (const page of store.readAll(null)) events.push(...page)
  return events
}
const refusal = (code: MoveErrorCode, said: RegExp) =>
  expect.objectContaining({ name: 'MoveError', code, message: expect.stringMatching(said) })
const withoutPlace = ({ position: _, ...event }: StoredEvent) => event

/** Positions in the store differ, and nothing else. */
const withoutPlaces = (rows: Rows) =>
  JSON.parse(JSON.stringify(rows, (key, value) => (key === 'position' ? undefined : value)))

/** A stopped product: its log is signed, its read models are folded. */
async function aLedger(): Promise<Ledger> {
  const database = await createTestDatabase()
  const { url } = database
  const store = await PostgresLog.open({ url })
  const writer = new LogWriter(store)
  for (const step of STEPS) await writer.write(step)
  const key = newKey()
  const { note } = await signAll(store, url, key)
  await rebuild({ store, url })
  const events = await eventsOf(store)
  await store.close()
  return { database, url, key, events, rows: await readModels(url), root: note.split('\n')[2]! }
}

/** How many events of the log are on the server. */
async function copiedOf(settings: EventStoreSettings, { events: [first] }: Ledger): Promise<number> {
  // if there is no log yet, opening it here begins the same one
  const log = await openEventStore(settings, { first: first! })
  try {
    return (await eventsOf(log)).length
  } finally {
    await log.close()
  }
}

/** Checks that the product continues where it was: with its log, the signed tree and the read models unchanged. */
async function expectMoved(to: EventStore, ledger: Ledger, migrated: Migrated) {
  const { events, root, url, key, rows } = ledger
  expect(migrated).toEqual({ events: events.length, root, checkpoints: 1 })
  expect((await eventsOf(to)).map(withoutPlace)).toEqual(events.map(withoutPlace))
  expect(withoutPlaces(await readModels(url))).toEqual(withoutPlaces(rows))
  // the notary knows the tree's positions in the new store, and signs what comes
  const writer = new LogWriter(to)
  const [next] = randomScenario(32, 1)
  await writer.write(next!)
  const signed = await signAll(to, url, key)
  expect(Number(signed.note.split('\n')[1])).toBe(events.length + next!.events.length)
}

describe('a log', () => {
  let ledger: Ledger
  let server: MemoryServer
  beforeAll(async () => {
    ledger = await aLedger()
  })
  afterAll(() => ledger.database.drop())
  beforeEach(() => {
    server = new MemoryServer()
  })
  const toMemory = (more: Partial<MigrationOptions> = {}) =>
    migrateLog({
      url: ledger.url,
      ownerUrl: ledger.database.ownerUrl,
      openTarget: (first) => MemoryLog.open({ server, first }),
      ...more,
    })

  test('is refused if the other store holds another log, or events that it does not have', async () => {
    await MemoryLog.open({ server })
    await expect(toMemory()).rejects.toEqual(
      refusal('move_not_empty', /^the other store holds log \w{32}, not \w{32}$/),
    )
    server = new MemoryServer()
    const [first, second, ...others] = ledger.events
    const to = await MemoryLog.open({ server, first: first! })
    // an event that is in the log, but later
    const later = others.find(({ stream, version }) => stream !== second!.stream && version === 0)!
    await to.append({ stream: later.stream, expected: { version: -1, hash: null }, events: [later] })
    await expect(toMemory()).rejects.toEqual(refusal('move_not_empty', / of the other store is event 1, /))
    expect((await eventsOf(to)).length).toBe(2)
  })

  test('is refused while the product runs, and if there is none', async () => {
    // the only connection of an idle api
    const api = await connect(ledger.url, { name: 'fairbook clock' })
    const running = refusal('move_product_runs', /^the product is running \(fairbook clock\): stop it first$/)
    await expect(toMemory()).rejects.toEqual(running)
    await api.end()
    // one that starts while the log is copied: nothing has been closed, and nothing refers to the other store
    let started = null as pg.Client | null
    const toRunning = toMemory({
      async openTarget(first) {
        started = await connect(ledger.url, { name: 'fairbook clock' })
        return MemoryLog.open({ server, first })
      },
    })
    await expect(toRunning).rejects.toEqual(running)
    await started!.end()
    const open = await PostgresLog.open({ url: ledger.url })
    await open.close()
    const powerless = toMemory({ ownerUrl: ledger.url })
    await expect(powerless).rejects.toEqual(refusal('move_settings', /set DATABASE_OWNER_URL$/))
    const empty = await createTestDatabase()
    const none = refusal('move_settings', /^there is no ledger in this database/)
    await expect(toMemory({ url: empty.url })).rejects.toEqual(none)
    await empty.drop()
  })

  test.each([
    ['an audit that reads it', 'access share', 'waiting for an audit to end'],
    // a vacuum that must run, or was asked for
    ['a vacuum of it that gives way to nobody', 'share update exclusive', 'waiting for a vacuum of the log to end'],
  ])('waits for %s, and says so', async (_, mode, waiting) => {
    const other = await connect(ledger.database.ownerUrl, { name: 'fairbook ledger' })
    await other.query(`begin; lock table log.events in ${mode} mode`)
    const stop = new AbortController()
    const progress = ({ step }: MigrationProgress) => {
      if (step.startsWith('waiting')) stop.abort(new Error(step))
    }
    await expect(toMemory({ progress, signal: stop.signal })).rejects.toThrow(waiting)
    await other.end()
    // nothing was closed
    await (await PostgresLog.open({ url: ledger.url })).close()
  })

  test('is refused if a checkpoint was signed over a different log', async () => {
    const client = await connect(ledger.url, { name: 'somebody' })
    const { rows } = await client.query<{ note: string }>('select note from app.log_checkpoint')
    const { note } = rows[0]!
    const root = note.split('\n')[2]!
    const change = 'update app.log_checkpoint set note = replace(note, $1, $2)'
    await client.query(change, [root, Buffer.alloc(32, 7).toString('base64')])
    const signed = refusal('move_different', /^the checkpoint of \d+ events was signed over Bwc/)
    await expect(toMemory()).rejects.toEqual(signed)
    await client.query(change, [Buffer.alloc(32, 7).toString('base64'), root])
    await client.end()
  })

  test('reports the reason in a line with a code that is in the runbook', async () => {
    const { PATH = '' } = process.env
    const run = (env: Record<string, string>) =>
      new Promise((resolve) =>
        execFile(process.execPath, [MAIN], { env: { PATH, ...env } }, (error, _, err) => resolve([error?.code, err])),
      )
    const [unset, away] = await Promise.all([
      run({ DATABASE_URL: ledger.url }),
      run({
        DATABASE_URL: ledger.url,
        DATABASE_OWNER_URL: ledger.database.ownerUrl,
        EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
      }),
    ])
    expect(unset).toEqual([
      1,
      expect.stringMatching(/^migrate:event-store: move_settings: EVENTSTORE_URL is not set[^\n]*\n$/),
    ])
    expect(away).toEqual([
      1,
      expect.stringMatching(/^migrate:event-store: move_server: the event store cannot be reached[^\n]*\n$/),
    ])

    const codes = readFileSync(join(import.meta.dirname, 'errors.ts'), 'utf8').match(/(?<= {2}\| ')\w+(?=')/g)!
    const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbooks/one-to-many.md'), 'utf8')
    const listed = [...runbook.matchAll(/^\| `(move_\w+)` \|/gm)].map(([, code]) => code!)
    expect(listed.toSorted()).toEqual([...codes].toSorted())
  })

  test('is moved completely, however often it is interrupted and whatever replies are lost', async () => {
    for (const after of [0, 150, 420]) {
      const interrupted = new AbortController()
      server.faults.loseAnswers = 3
      const moving = toMemory({
        signal: interrupted.signal,
        progress: (at) => {
          if (at.step === 'copying' && at.events > after) interrupted.abort(new Error('interrupted'))
        },
      })
      await expect(moving).rejects.toThrow('interrupted')
    }
    // once also when everything is there, but nothing refers to it yet
    const late = new AbortController()
    const progress: MigrationOptions['progress'] = ({ step }) => step === 'comparing' && late.abort(new Error('late'))
    await expect(toMemory({ signal: late.signal, progress })).rejects.toThrow('late')
    await toMemory()

    // a process that starts, or appends, in the old place is told where the log is
    const { url, rows, events, database } = ledger
    await expect(PostgresLog.open({ url })).rejects.toThrow(/^log_moved: .* EVENTSTORE_URL and EVENTSTORE_PREFIX/)
    const owner = await connect(database.ownerUrl, { name: 'somebody' })
    await expect(owner.query('insert into log.events select * from log.events limit 1')).rejects.toThrow('log_moved')
    // and back again, as described in the runbook
    const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbooks/one-to-many.md'), 'utf8')
    await owner.query(/`(alter table log\.events drop constraint log_moved[^`]+)`/.exec(runbook)![1]!)
    await owner.end()
    const back = await PostgresLog.open({ url })
    await rebuild({ store: back, url })
    expect(await readModels(url)).toEqual(rows)
    expect(await eventsOf(back)).toEqual(events)
    expect((await signAll(back, url, ledger.key)).note.split('\n')[2]).toBe(ledger.root)
    await back.close()

    const migrated = await toMemory()
    await expectMoved(await MemoryLog.open({ server }), ledger, migrated)
  })
})

describe.skipIf(SERVER_URL === null)(`a log on its way to EventStoreDB${WHY_SKIPPED}`, () => {
  test('that is killed three times in the middle has the same root in both stores in the end', async () => {
    const ledger = await aLedger()
    const prefix = `m${randomBytes(6).toString('hex')}`
    const { url } = ledger
    const settings = { EVENTSTORE_URL: SERVER_URL!, EVENTSTORE_PREFIX: prefix, DATABASE_URL: url }
    const owner = { DATABASE_OWNER_URL: ledger.database.ownerUrl }
    const run = () => spawn(process.execPath, [MAIN], { env: { ...process.env, ...settings, ...owner }, stdio: 'pipe' })
    const copied: number[] = []
    for (const part of [0.1, 0.2, 0.3]) {
      const child = run()
      const ended = new Promise((resolve) => child.once('exit', resolve))
      // killed once this much of it is there
      await expect.poll(async () => copiedOf(settings, ledger), SOON).toBeGreaterThan(part * ledger.events.length)
      child.kill('SIGKILL')
      await ended
      copied.push(await copiedOf(settings, ledger))
    }
    expect(copied.at(-1)).toBeLessThan(ledger.events.length)
    let said = ''
    const last = run()
    last.stdout.on('data', (chunk) => {
      said += String(chunk)
    })
    expect(await new Promise((resolve) => last.once('close', resolve))).toBe(0)
    expect(said).toContain(`with its root ${ledger.root}, as 1 signed checkpoint has it`)
    const to = await openEventStore(settings)
    await expectMoved(to, ledger, { events: ledger.events.length, root: ledger.root, checkpoints: 1 })
    await to.close()
    await ledger.database.drop()
  })
})
