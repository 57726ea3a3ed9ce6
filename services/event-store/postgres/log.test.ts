// The particulars of the log on Postgres: commits held open, connections lost at every point, another log behind the
// same address, several operating system processes.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unrecoverableIn } from '#services/platform/process/transient-errors.ts'
import { raised, scrape } from '#tests/alerts.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/database.ts'
import type { PendingAppend } from '../pending-append.ts'
import { type AppendRequest, OutcomeUnknown, type StoredEvent, StoreUnavailable } from '../port.ts'
import {
  allOf,
  chain,
  expectSound,
  headOf,
  insist,
  NO_STREAM,
  newStream,
  request,
  SOON,
  streamOf,
  written,
} from '../testing/contract/harness.ts'
import { type LossyProxy, lossyProxy } from '../testing/lossy-proxy.ts'
import { APPEND } from './append-sql.ts'
import { parametersOf } from './batch.ts'
import type { PostgresLogOptions } from './components.ts'
import { PostgresLog } from './log.ts'
import { closeLog, mayCloseLog } from './moved.ts'

/** A lock that processes wait for at their start. */
const GATE = 4711

let database: TestDatabase
let proxy: LossyProxy
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  proxy = await lossyProxy(database.url)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await proxy.close()
  await database.drop()
})

async function openLog(options: Partial<PostgresLogOptions> = {}): Promise<PostgresLog> {
  const open = () => PostgresLog.open({ url: database.url, ...options })
  const log = await (options.timeouts === undefined ? open() : insist(open))
  closing.push(() => log.close())
  return log
}

async function connect(url = database.ownerUrl): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  closing.push(() => client.end().catch(() => undefined))
  return client
}

/** The arguments of log.append for one append. */
const callOf = ({ stream, expected, events }: AppendRequest): unknown[] =>
  parametersOf({
    chunks: [{ stream, expected, appends: [{ request: { events } } as PendingAppend] }],
    given: undefined,
  })

/** The backends that wait for the lock of an append. */
async function waiters(admin: pg.Client): Promise<number[]> {
  const { rows } = await admin.query<{ pid: number }>(
    `select l.pid from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
  )
  return rows.map((row) => row.pid)
}

describe('writers in the middle of their commits', () => {
  test('let no reader skip an event', async () => {
    const log = await openLog()
    const other = await openLog()
    const [holder, admin] = [await connect(), await connect()]
    const seen: StoredEvent[] = []
    const subscription = await log.subscribe(
      null,
      async (page) => void seen.push(...page),
      (error) => expect.unreachable(String(error)),
    )
    closing.push(() => subscription.close())

    // the first writer has its position and has not committed; the second waits behind it
    const held = request(log, newStream(), NO_STREAM, 2)
    await holder.query('begin')
    await holder.query(APPEND, callOf(held))
    const waiting = Promise.all([log, other].map((store) => written(store, request(store, newStream()))))
    await expect.poll(async () => (await waiters(admin)).length, SOON).toBe(2)
    expect(await allOf(log)).toHaveLength(1)
    await expect.poll(() => seen.length, SOON).toBe(1)

    await holder.query('commit')
    const later = await waiting
    await expect.poll(() => seen.length, SOON).toBe(5)
    const all = await allOf(log)
    expect(seen).toEqual(all)
    expect(all.slice(1, 3).map((event) => event.hash)).toEqual(held.events.map((event) => event.hash))
    expect(
      all
        .slice(3)
        .map((event) => event.position)
        .sort(),
    ).toEqual([...later].sort())
    expectSound(log, all)
  })

  test('leave no gap behind when they roll back', async () => {
    const log = await openLog()
    const [holder, admin] = [await connect(), await connect()]
    const stream = newStream()
    await holder.query('begin')
    await holder.query(APPEND, callOf(request(log, stream)))
    const waiting = log.append(request(log, stream))
    await expect.poll(async () => (await waiters(admin)).length, SOON).toBe(1)
    await holder.query('rollback')
    expect(await waiting).toMatchObject({ ok: true })
    expect((await allOf(log)).map((event) => event.position)).toEqual(['1', '2'])
  })

  test('that append to a stream whose head another append was given go in a call after it, or before', async () => {
    const log = await openLog()
    const rules = newStream()
    const first = request(log, rules)
    await written(log, first)
    const given = { stream: rules, head: headOf(first) }
    const bet = () => ({ ...request(log, newStream()), given })
    const [before, change, after] = [bet(), request(log, rules, headOf(first)), bet()]
    const results = await Promise.all([before, change, after].map((wanted) => log.append(wanted)))
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true])
    const order = (await allOf(log)).slice(1).map(({ stream }) => stream)
    expect(order).toEqual([rules, before.stream, after.stream, rules])

    // what was decided by earlier rules is not recorded after later ones
    const next = request(log, rules, headOf(change))
    const late = { ...bet(), given: { stream: rules, head: headOf(change) } }
    const [changed, superseded] = await Promise.all([log.append(next), log.append(late)])
    expect([changed.ok, superseded]).toEqual([true, { ok: false, conflict: true, superseded: true }])
  })

  test('that are refused get what their streams hold instead, unless it is much', async () => {
    const [log, other] = [await openLog(), await openLog()]
    const streams = [1, 3, 63, 64].map((count) => ({ stream: newStream(), count }))
    const started = streams.map(({ stream }) => request(log, stream))
    for (const first of started) await written(log, first)
    for (const [at, { stream, count }] of streams.entries()) {
      await written(other, request(other, stream, headOf(started[at]!), count))
    }
    const free = request(log, newStream())
    const late = streams.map(({ stream }, at) => request(log, stream, headOf(started[at]!)))
    const results = await Promise.all([free, ...late].map((wanted) => log.append(wanted)))
    const held = await Promise.all(streams.map(({ stream }) => streamOf(log, stream, 1)))
    const conflict = { ok: false, conflict: true }
    expect(results[0]).toMatchObject({ ok: true })
    expect(results.slice(1)).toEqual([...held.slice(0, 3).map((later) => ({ ...conflict, later })), conflict])
    // one append that builds on another, and one that expects a head beyond the end of its stream
    const [one, two] = chain(log, streams[0]!.stream, 2, headOf(started[0]!)) as [AppendRequest, AppendRequest]
    const chained = await Promise.all([one, two].map((wanted) => log.append(wanted)))
    expect(chained).toEqual([{ ...conflict, later: held[0]! }, conflict])
    expect(await log.append(request(log, free.stream, headOf(one)))).toEqual(conflict)
  })

  test('are retried when they are cut off, whether they had committed or not', async () => {
    const log = await openLog()
    const [holder, admin] = [await connect(), await connect()]
    const stream = newStream()
    await holder.query('begin')
    await holder.query(`select pg_advisory_xact_lock(hashtextextended('fairbook.log.append', 0))`)
    const appends = chain(log, stream, 5).map((wanted) => log.append(wanted))
    await expect.poll(async () => (await waiters(admin)).length, SOON).toBe(1)
    const [cut] = await waiters(admin)
    await admin.query('select pg_terminate_backend($1)', [cut])
    await expect.poll(async () => (await waiters(admin)).filter((pid) => pid !== cut), SOON).toHaveLength(1)
    await holder.query('commit')
    expect((await Promise.all(appends)).every((result) => result.ok)).toBe(true)
    expect(await streamOf(log, stream)).toHaveLength(5)
  })

  test('that never answer are given up, and the append is written once', async () => {
    const log = await openLog({ timeouts: { reply: 200, resolve: 60_000 } })
    const [holder, admin] = [await connect(), await connect()]
    const stream = newStream()
    await holder.query('begin')
    await holder.query(`select pg_advisory_xact_lock(hashtextextended('fairbook.log.append', 0))`)
    const append = log.append(request(log, stream))
    // the calls that were given up still wait for the lock, and will find that another one has written
    await expect.poll(async () => (await waiters(admin)).length, SOON).toBeGreaterThan(2)
    await holder.query('commit')
    expect(await append).toMatchObject({ ok: true })
    await expect.poll(() => waiters(admin), SOON).toEqual([])
    expect(await streamOf(log, stream)).toHaveLength(1)
  })
})

describe('a log that cannot be reached', () => {
  test('fails appends that were not sent', async () => {
    const log = await openLog({ url: proxy.url, timeouts: { connect: 300 } })
    const first = request(log, newStream())
    await insist(() => written(log, first))
    proxy.setDown(true)
    await expect
      .poll(
        () =>
          streamOf(log, 'ledger').then(
            () => 'read',
            () => 'lost',
          ),
        SOON,
      )
      .toBe('lost')
    const stream = newStream()
    const appends = chain(log, stream, 3).map((wanted) => log.append(wanted))
    for (const result of await Promise.allSettled(appends)) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
    }
    proxy.setDown(false)
    await expect.poll(() => streamOf(log, stream).catch(() => null), SOON).toEqual([])
    const next = request(log, stream)
    await insist(() => written(log, next))
  })

  test('reports an unknown outcome for an append that was sent', async () => {
    const log = await openLog({ url: proxy.url, timeouts: { resolve: 300, reply: 100 } })
    const stream = newStream()
    const holder = await connect()
    await holder.query('begin')
    await holder.query(`select pg_advisory_xact_lock(hashtextextended('fairbook.log.append', 0))`)
    const wanted = request(log, stream)
    await expect(log.append(wanted)).rejects.toThrow(OutcomeUnknown)
    await holder.query('commit')
    // the backends of the given-up calls go on: reading the stream and repeating the append tells the outcome
    expect(await insist(() => log.append(wanted))).toMatchObject({ ok: true, head: headOf(wanted) })
    expect(await streamOf(log, stream)).toHaveLength(1)
  })

  test('fails an append lost on its way there once that is certain', async () => {
    const log = await openLog({ url: proxy.url })
    const stream = newStream()
    proxy.loseNextAppend()
    expect(await log.append(request(log, stream))).toMatchObject({ ok: true })
    expect(await streamOf(log, stream)).toHaveLength(1)
  })

  test('fails only the append that the database refuses', async () => {
    const log = await openLog()
    const good = [newStream(), newStream()]
    const bad = request(log, newStream())
    const broken = { ...bad, events: [{ ...bad.events[0]!, hash: 'z'.repeat(64) }] }
    const before = await scrape()
    const [one, refused, two] = await Promise.allSettled([
      log.append(request(log, good[0]!)),
      log.append(broken),
      log.append(request(log, good[1]!)),
    ])
    expect(one).toMatchObject({ status: 'fulfilled', value: { ok: true } })
    expect(two).toMatchObject({ status: 'fulfilled', value: { ok: true } })
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
    expect(raised('AppendsFail', before, await scrape())).toEqual([{ result: 'StoreUnavailable' }])
  })
})

describe('another log behind the same address', () => {
  test('is noticed by appends, reads and subscriptions', async () => {
    const log = await openLog()
    const failures: Error[] = []
    await written(log, request(log, newStream(), NO_STREAM, 3))
    await log.subscribe(
      null,
      async () => undefined,
      (error) => failures.push(error as Error),
    )
    const admin = await connect()
    // like a restored backup: the end is gone
    await admin.query('delete from log.events where position > 2')
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'fairbook'`,
    )
    await expect.poll(() => failures.length, SOON).toBe(1)
    expect(failures[0]!.message).toMatch(/not the one seen before/)
    await expect(log.append(request(log, newStream()))).rejects.toThrow(/not the one seen before/)
    await expect(log.readHead('ledger')).rejects.toThrow(StoreUnavailable)
  })
})

test('a subscription without notifications finds new events on its own', async () => {
  const log = await openLog({ timeouts: { poll: 20 } })
  const seen: StoredEvent[] = []
  const subscription = await log.subscribe(
    null,
    async (page) => void seen.push(...page),
    (error) => expect.unreachable(String(error)),
  )
  const silent = await connect()
  const wanted = request(log, newStream())
  await silent.query(APPEND, callOf(wanted))
  await expect.poll(() => seen.map((event) => event.hash), SOON).toContain(headOf(wanted).hash)
  await subscription.close()
})

test('a database without migrations is reported as such', async () => {
  const empty = await createEmptyDatabase()
  await expect(PostgresLog.open({ url: empty.ownerUrl })).rejects.toThrow('its migrations have not run')
  await empty.drop()
})

test('the function refuses an append in an older snapshot', async () => {
  const log = await openLog()
  const client = await connect(database.url)
  await client.query('begin isolation level repeatable read')
  await expect(client.query(APPEND, callOf(request(log, newStream())))).rejects.toThrow(/read committed/)
})

test('three processes append to the same streams at once', async () => {
  const log = await openLog()
  const shared = [newStream(), newStream(), newStream()]
  const [holder, admin] = [await connect(), await connect()]
  // none of them begins before the last one can
  await holder.query('select pg_advisory_lock($1)', [GATE])
  const run = () =>
    promisify(execFile)(process.execPath, [
      join(import.meta.dirname, '../testing/append-process.ts'),
      database.url,
      shared.join(','),
      '60',
      String(GATE),
    ])
  const runs = Promise.all([run(), run(), run()])
  runs.catch(() => undefined)
  await expect.poll(async () => (await waiters(admin)).length, SOON).toBe(3)
  await holder.query('select pg_advisory_unlock($1)', [GATE])
  const told = (await runs).map(({ stdout }) => JSON.parse(stdout) as { won: string[]; conflicts: number })
  const all = await allOf(log)
  expectSound(log, all)
  expect(
    all
      .slice(1)
      .map((event) => event.hash)
      .sort(),
  ).toEqual(told.flatMap(({ won }) => won).sort())
  expect(told.reduce((sum, { conflicts }) => sum + conflicts, 0)).toBeGreaterThan(0)
})

test('a log that moved takes no more appends from processes that had it open, and cannot be opened', async () => {
  const log = await openLog()
  const moved = expect.objectContaining({
    name: 'LogMoved',
    message: expect.stringMatching(/^log_moved: .* EVENTSTORE_URL/),
  })
  const owner = await connect()
  await owner.query('begin')
  await closeLog(owner)
  const waiting = log.append(request(log, newStream()))
  // the handler is attached at once, because the refusal may come before the reply to the commit
  const refused = expect(waiting).rejects.toEqual(moved)
  await owner.query('commit')
  await refused
  await expect(log.append(request(log, newStream()))).rejects.toEqual(moved)
  expect(unrecoverableIn(await waiting.catch((error: unknown) => error))?.runbook).toBe('docs/runbooks/one-to-many.md')
  await expect(openLog()).rejects.toEqual(moved)
  // the process that moves it can read it, and closing it again does no harm
  await closeLog(owner)
  expect(await allOf(await openLog({ evenMoved: true }))).toHaveLength(1)
  const services = await connect(database.url)
  expect(await Promise.all([owner, services].map(mayCloseLog))).toEqual([true, false])
})
