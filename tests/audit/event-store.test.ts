// Audits of a log that is not in the database: always with the failing in-memory log, and with a real server if
// EVENTSTORE_URL names one. The product's own projector folds the read models from it.
import { randomBytes } from 'node:crypto'
import { EventStoreDBClient } from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metaInMemory } from '#domain/versions/event-versions.ts'
import type { AuditedStore } from '#services/auditor/event-store/log.ts'
import { openStoreToAudit } from '#services/auditor/event-store/open.ts'
import { NoConnection } from '#services/auditor/failures.ts'
import { jsonReport } from '#services/auditor/report/json-report.ts'
import { exitCodeOf, type Report } from '#services/auditor/report/report.ts'
import { textReport } from '#services/auditor/report/text-report.ts'
import { decodeBody, encodeEvent } from '#services/event-store/encoding.ts'
import { eventId, sha256 } from '#services/event-store/event-hash.ts'
import { EventStoreDbLog } from '#services/event-store/eventstoredb/log.ts'
import { SERVER_URL, WHY_SKIPPED } from '#services/event-store/eventstoredb/testing/server.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { CORPUS_START, idOf } from '../corpus/script.ts'
import { type AuditedEventStore, codesOf, type House, openHouse } from './house.ts'
import { ledger } from './ledger-command.ts'

const codesIn = (report: Report) => [...new Set(report.findings.map(({ code }) => code))]

/** The log as a reader would see it whom somebody deceives. */
function changed(store: AuditedStore, change: (events: StoredEvent[]) => StoredEvent[]): AuditedStore {
  return {
    async *readAll(after, pageSize) {
      const events: StoredEvent[] = []
      for await (const page of store.readAll(after, pageSize)) events.push(...page)
      yield change(events)
    },
  }
}

const REAL_PREFIX = `a${randomBytes(6).toString('hex')}`
const STORES: readonly (readonly [string, boolean, () => Promise<AuditedEventStore>])[] = [
  ['the difficult twin', true, () => MemoryLog.open(CORPUS_START)],
  [
    `a real server${WHY_SKIPPED}`,
    SERVER_URL !== null,
    () => EventStoreDbLog.open({ url: SERVER_URL!, prefix: REAL_PREFIX, ...CORPUS_START }),
  ],
]

describe.each(STORES)('over %s', (_, isThere, open) => {
  let store: AuditedEventStore
  let house: House
  let placed: StoredEvent
  beforeAll(async () => {
    if (!isThere) return
    store = await open()
    house = await openHouse(store)
    for await (const page of store.readAll(null)) placed ??= page.find(({ type }) => type === 'BetPlaced')!
  })
  afterAll(async () => {
    await house?.close()
    await store?.close()
  })

  test.skipIf(!isThere)('an untouched house is clean, and the report says where its log is', async () => {
    const report = await house.verify()
    expect(codesOf(report)).toEqual([])
    expect(exitCodeOf(report)).toBe(0)
    const last = (await store.lastPosition())!
    expect(report).toMatchObject({ store: 'EventStoreDB', logId: house.logId, gaps: [], isProtected: false })
    expect(report.first?.number).toBe(0)
    expect(report.last).toMatchObject({ number: report.counts.events - 1, position: last })
    expect(report.counts).toMatchObject({ bets: 12, openBets: 2, identities: 6, sessions: 1, reasons: 10 })
    expect(report.counts.rows).toBeGreaterThan(report.counts.events)
    expect(new Set(report.readModels.map(({ number }) => number))).toEqual(new Set([report.last!.number]))
    expect(textReport(report, false)).toContain('not protected by grants of this database')
    expect(JSON.parse(jsonReport(report))).toMatchObject({ store: 'EventStoreDB', logProtectedByGrants: false })
  })

  test.skipIf(!isThere).each([
    ['a row of a read model', 'update app.account set wallet_cents = wallet_cents + $1', 'row_different'],
    ['the number of a row', 'update app.audit set number = number + 1000 * $1 where number = 3', 'row_missing'],
    ['a checkpoint', `update app.projection_checkpoint set number = number + 1000 * $1`, 'checkpoint_mismatch'],
  ])('%s that was changed is named', async (_what, statement, code) => {
    const { owner } = house
    await owner.query(statement.replace('$1', '1'))
    const report = await house.verify()
    await owner.query(statement.replace('= 3', '= 1003').replace('$1', '-1'))
    expect(codesIn(report)).toContain(code)
    expect(codesOf(await house.verify())).toEqual([])
  })

  test.skipIf(!isThere)('positions are compared digit by digit', async () => {
    const { owner } = house
    const table = 'app.audit where number = (select max(number) from app.audit)'
    const { rows } = await owner.query<{ position: string }>(`select position from ${table}`)
    const { position } = rows[0]!
    const next = String(BigInt(position) + 1n)
    const swap = (to: string) =>
      owner.query(`update app.audit set position = $1 where position in ($2, $3)`, [to, position, next])
    await swap(next)
    const report = await house.verify()
    await swap(position)
    expect(report.findings).toMatchObject([
      { code: 'row_different', position, expected: `position = ${position}`, actual: `position = ${next}` },
    ])
  })

  const stakeChanged = (event: StoredEvent): StoredEvent => ({
    ...event,
    body: event.body.replace(/"stakeCents":\d+/, '"stakeCents":999'),
  })
  const LIES: readonly [string, string, (events: StoredEvent[]) => StoredEvent[]][] = [
    [
      'other bytes under the same hash and id',
      'hash_mismatch',
      (events) => events.map((event) => (event.position === placed.position ? stakeChanged(event) : event)),
    ],
    [
      // an adapter hashes what it reads, so only the id reveals the original bytes
      'other bytes under their own hash and the old id',
      'id_mismatch',
      (events) =>
        events.map((event) => {
          if (event.position !== placed.position) return event
          const other = stakeChanged(event)
          return { ...other, hash: sha256(other.body) }
        }),
    ],
    [
      'other bytes under their own hash and id',
      'chain_broken',
      (events) =>
        events.map((event) => {
          if (event.position !== placed.position) return event
          const other = stakeChanged(event)
          const hash = sha256(other.body)
          return { ...other, hash, id: eventId(hash) }
        }),
    ],
    ['one event less', 'version_gap', (events) => events.filter(({ position }) => position !== placed.position)],
    [
      'one event twice',
      'version_gap',
      (events) => events.flatMap((event) => (event.position === placed.position ? [event, event] : [event])),
    ],
    ['a lost end', 'checkpoint_mismatch', (events) => events.slice(0, -3)],
    ['a lost beginning', 'log_identity', (events) => events.slice(1)],
    ['nothing', 'log_identity', () => []],
  ]
  test.skipIf(!isThere).each(LIES)('a log with %s is found out', async (_what, code, change) => {
    const report = await house.verify(changed(store, change))
    expect(exitCodeOf(report)).toBe(1)
    expect(codesIn(report)).toContain(code)
  })

  test.skipIf(!isThere)(
    'events that came after the snapshot are checked, and the read models at their checkpoints',
    async () => {
      const stream = `account-${idOf('cy')}`
      const late: AuditedStore = {
        readAll: async function* (after, pageSize) {
          let last: StoredEvent | null = null
          for await (const page of store.readAll(after, pageSize)) {
            last = page.findLast((event) => event.stream === stream) ?? last
            yield page
          }
          const { log, version, data, meta } = decodeBody(last!.body)
          const next = { log, stream, version: version + 1, type: 'AccountUnblocked', schema: 1, data, meta }
          yield [
            { ...encodeEvent({ ...next, prev: last!.hash }), stream, position: String(BigInt(last!.position) * 2n) },
          ]
        },
      }
      const report = await house.verify(late)
      // nothing is said about the read models, because the event itself is wrong
      expect(new Set(report.findings.map(({ number }) => number))).toEqual(new Set([report.last!.number]))
      expect(report.readModels[0]!.number).toBe(report.last!.number - 1)
    },
  )
})

describe('a password changed after the snapshot', () => {
  let store: MemoryLog
  let house: House
  beforeAll(async () => {
    store = await MemoryLog.open(CORPUS_START)
    house = await openHouse(store)
  })
  afterAll(() => house.close())

  test.each([
    ['is not in the row yet', 0, []],
    // it also comes after what was recorded since
    ['an hour ago should be', 3_600_000, ['recorded_at_backwards', 'password_mismatch']],
  ] as const)('%s', async (_, agoMs, codes) => {
    const id = house.oldCredential.accountId
    const stream = `account-${id}`
    const late: AuditedStore = {
      readAll: async function* (after, pageSize) {
        let last: StoredEvent | null = null
        for await (const page of store.readAll(after, pageSize)) {
          last = page.findLast((event) => event.stream === stream) ?? last
          yield page
        }
        const { log, version, type, schema, meta: stored } = decodeBody(last!.body)
        const before = metaInMemory(type, schema, stored)
        const recordedAt = new Date(Date.now() - agoMs).toISOString()
        const who = { actor: { id, role: 'user' as const }, session: null, causation: null }
        const meta = {
          ...before,
          ...who,
          command: { ...before.command, id: sha256('a new command').slice(0, 32) },
          recordedAt,
        }
        const data = { password: sha256('a new commitment') }
        const next = { log, stream, version: version + 1, type: 'PasswordChanged', schema: 1, data, meta }
        yield [{ ...encodeEvent({ ...next, prev: last!.hash }), stream, position: String(BigInt(last!.position) * 2n) }]
      },
    }
    expect(codesIn(await house.verify(late))).toEqual(codes)
  })
})

describe('over the difficult twin alone', () => {
  test('streams that the store may truncate are findings', async () => {
    const store = await MemoryLog.open(CORPUS_START)
    const house = await openHouse(store)
    const report = await house.verify({
      readAll: (after, pageSize) => store.readAll(after, pageSize),
      truncations: async () => [
        { stream: 'account-b', by: '$maxCount', value: 5 },
        { stream: 'account-a', by: 'deleted', value: null },
      ],
    })
    await house.close()
    expect(codesOf(report)).toEqual(['stream_truncated stream account-a', 'stream_truncated stream account-b'])
    expect(report.findings.map(({ actual }) => actual)).toEqual(['deleted', '$maxCount 5'])
    expect(exitCodeOf(report)).toBe(1)
  })
})

describe.skipIf(SERVER_URL === null)(`the command, on a real server${WHY_SKIPPED}`, () => {
  const prefix = `c${randomBytes(6).toString('hex')}`
  const stream = `${prefix}:account-${idOf('cy')}`
  let store: EventStoreDbLog
  let house: House
  let env: Record<string, string>
  const client = SERVER_URL === null ? null : EventStoreDBClient.connectionString(SERVER_URL)
  beforeAll(async () => {
    store = await EventStoreDbLog.open({ url: SERVER_URL!, prefix, ...CORPUS_START })
    house = await openHouse(store)
    await house.arrive()
    await store.close()
    env = { DATABASE_URL: house.database.url, EVENTSTORE_URL: SERVER_URL!, EVENTSTORE_PREFIX: prefix }
  })
  afterAll(async () => {
    await house?.close()
    await client?.dispose()
  })

  test('a clean ledger: 0, with what was checked', async () => {
    const { code, out, err } = await ledger(['verify'], env)
    expect(err).toBe('')
    expect(out).toContain('ledger verify: clean')
    expect(out).toContain('the log is on EventStoreDB and not protected by grants of this database')
    expect(out).toMatch(/checked +\d+ events, \d+ postings, 12 bets \(2 open\)/)
    expect(code).toBe(0)
  })

  // a server with others' events is searched to its beginning before it is said to hold no ledger
  test('no server, or no ledger there: 4, with one line, and none is begun', async () => {
    for (const wrong of [{ EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' }, { EVENTSTORE_PREFIX: `${prefix}none` }]) {
      const { code, out, err } = await ledger(['verify'], { ...env, ...wrong })
      expect([code, out]).toEqual([4, ''])
      expect(err).toMatch(/^ledger: .+\n$/)
    }
    await expect(openStoreToAudit(SERVER_URL!, `${prefix}none`)).rejects.toThrow(NoConnection)
  })

  test('a stream that the server may truncate: 1, by its name', async () => {
    await client!.setStreamMetadata(stream, { maxCount: 1_000 })
    const { code, out } = await ledger(['verify'], env)
    await client!.setStreamMetadata(stream, {})
    expect(out).toContain(`stream_truncated: stream account-${idOf('cy')}`)
    expect(out).toContain('actual    $maxCount 1000')
    expect(code).toBe(1)
    expect(await ledger(['verify'], env)).toMatchObject({ code: 0 })
  })

  test('a log whose first event the server has forgotten: 3, with one line, for nobody can say which log it is', async () => {
    const first = `${prefix}:ledger`
    await client!.setStreamMetadata(first, { truncateBefore: 1 })
    const { code, out, err } = await ledger(['verify'], env)
    await client!.setStreamMetadata(first, {})
    expect([code, out]).toEqual([3, ''])
    expect(err).toBe('ledger: the first event of the log is not on the event store any more\n')
    expect(await ledger(['verify'], env)).toMatchObject({ code: 0 })
  })

  test('the log of another product under this prefix: 1, and both are named', async () => {
    const another = await EventStoreDbLog.open({ url: SERVER_URL!, prefix: `${prefix}another` })
    await another.close()
    const { code, out } = await ledger(['verify'], { ...env, EVENTSTORE_PREFIX: `${prefix}another` })
    expect(out).toMatch(new RegExp(`checkpoint_mismatch: .+\\n.+\\n  expected  log_id = ${another.logId}\\n`))
    expect(out).toContain(`actual    ${house.logId}`)
    expect(code).toBe(1)
  })

  test('an event that a stranger put into a stream of ours: 1', async () => {
    await client!.appendToStream(stream, {
      id: '00000000-0000-8000-8000-000000000000',
      contentType: 'application/json',
      type: 'AccountBlocked',
      data: {},
      metadata: undefined,
    })
    const { code, out } = await ledger(['verify'], env)
    expect(out).toMatch(/^2 findings in .+ \(body_unreadable 1, id_mismatch 1\)/)
    expect(out).toContain('body_unreadable at ledger number')
    expect(code).toBe(1)
  })
})
