// A migrated database for one test file, with both roles.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'

export type TestDatabase = {
  /** The services' role: what the product connects with. */
  readonly url: string
  /** The superuser. */
  readonly ownerUrl: string
  /** Disconnects whoever is left and removes it. */
  drop(): Promise<void>
}

/** Copies the run's template: some 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const database = newDatabase()
  await copyTemplate(database)
  return database
}

/**
 * The same for all tests of a file, or of a `describe`: from their first hook to after their last. Where it will be is known at
 * once.
 */
export function databaseForTests(): Pick<TestDatabase, 'url' | 'ownerUrl'> {
  const database = newDatabase()
  beforeAll(() => copyTemplate(database))
  afterAll(() => database.drop())
  return database
}

/** An empty database: for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = newDatabase()
  await asAdmin(database.ownerUrl, `create database ${databaseOf(database.ownerUrl)}`)
  return database
}

function newDatabase(): TestDatabase {
  const { serviceUrl, ownerUrl } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  return {
    url: withDatabase(serviceUrl, name),
    ownerUrl: withDatabase(ownerUrl, name),
    drop: () => asAdmin(ownerUrl, `drop database if exists ${name} with (force)`),
  }
}

async function copyTemplate({ ownerUrl }: TestDatabase): Promise<void> {
  const [name, template] = [ownerUrl, inject('postgres').ownerUrl].map(databaseOf)
  await asAdmin(ownerUrl, `create database ${name} template ${template} strategy file_copy`)
  // privileges on a database are not copied with it
  await asAdmin(ownerUrl, `grant create, temporary on database ${name} to fairbook`)
}

/** How many sessions of this database wait for a lock with a statement that has this text. */
export async function waitingForLocks(db: Pick<pg.Pool, 'query'>, text: string): Promise<number> {
  const { rowCount } = await db.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
    [text],
  )
  return rowCount ?? 0
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client(withDatabase(url, 'postgres'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const databaseOf = (url: string) => new URL(url).pathname.slice(1)

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
