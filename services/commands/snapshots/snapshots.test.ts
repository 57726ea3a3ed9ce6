// A snapshot saves reading, and never changes what is decided.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountAggregate } from '#domain/account/aggregate.ts'
import type { AccountState } from '#domain/account/state.ts'
import type { Aggregate, Recorded } from '#domain/aggregate.ts'
import { deskAggregate } from '#domain/desk/aggregate.ts'
import { feedAggregate } from '#domain/feed/aggregate.ts'
import { fixtureAggregate } from '#domain/fixture/aggregate.ts'
import { offerAggregate } from '#domain/offer/aggregate.ts'
import { sessionAggregate } from '#domain/session/aggregate.ts'
import { treasuryAggregate } from '#domain/treasury/aggregate.ts'
import { randomScenario } from '#projections/testing/scenario.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { randomId } from '../command-id.ts'
import { createCommands } from '../commands.ts'
import { metaBy } from '../testing/meta.ts'
import { foldVersion } from './fold-version.ts'
import { createSnapshots } from './snapshots.ts'

type AnyAggregate = Aggregate<unknown, never, never>

const AGGREGATES = [
  accountAggregate,
  sessionAggregate,
  fixtureAggregate,
  feedAggregate,
  offerAggregate,
  treasuryAggregate,
  deskAggregate,
] as unknown as AnyAggregate[]
const aggregateOf = (stream: string) =>
  AGGREGATES.find((aggregate) => aggregate.stream('').split('-')[0] === stream.split('-')[0])!

test('a state that was serialised anywhere in its stream is the same, and continues the same', () => {
  const streams = new Map<string, Recorded<never>[]>()
  for (const { stream, meta, events } of randomScenario(11, 3_000, { voids: true })) {
    const recorded = streams.get(stream) ?? []
    for (const event of events) recorded.push({ ...event, meta, version: recorded.length } as never)
    streams.set(stream, recorded)
  }
  expect(new Set([...streams.keys()].map(aggregateOf)).size).toBeGreaterThan(3)
  const long = [...streams].filter(([, { length }]) => length > 2)
  fc.assert(
    fc.property(fc.constantFrom(...long), fc.double({ min: 0, max: 1, noNaN: true }), ([stream, events], part) => {
      const aggregate = aggregateOf(stream)
      const id = stream.slice(stream.indexOf('-') + 1)
      const fold = (from: unknown, some: readonly Recorded<never>[]) => {
        for (const event of some) aggregate.evolve(from, event)
        return from
      }
      const at = Math.floor(part * events.length)
      const snapshot = deserialize(serialize(fold(aggregate.initial(id), events.slice(0, at)))) as unknown
      expect(fold(snapshot, events.slice(at))).toEqual(fold(aggregate.initial(id), events))
    }),
  )
})

test('the version of the fold follows from its sources, tests excluded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairbook-fold-'))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return foldVersion(folder)
  }
  const first = write('evolve.ts', 'one')
  expect(write('evolve.test.ts', 'one')).toBe(first)
  expect(write('evolve.ts', 'two')).not.toBe(first)
  expect(write('evolve.ts', 'one')).toBe(first)
})

describe('of an account with many events', () => {
  let events = 0
  let database: TestDatabase
  let pool: pg.Pool
  let store: MemoryLog
  let bettor: string
  let expected: AccountState
  /** The row as the product wrote it. */
  let kept: { version: number; row: object }

  /** The writes of snapshots in the background. */
  const written = new Set<Promise<unknown>>()
  const watched = {
    query: (asked: string | pg.QueryConfig, values?: unknown[]) => {
      const answer = pool.query(asked as string, values)
      written.add(answer)
      return answer
    },
  } as Pick<pg.Pool, 'query'>
  const snapshotsOf = (logId: string) => createSnapshots({ pool: watched, logId, log: () => {} })
  const rowOf = async () =>
    (await pool.query('select * from app.snapshot where stream = $1', [`account-${bettor}`])).rows[0]

  /** The state as a process that has just started loads it, and how many events were read for it. */
  async function loaded(logId = store.logId): Promise<{ state: AccountState; read: number }> {
    let read = 0
    const counting = Object.assign(Object.create(store) as EventStore, {
      logId: store.logId,
      readHead: (stream: string) => store.readHead(stream),
      async *readStream(stream: string, from?: number) {
        for await (const event of store.readStream(stream, from)) {
          read += 1
          yield event
        }
      },
    })
    const { accounts } = createCommands({ store: counting, snapshots: snapshotsOf(logId) })
    return { state: await accounts.read(bettor), read }
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    pool = openPool(database.url, { max: 4 })
    store = await MemoryLog.open()
    const { accounts } = createCommands({ store, snapshots: snapshotsOf(store.logId) })
    bettor = randomId()
    const commitment = '0'.repeat(64)
    await accounts.execute(
      bettor,
      {
        type: 'OpenAccount',
        role: 'user',
        username: commitment,
        password: commitment,
        openedBy: 'sign-up',
        ageAttested: true,
        welcomeGrantCents: 100,
        receive: null,
      },
      metaBy({ id: 'sign-up', role: 'system' }),
    )
    for (let n = 1; n < 1_300; n++) {
      const type = n % 2 === 1 ? 'RequestClosing' : 'CancelClosing'
      const outcome = await accounts.execute(bettor, { type }, metaBy({ id: bettor, role: 'user' }))
      expect(outcome).toMatchObject({ accepted: true })
    }
    expected = await accounts.read(bettor)
    events = (await store.readHead(`account-${bettor}`)).version + 1
    await vi.waitFor(async () => expect(Number((await rowOf())?.version)).toBeGreaterThan(1_000), 60_000)
    const { version, ...row } = await rowOf()
    kept = { version: Number(version), row }
  })
  beforeEach(async () => {
    // loading an account keeps a snapshot in the background
    await Promise.allSettled(written)
    await pool.query('delete from app.snapshot')
    const { version, row } = kept
    const { stream, log_id, fold, hash, state } = row as Record<string, unknown>
    await pool.query(
      'insert into app.snapshot (stream, log_id, fold, version, hash, state) values ($1, $2, $3, $4, $5, $6)',
      [stream, log_id, fold, version, hash, state],
    )
  })
  afterAll(async () => {
    await pool?.end()
    await store?.close()
    await database?.drop()
  })

  test('the state is the same, and the events in it are not read again', async () => {
    const { state, read } = await loaded()
    expect(state).toEqual(expected)
    // the first 512 of a long stream, then the one that the snapshot ends with, and those after it
    expect(read).toBe(512 + 1 + (events - 1 - kept.version))
    expect(read).toBeLessThan(events)
  })

  test.each([
    ['another event', `update app.snapshot set hash = repeat('0', 64)`],
    ['another code', `update app.snapshot set fold = repeat('0', 64)`],
    ['another log', `update app.snapshot set log_id = repeat('0', 32)`],
    ['bytes that are no state', `update app.snapshot set state = 'nothing'::bytea`],
    ['events that are gone', 'update app.snapshot set version = 9000'],
    ['nothing', 'delete from app.snapshot'],
  ])('a snapshot of %s is ignored', async (_what, statement) => {
    expect((await pool.query(statement)).rowCount).toBe(1)
    const { state, read } = await loaded()
    expect(state).toEqual(expected)
    expect(read).toBeGreaterThanOrEqual(events)
  })

  test('is not replaced by an older one, but by one of other code or another log', async () => {
    // a single connection carries out queries in order
    const inOrder = openPool(database.url, { max: 1 })
    const stream = `account-${bettor}`
    const keep = async (logId: string, version: number) => {
      createSnapshots({ pool: inOrder, logId }).keep(stream, { version, hash: '1'.repeat(64), state: {} })
      await inOrder.query('select')
      const { log_id, version: found } = await rowOf()
      return [log_id, Number(found)]
    }
    const other = randomId()
    expect(await keep(store.logId, 600)).toEqual([store.logId, kept.version])
    expect(await keep(other, 600)).toEqual([other, 600])
    expect(await keep(other, 500)).toEqual([other, 600])
    expect(await keep(other, 700)).toEqual([other, 700])
    expect(await keep(store.logId, 600)).toEqual([store.logId, 600])
    await inOrder.end()
  })
})
