// A log of some hundreds of events, signed on the way and at its end.
import pg from 'pg'
import { expect, vi } from 'vitest'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { randomScenario } from '#projections/testing/scenario.ts'
import { LogWriter } from '#projections/testing/write-log.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { startTestNotary } from '#services/notary/testing/notary.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

type Signed = { readonly note: string; readonly key: string }

export type SignedLog = {
  readonly database: TestDatabase
  /** As the superuser, whom no constraint restrains. */
  readonly owner: pg.Client
  /** The number of events, all of them signed. */
  readonly size: number
  /** The checkpoint from the middle, as somebody kept it, and the newest. */
  readonly earlier: Signed
  readonly newest: Signed
  close(): Promise<void>
}

/** The newest checkpoint, once it has this many events. */
async function signedUpTo(client: pg.Client, events: number): Promise<Signed> {
  let newest: (Signed & { size: number }) | undefined
  const look = async () => {
    const { rows } = await client.query<Signed & { size: number }>(
      `select size::int as size, note, verifier_key as key from app.log_checkpoint, app.log_key
       order by app.log_checkpoint.size desc limit 1`,
    )
    newest = rows[0]
    expect(newest?.size).toBe(events)
  }
  await vi.waitFor(look, { timeout: 60_000 })
  return { note: newest!.note, key: newest!.key }
}

/** Signs all events; `key`: with this one (PEM). */
export async function signAll(store: EventStore, url: string, key?: string): Promise<Signed> {
  let events = 0
  for await (const page of store.readAll(null)) events += page.length
  const notary = startTestNotary(store, url, key === undefined ? {} : { LOG_SIGNING_KEY: key })
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await signedUpTo(client, events)
  } finally {
    await client.end()
    await notary.stop()
  }
}

export async function openSignedLog(): Promise<SignedLog> {
  const database = await createTestDatabase()
  const store = await PostgresLog.open({ url: database.url })
  const notary = startTestNotary(store, database.url)
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  const steps = randomScenario(9, 900)
  const writer = new LogWriter(store)
  for (const step of steps.slice(0, 300)) await writer.write(step)
  const earlier = await signedUpTo(owner, writer.events + 1)
  for (const step of steps.slice(300)) await writer.write(step)
  const size = writer.events + 1
  const newest = await signedUpTo(owner, size)
  await notary.stop()
  await rebuild({ store, url: database.url })
  await store.close()
  return {
    database,
    owner,
    size,
    earlier,
    newest,
    async close() {
      await owner.end()
      await database.drop()
    },
  }
}
