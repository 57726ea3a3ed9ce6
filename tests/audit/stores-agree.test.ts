// One log in Postgres and outside of it, with read models folded from each: the auditor's commands give the same
// answers for both, byte for byte. Always with the failing in-memory log, and with a real server if EVENTSTORE_URL
// names one.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projections } from '#projections/registry.ts'
import type { LedgerPlace } from '#services/auditor/commands/command.ts'
import { COMMANDS } from '#services/auditor/commands/commands.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { EventStoreDbLog } from '#services/event-store/eventstoredb/log.ts'
import { SERVER_URL, WHY_SKIPPED } from '#services/event-store/eventstoredb/testing/server.ts'
import type { EventStore, StoredEvent, StreamHead } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { newKey } from '#services/notary/testing/notary.ts'
import { CORPUS_START } from '../corpus/script.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type Asked, ask, type Options } from './asking.ts'
import {
  type AuditedEventStore,
  codesOf,
  foldAsTheProductDoes,
  type House,
  openHouse,
  verifyAsIfRunning,
} from './house.ts'
import { ledger } from './ledger-command.ts'
import { signAll } from './signed-log.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'fairbook-stores-'))
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

const PREFIX = `b${randomBytes(6).toString('hex')}`
const STORES: readonly (readonly [string, 'twin' | 'real', () => Promise<AuditedEventStore>])[] = [
  ['on the difficult twin', 'twin', () => MemoryLog.open(CORPUS_START)],
  [
    `on a real server${WHY_SKIPPED}`,
    'real',
    () => EventStoreDbLog.open({ url: SERVER_URL!, prefix: PREFIX, ...CORPUS_START }),
  ],
]

type Known = StoredEvent & {
  readonly number: number
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
  readonly meta: { readonly at: string; readonly command: { readonly id: string } }
}

async function eventsOf(store: EventStore): Promise<Known[]> {
  const events: StoredEvent[] = []
  for await (const page of store.readAll(null)) events.push(...page)
  return events.map((event, number) => {
    const { data, meta } = decodeBody(event.body) as unknown as Pick<Known, 'data' | 'meta'>
    return { ...event, number, event: `${event.stream}@${event.version}`, data, meta }
  })
}

/** Event by event, as they are stored, in order. */
async function copyEvents(events: readonly StoredEvent[], to: EventStore): Promise<void> {
  const heads = new Map<string, StreamHead>()
  for (const { stream, id, type, version, hash, body } of events) {
    const expected = heads.get(stream) ?? { version: -1, hash: null }
    const head = { version, hash }
    // the first one exists since the log was opened; appending it again has the same result
    const appended = await to.append({ stream, expected, events: [{ id, type, version, hash, body }] })
    expect(appended).toMatchObject({ ok: true, head })
    heads.set(stream, head)
  }
}

/** What is in no event: people, reasons, sessions and so on. */
async function copyOtherRows(from: pg.Client, to: pg.Client): Promise<void> {
  const folded = new Set(['projection_checkpoint', ...projections.flatMap((one) => one.tables.map(({ name }) => name))])
  const tables = "select tablename as name from pg_tables where schemaname = 'app'"
  for (const { name } of (await from.query<{ name: string }>(tables)).rows) {
    if (folded.has(name)) continue
    const all = `select coalesce(json_agg(t), '[]')::text as rows from app.${name} t`
    const [{ rows }] = (await from.query<{ rows: string }>(all)).rows as [{ rows: string }]
    const insert = `insert into app.${name} overriding system value select * from json_populate_recordset(null::app.${name}, $1)`
    await to.query(`delete from app.${name}`)
    await to.query(insert, [rows])
  }
}

/** Where answers put their files. */
const OUT = join(FOLDER, 'out')
type Answered = Asked & { readonly files: Readonly<Record<string, string>> }
type Question = readonly [name: string, options?: Options, argument?: string]

async function answered(where: LedgerPlace, [name, options, argument]: Question): Promise<Answered> {
  const asked = await ask(where, name, options, argument)
  return { ...asked, files: takeFiles() }
}

/** The files by path, as digests, because some are not text. */
function takeFiles(): Record<string, string> {
  if (!existsSync(OUT)) return {}
  const entries = readdirSync(OUT, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  const taken = Object.fromEntries(files.map((file) => [file, readFileSync(file, 'latin1')]))
  rmSync(OUT, { recursive: true })
  return taken
}

/**
 * Commands that name positions of their store or the time, that do not work for a log on EventStoreDB, or that ask no
 * log.
 */
const UNLIKE = ['verify', 'watch', 'import', 'backup', 'verify-receipt']
const ALIKE = COMMANDS.map(({ name }) => name).filter((name) => !UNLIKE.includes(name))

/** Questions to ask of a log; the first one for each command represents it. */
function questionsOf(events: readonly Known[]): Question[] {
  const middle = events[Math.floor(events.length / 2)]!
  const [number, { at }] = [`${middle.number}`, middle.meta]
  const ofType = (type: string) => events.filter((event) => event.type === type)
  const people = ofType('AccountOpened').map(({ stream }) => stream.slice('account-'.length))
  const [bet] = ofType('BetPlaced').map(({ data }) => data.bet as string) as [string]
  return [
    ['replay'],
    ['replay', { asOf: number }],
    ['replay', { asOf: at, only: ['settings', 'open-bets'] }],
    ['diff'],
    ['diff', { model: ['accounts', 'bets', 'audit'] }],
    ['trace', {}, bet],
    ...['BetResettled', 'TransferReceived'].map((type): Question => ['trace', {}, `#${ofType(type)[0]!.number}`]),
    ['trace', {}, middle.event],
    ['trace', {}, middle.meta.command.id],
    ['statement', {}, 'finn'],
    ...people.map((id): Question => ['statement', {}, id]),
    ['statement', { to: number }, people[0]!],
    ['balances'],
    ['balances', { asOf: at, kind: ['wallet', 'bet'] }],
    ['trial-balance'],
    ['trial-balance', { from: number }],
    ['exceptions'],
    ['exceptions', { to: at, kind: ['balance'] }],
    ['conflicts'],
    ['conflicts', { all: true }],
    ['sample', { seed: 'agreed on', size: '3', packs: OUT }],
    ['evidence', { packs: OUT }, bet],
    ['checkpoint'],
    ['prove', {}, bet],
    ['prove', {}, number],
    ...['jsonl', 'csv', 'parquet', 'beancount'].map((format): Question => ['export', { format, output: OUT }]),
  ]
}

/** Each changes rows of both databases in the same way, on top of the previous ones. */
const CHANGES: readonly (readonly [model: string, statement: string])[] = [
  ['accounts', 'update app.account set wallet_cents = wallet_cents + 1'],
  ['statement', 'delete from app.statement_line where number % 3 = 0'],
  ['statement', 'update app.statement_line set amount_cents = amount_cents + 1 where number % 2 = 0'],
  ['bets', 'update app.bet set stake_cents = stake_cents + 1 where number % 2 = 0'],
  ['audit', 'update app.audit set number = number + 100000 where number between 10 and 19'],
  ['audit', `update app.audit set position = position || '0' where number between 20 and 29`],
  ['fixtures', 'delete from app.fixture'],
  ['bets', `update app.projection_checkpoint set position = '1', hash = repeat('0', 64) where projection = 'bets'`],
]

/** As somebody would type it. */
const wordsOf = ([name, options = {}, argument]: Question): string[] => [
  name,
  ...(argument === undefined ? [] : [argument]),
  ...Object.entries(options).flatMap(([key, value]) => {
    const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return typeof value === 'boolean' ? [flag] : [flag, ...[value].flat()]
  }),
]

describe.each(STORES)('a log in Postgres and %s', (_, kind, open) => {
  const isReal = kind === 'real' && SERVER_URL !== null
  const isThere = kind === 'twin' || isReal
  let house: House
  let store: AuditedEventStore
  let database: TestDatabase
  let owner: pg.Client
  let here: LedgerPlace
  let there: LedgerPlace
  let questions: Question[]
  beforeAll(async () => {
    if (!isThere) return
    house = await openHouse()
    await house.arrive()
    store = await open()
    database = await createTestDatabase()
    here = { url: house.database.url }
    there = { url: database.url, store }
    owner = new pg.Client(database.ownerUrl)
    await owner.connect()
    await owner.query('set session_replication_role = replica')
    await copyOtherRows(house.owner, owner)
    const log = await PostgresLog.open({ url: here.url })
    const events = await eventsOf(log)
    questions = questionsOf(events)
    await copyEvents(events, store)
    await foldAsTheProductDoes(store, there.url)
    const key = newKey()
    await signAll(log, here.url, key)
    await signAll(store, there.url, key)
    await log.close()
  })
  afterAll(async () => {
    await owner?.end()
    await database?.drop()
    await store?.close()
    await house?.close()
  })

  test.skipIf(!isThere)('both are clean', async () => {
    expect(codesOf(await verifyAsIfRunning(here.url!))).toEqual([])
    expect(codesOf(await verifyAsIfRunning(there.url!, store))).toEqual([])
  })

  test.skipIf(!isThere).each(ALIKE)('ledger %s gives the same answer for both, byte for byte', async (name) => {
    const own = questions.filter(([asked]) => asked === name)
    expect(own.length).toBeGreaterThan(0)
    for (const question of own) {
      const expected = await answered(here, question)
      expect(await answered(there, question), wordsOf(question).join(' ')).toEqual(expected)
      expect(expected.json).not.toContain('"position"')
    }
  })

  test.skipIf(!isReal)('and so do the processes that somebody starts', { timeout: 300_000 }, async () => {
    const [ours, theirs] = [
      { DATABASE_URL: here.url! },
      { DATABASE_URL: there.url!, EVENTSTORE_URL: SERVER_URL!, EVENTSTORE_PREFIX: PREFIX },
    ]
    for (const name of ALIKE) {
      const words = [...wordsOf(questions.find(([asked]) => asked === name)!), '--json']
      const [expected, found] = [
        { ...(await ledger(words, ours)), files: takeFiles() },
        { ...(await ledger(words, theirs)), files: takeFiles() },
      ]
      expect(found, words.join(' ')).toEqual(expected)
      expect([expected.err, JSON.parse(expected.out)]).toEqual([
        '',
        expect.objectContaining({ schema: `fairbook-${name}/1` }),
      ])
    }
  })

  test.skipIf(!isThere)('ledger diff names the same differences where the same rows were changed', async () => {
    let found = 0
    for (const [model, statement] of CHANGES) {
      for (const one of [house.owner, owner]) expect((await one.query(statement)).rowCount).toBeGreaterThan(0)
      const expected = await answered(here, ['diff'])
      expect(await answered(there, ['diff']), statement).toEqual(expected)
      const { differences } = JSON.parse(expected.json) as { differences: { model: string }[] }
      expect(differences.map((one) => one.model)).toContain(model)
      expect(differences.length, statement).toBeGreaterThan(found)
      found = differences.length
    }
  })
})
