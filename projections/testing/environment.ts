// The environment of a projector test: databases, logs and projectors that are closed when it ends.
import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { openNotifications } from '#services/platform/database/listen.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { type FreshReads, openFreshReads } from '../freshness/fresh-reads.ts'
import { type Projector, type ProjectorOptions, startProjector } from '../runner/projector.ts'

/** Closes it when the test ends, in reverse order of opening. For tests, not for hooks. */
export function keep<Thing>(thing: Thing, close: (thing: Thing) => Promise<unknown>): Thing {
  onTestFinished(async () => void (await close(thing)))
  return thing
}

export async function newDatabase(): Promise<TestDatabase> {
  return keep(await createTestDatabase(), (database) => database.drop())
}

export async function newLog(url?: string): Promise<PostgresLog> {
  return keep(await PostgresLog.open({ url: url ?? (await newDatabase()).url }), (log) => log.close())
}

export async function newFreshReads(
  options: Omit<Parameters<typeof openFreshReads>[0], 'notifications'>,
): Promise<FreshReads> {
  const notifications = keep(await openNotifications(options.url), (one) => one.close())
  return keep(await openFreshReads({ ...options, notifications }), (one) => one.close())
}

export type WatchedProjector = Projector & { readonly lines: string[] }

/** `lines`: what it logged. */
export function newProjector(options: ProjectorOptions): WatchedProjector {
  const lines: string[] = []
  const projector = startProjector({ standbyMs: 20, log: (line) => lines.push(line), ...options })
  keep(projector, (one) => one.stop())
  return Object.assign(Object.create(projector) as Projector, { lines })
}

export async function newClient(url: string): Promise<pg.Client> {
  return keep(await connect(url), (client) => client.end().catch(() => undefined))
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

type Progress = Readonly<Record<string, { readonly number: number; readonly failed: string | null }>>

/** How far each read model has got; empty until a projector has led for the first time. */
export async function progress(client: pg.Client): Promise<Progress> {
  const { rows } = await client.query<{ projection: string; number: number; failed: string | null }>(
    'select projection, number::float8 as number, failed from app.projection_checkpoint',
  )
  return Object.fromEntries(rows.map(({ projection, number, failed }) => [projection, { number, failed }]))
}

/** Waits until every read model has folded the event of this ledger number. Also for hooks. */
export async function untilFolded(url: string, number: number): Promise<void> {
  const client = await connect(url)
  try {
    await until(async () => {
      const numbers = Object.values(await progress(client)).map((one) => one.number)
      expect(numbers.length).toBeGreaterThan(0)
      expect(new Set(numbers)).toEqual(new Set([number]))
    })
  } finally {
    await client.end().catch(() => undefined)
  }
}

export const until = (check: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(check, { timeout: 180_000, interval: 10 })
