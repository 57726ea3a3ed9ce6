// One script of commands from one caller, with ids (the log's too) and times injected: the same bytes in each stream
// and the same read models on every store.
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newDatabase, newProjector, untilFolded } from '#projections/testing/environment.ts'
import { type CommandStep, randomScenario } from '#projections/testing/scenario.ts'
import { type Rows, readModels } from '#projections/testing/write-log.ts'
import { commandId } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'

const COMMANDS = 10_000
const SEED = 20_261_120
const START = { logId: commandId('test', 'same bytes'), at: new Date('2026-11-20T12:00:00.000Z') }
const EVENTSTORE_URL = process.env.EVENTSTORE_URL

type Found = { readonly streams: ReadonlyMap<string, readonly string[]>; readonly rows: Rows }

/** Runs the script through the recorder; returns the bodies of every stream, and the read models. */
async function play(store: EventStore, script: readonly CommandStep[], databaseUrl: string): Promise<Found> {
  let now = START.at
  const commands = createCommands({ store, systemNow: () => now })
  for (const { stream, command, meta } of script) {
    const { recordedAt, ...commandMeta } = meta
    now = new Date(recordedAt)
    const [kind, id = ''] = stream.split('-')
    const { accounts, fixtures, feeds, offer } = commands
    const recorders = { account: accounts, fixture: fixtures, feed: feeds, offer }
    const recorder = recorders[kind as keyof typeof recorders]
    const outcome = await recorder.execute(id, command as never, commandMeta)
    expect(outcome).toMatchObject({ accepted: true, repeated: false })
  }
  const streams = new Map<string, string[]>()
  let events = 0
  for await (const page of store.readAll(null)) {
    events += page.length
    for (const { stream, body } of page) {
      const bodies = streams.get(stream) ?? []
      bodies.push(body)
      streams.set(stream, bodies)
    }
  }
  newProjector({ store, url: databaseUrl, bulkRebuildFrom: 1_000 })
  await untilFolded(databaseUrl, events - 1)
  return { streams, rows: withoutPositions(await readModels(databaseUrl)) }
}

/** Positions differ between stores. */
const withoutPositions = (rows: Rows): Rows =>
  Object.fromEntries(
    Object.entries(rows).map(([table, found]) => [table, found.map((row) => ({ ...(row as object), position: null }))]),
  )

describe(`${COMMANDS} commands`, () => {
  const script = randomScenario(SEED, COMMANDS)

  async function playOnPostgres(): Promise<Found> {
    const { url } = await newDatabase()
    const store = await PostgresLog.open({ url, ...START })
    const found = await play(store, script, url)
    await store.close()
    return found
  }

  // played once for both tests, which saves half of the work of each
  let played: Promise<Found> | null = null
  function onPostgres(): Promise<Found> {
    played ??= playOnPostgres()
    return played
  }

  test('are the same bytes and rows in Postgres as in the failing in-memory log', { timeout: 240_000 }, async () => {
    const twin = await MemoryLog.open(START)
    const [there, here] = [await play(twin, script, (await newDatabase()).url), await onPostgres()]
    expect(here.streams).toEqual(there.streams)
    expect(here.rows).toEqual(there.rows)
    expect(there.streams.size).toBeGreaterThan(100)
  })

  test.skipIf(EVENTSTORE_URL === undefined)('and on EventStoreDB', { timeout: 480_000 }, async () => {
    const { EventStoreDbLog } = await import('#services/event-store/eventstoredb/log.ts')
    const prefix = `same${randomBytes(6).toString('hex')}`
    const store = await EventStoreDbLog.open({ url: EVENTSTORE_URL!, prefix, ...START })
    const there = await play(store, script, (await newDatabase()).url)
    await store.close()
    const here = await onPostgres()
    expect(there.streams).toEqual(here.streams)
    expect(there.rows).toEqual(here.rows)
  })
})
