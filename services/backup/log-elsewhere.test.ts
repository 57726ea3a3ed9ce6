// Backups of a product whose log is not in its database: both are of the same moment, and restored as if the log had
// been in the database. Always tested with the failing in-memory log; with EVENTSTORE_URL, also with a real server.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { expectSameLog } from '#projections/log-identity.ts'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { randomScenario } from '#projections/testing/scenario.ts'
import { LogWriter, readModels } from '#projections/testing/write-log.ts'
import { verify } from '#services/auditor/verify.ts'
import { EventStoreDbLog } from '#services/event-store/eventstoredb/log.ts'
import { SERVER_URL, WHY_SKIPPED } from '#services/event-store/eventstoredb/testing/server.ts'
import type { EventStore, StoredEvent } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { MemoryServer } from '#services/event-store/testing/memory/server.ts'
import { newKey } from '#services/notary/testing/notary.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { signAll } from '#tests/audit/signed-log.ts'
import { connectForTest, createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { newIdentity, readIdentities, readRecipient } from './age/keys.ts'
import { restoreBackup } from './restore/restore-backup.ts'
import { type TakeOptions, takeBackup } from './take/take-backup.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const keys = newIdentity()
const pem = newKey()
const server = new MemoryServer()
const prefix = `k${randomBytes(6).toString('hex')}`

/** `openOther`: opens a different log there. */
type Elsewhere = { isThere: boolean; open(): Promise<EventStore>; openOther(): Promise<EventStore> }
const onServer = (name: string) => EventStoreDbLog.open({ url: SERVER_URL!, prefix: name })
const STORES: readonly (readonly [name: string, store: Elsewhere])[] = [
  [
    'on the difficult twin',
    {
      isThere: true,
      open: () => MemoryLog.open({ server }),
      openOther: () => MemoryLog.open({ server: new MemoryServer() }),
    },
  ],
  [
    `on a real server${WHY_SKIPPED}`,
    { isThere: SERVER_URL !== null, open: () => onServer(prefix), openOther: () => onServer(`${prefix}other`) },
  ],
]

async function eventsOf(log: EventStore): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for await (const page of log.readAll(null)) events.push(...page)
  return events
}

const refusal = (code: string, said: RegExp) =>
  expect.objectContaining({ name: 'BackupError', code, message: expect.stringMatching(said) })

for (const [name, { isThere, open, openOther }] of STORES)
  describe.skipIf(!isThere)(`a log ${name}`, () => {
    let folder: string
    let database: TestDatabase
    let target: TestDatabase
    let store: EventStore
    let writer: LogWriter
    let superAdmin: string

    const take = (more: Partial<TakeOptions> = {}) =>
      takeBackup({
        url: database.url,
        openLog: open,
        folder,
        recipients: [readRecipient(keys.recipient)],
        readLogKey: () => ({ key: pem, signed: {} }),
        retention: { count: 100, days: 0 },
        ...more,
      })

    /** The same log, which calls something whenever its end is asked for. */
    const asked = (then: () => Promise<unknown>) => async () =>
      Object.assign(await open(), {
        async lastPosition() {
          const last = await store.lastPosition()
          await then()
          return last
        },
      })

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'fairbook-backups-'))
      database = await createTestDatabase()
      target = await createEmptyDatabase()
      store = await open()
      writer = new LogWriter(store)
      for (const step of randomScenario(51, 200)) await writer.write(step)
      await signAll(store, database.url, pem)
      await rebuild({ store, url: database.url })
      const opened = (await eventsOf(store)).find(({ body }) => JSON.parse(body).data.role === 'super-admin')
      superAdmin = opened!.stream.replace('account-', '')
    })
    afterAll(async () => {
      await store?.close()
      for (const each of [database, target]) await each?.drop()
      rmSync(folder, { recursive: true, force: true })
    })

    test('what both had at one moment is restored into Postgres, while the log goes on', async () => {
      const later = randomScenario(52, 3)
      let looks = 0
      let meanwhile: Promise<unknown> | null = null
      // something is appended once between the two looks at its end, and then while it is copied
      const openLog = asked(async () => {
        looks += 1
        if (looks === 1) await writer.write(later[0]!)
        if (looks === 4) await writer.write(later[1]!)
      })
      const { path, manifest } = await take({
        openLog,
        progress: () => {
          meanwhile ??= writer.write(later[2]!)
        },
      })
      await meanwhile
      expect(looks).toBeGreaterThanOrEqual(4)
      const all = await eventsOf(store)
      expect(manifest.log.events).toBeLessThan(all.length)
      expect(manifest.log).toMatchObject({ id: store.logId, last: { hash: all[manifest.log.events - 1]!.hash } })

      const dataDir = mkdtempSync(join(folder, 'notary-'))
      const restored = await restoreBackup({
        folder: path,
        ...{ identities: readIdentities(keys.identity), trusted: null, dataDir },
        openDatabase: async () => ({ serviceUrl: target.url, ownerUrl: target.ownerUrl }),
        told: { by: superAdmin, why: 'the server was gone', checkpoint: null },
      })
      expect(restored.compared.rows).toBeGreaterThan(100)
      // only the database was lost: the log goes on in its store, and the read models and the tree are rebuilt from it
      const pool = openPool(target.url, { max: 1 })
      try {
        await expect(expectSameLog(pool, store)).rejects.toThrow('the event store does not have event')
        await rebuild({ store, url: target.url })
        await expectSameLog(pool, store)
      } finally {
        await pool.end()
      }
      await rebuild({ store, url: database.url })
      expect(await readModels(target.url)).toEqual(await readModels(database.url))
      const log = await PostgresLog.open({ url: target.url })
      try {
        await rebuild({ store: log, url: target.url })
        const found = await eventsOf(log)
        expect(found.at(-1)!.type).toBe('BackupRestored')
        const withPlaces = all
          .slice(0, manifest.log.events)
          .map((event, index) => ({ ...event, position: String(index + 1) }))
        expect(found.slice(0, -1)).toEqual(withPlaces)
        // it goes on, and new events are signed in the restored tree
        const next = new LogWriter(log)
        for (const step of randomScenario(53, 1)) await next.write(step)
        const signed = await signAll(log, target.url, pem)
        expect(Number(signed.note.split('\n')[1])).toBe((await eventsOf(log)).length)
        const report = await verify({ url: target.url })
        const ofTheLog = report.findings.filter(({ code }) =>
          /^(log_|event_|tree_|signed_|checkpoint_|restore_)/.test(code),
        )
        expect(ofTheLog).toEqual([])
      } finally {
        await log.close()
      }
    })

    test('a log that is never at rest is refused, and so is a different log, or one that has lost its end', async () => {
      const before = readdirSync(folder)
      let number = 0
      const restless = async () => Object.assign(await open(), { lastPosition: async () => String(number++) })
      const never = take({ openLog: restless, restWithinMs: 0 })
      await expect(never).rejects.toEqual(refusal('backup_under_way', /did not rest for a moment/))
      const other = take({ openLog: openOther })
      await expect(other).rejects.toEqual(refusal('backup_log', /the read models know/))
      const [, second] = await eventsOf(store)
      const cut = async () => Object.assign(await open(), { lastPosition: async () => second!.position })
      await expect(take({ openLog: cut })).rejects.toEqual(refusal('backup_log', /the log has 2 events/))
      expect(readdirSync(folder)).toEqual(before)
    })

    test('how the last one ended is recorded as for a log in the database', async () => {
      const client = await connectForTest(database.url)
      const { rows } = await client.query('select taken_at is not null as whole, failure from app.last_backup')
      await client.end()
      expect(rows).toEqual([{ whole: true, failure: 'backup_log' }])
    })
  })
