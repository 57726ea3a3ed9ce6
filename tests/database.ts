// A migrated database for one test file, with both roles.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'

const LOOK_MS = 10
const LOOKS_MAX = 30

export type TestDatabase = {
  /** As the services' role, with which the product connects. */
  readonly url: string
  /** The superuser. */
  readonly ownerUrl: string
  /** Disconnects all clients and removes the database. */
  drop(): Promise<void>
}

/** Copies the run's template, which takes some 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const database = newDatabase()
  await copyTemplate(database)
  return database
}

/**
 * The same for all tests of a file, or of a `describe`: from the first hook until after the last. The URLs are known at
 * once.
 */
export function databaseForTests(): Pick<TestDatabase, 'url' | 'ownerUrl'> {
  const database = newDatabase()
  beforeAll(() => copyTemplate(database))
  afterAll(() => database.drop())
  return database
}

/** An empty database, for tests of the migrations themselves. `options`: of `create database`. */
export async function createEmptyDatabase(options = ''): Promise<TestDatabase> {
  const database = newDatabase()
  await asAdmin(database.ownerUrl, `create database ${databaseOf(database.ownerUrl)} ${options}`)
  return database
}

function newDatabase(): TestDatabase {
  const { serviceUrl, ownerUrl } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  return {
    url: withDatabase(serviceUrl, name),
    ownerUrl: withDatabase(ownerUrl, name),
    drop: () => dropDatabase(ownerUrl, name),
  }
}

async function copyTemplate({ ownerUrl }: TestDatabase): Promise<void> {
  const [name, template] = [ownerUrl, inject('postgres').ownerUrl].map(databaseOf)
  await withAdmin(ownerUrl, async (admin) => {
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
    // privileges on a database are not copied with it
    await admin.query(`grant create, temporary on database ${name} to fairbook`)
  })
}

/** A connection that is closed at the end of its test, however that ends. For tests, not for hooks. */
export async function connectForTest(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  onTestFinished(() => client.end().catch(() => undefined))
  await client.connect()
  return client
}

/** How many sessions of this database wait for a lock in a statement that contains this text. */
export async function waitingForLocks(db: Pick<pg.Pool, 'query'>, text: string): Promise<number> {
  const { rowCount } = await db.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
    [text],
  )
  return rowCount ?? 0
}

/**
 * A pool ends before its connections do, and a connection that is cut off then can only report to the process. So those
 * are waited for, but not connections that a test leaves open.
 */
const dropDatabase = (url: string, name: string): Promise<void> =>
  withAdmin(url, async (admin) => {
    for (let looks = 0; looks < LOOKS_MAX; looks++) {
      const { rowCount } = await admin.query('select from pg_stat_activity where datname = $1', [name])
      if (rowCount === 0) break
      await pause(LOOK_MS)
    }
    await admin.query(`drop database if exists ${name} with (force)`)
  })

const asAdmin = (url: string, statement: string): Promise<unknown> => withAdmin(url, (admin) => admin.query(statement))

async function withAdmin<Result>(url: string, work: (admin: pg.Client) => Promise<Result>): Promise<Result> {
  const admin = new pg.Client(withDatabase(url, 'postgres'))
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

const databaseOf = (url: string) => new URL(url).pathname.slice(1)

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
