// The whole database at one moment: a transaction that sees nothing committed later, with the tables locked against
// changes of definition. A log in another store is of the same moment if nothing was appended to it from before that
// transaction began until after it.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { EventStore, Position } from '#services/event-store/port.ts'
import { connect } from '#services/platform/database/connect.ts'
import { MIGRATION_LOCK } from '#services/platform/database/migration/migrate.ts'
import { readKeyRows } from '#services/transparency/key-rows.ts'
import { readCheckpoint } from '#services/transparency/tile-rows.ts'
import { BackupError } from '../errors.ts'
import type { Manifest } from '../manifest.ts'
import { eventsKnown } from './known.ts'
import { type BackedUpTable, backedUpTables } from './tables.ts'

/** Makes the text of values independent of where it is read again. */
export const COPY_SETTINGS = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'`

export type Facts = Pick<Manifest, 'takenAt' | 'signed' | 'migrations' | 'readModels' | 'sequences'> & {
  readonly logId: string
  /** Null if the log is in another store. */
  readonly log: Manifest['log'] | null
  /** The key that signs the log; null if it was never signed. */
  readonly keyInForce: string | null
  /** The least number of events that the log has, according to the rows. */
  readonly known: number
}
export type Snapshot = {
  readonly client: pg.Client
  readonly tables: readonly BackedUpTable[]
  /** For a log in another store: its end at this moment. */
  readonly end: Position | null
  facts(): Promise<Facts>
}
/** A log in another store than the database; null if it is in the database. */
export type OtherLog = { readonly store: EventStore; readonly restWithinMs: number } | null

/** Postgres notices that a client was interrupted only when it next writes to it or reads from it. */
const ONE_AT_A_TIME = `
  set lock_timeout = '10s'; select pg_advisory_lock(hashtextextended('fairbook.backup', 0)); reset lock_timeout`
const LOCK_NOT_AVAILABLE = '55P03'
/** A rebuild swaps tables; the next try finds the new ones. */
const TRIES = 20
const RETRY_MS = 50
const GONE = new Set(['42P01', '40P01'])

/**
 * Calls `work` with the snapshot. Throws BackupError if another backup of this database runs, or the log never rests.
 */
export async function inSnapshot<Result>(
  url: string,
  log: OtherLog,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const client = await connect(url, { name: 'fairbook backup', settings: COPY_SETTINGS })
  try {
    await client.query(ONE_AT_A_TIME).catch((error: { code?: string }) => {
      if (error.code !== LOCK_NOT_AVAILABLE) throw error
      throw new BackupError('backup_under_way', 'another backup of this database is being taken', { cause: error })
    })
    // whoever changes tables waits here, rather than at the tables with all readers queued behind
    await client.query(`select pg_advisory_lock_shared(${MIGRATION_LOCK})`)
    const begun = await lockTables(client, log)
    return await work({ client, ...begun, facts: () => factsOf(client, log) })
  } finally {
    await client.end()
  }
}

type Begun = Pick<Snapshot, 'tables' | 'end'>

async function lockTables(client: pg.Client, log: OtherLog): Promise<Begun> {
  const started = performance.now()
  for (let exchanged = 0; exchanged <= TRIES; await pause(RETRY_MS)) {
    const begun = await tryToLock(client, log)
    if (typeof begun === 'object') return begun
    await client.query('rollback')
    if (begun === 'exchanged') exchanged += 1
    else if (performance.now() - started > log!.restWithinMs) throw new BackupError('backup_under_way', NO_REST)
  }
  throw new BackupError('backup_under_way', 'the tables change all the time: is a rebuild running?')
}

/** `exchanged`: a table has been swapped for another; `appended`: a log in another store has more events now. */
async function tryToLock(client: pg.Client, log: OtherLog): Promise<Begun | 'exchanged' | 'appended'> {
  const before = await backedUpTables(client)
  if (before.length === 0) throw noLedger()
  const names = before.map(({ schema, name }) => `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`)
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query(`lock table ${names.join(', ')} in access share mode`)
  } catch (error) {
    if (GONE.has((error as { code?: string }).code ?? '')) return 'exchanged'
    throw error
  }
  const end = await beginReading(client, log)
  if (end === undefined) return 'appended'
  const tables = await backedUpTables(client)
  return JSON.stringify(tables) === JSON.stringify(before) ? { tables, end } : 'exchanged'
}

const noLedger = () => new BackupError('backup_settings', 'there is no ledger in this database')

const NO_REST =
  'the log on EventStoreDB did not rest for a moment: take the backup when less is recorded, or with the product stopped'

/**
 * The snapshot begins with the first statement that reads, which is after the locks. Returns where a log in another
 * store ended then; undefined if something was appended to it meanwhile.
 */
async function beginReading(client: pg.Client, log: OtherLog): Promise<Position | null | undefined> {
  if (log === null) return null
  const before = await log.store.lastPosition()
  await client.query('select 1')
  return (await log.store.lastPosition()) === before ? before : undefined
}

/** When the transaction began: the snapshot is taken later, so it includes everything committed by then. */
const BEGAN = `select to_json(now()) #>> '{}' as "takenAt"`
const LOG = `
  select (select count(*)::float8 from log.events) as events, first.body::json ->> 'log' as id,
    last.position::text as position, encode(last.hash, 'hex') as hash,
    last.body::json #>> '{meta,recordedAt}' as "recordedAt", last.body::json #>> '{meta,at}' as at
  from (select body from log.events order by position limit 1) as first,
    (select position, hash, body from log.events order by position desc limit 1) as last`
const SEQUENCES = `
  select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
  where schemaname = 'app' and last_value is not null order by 2`

async function logIn(client: pg.Client): Promise<Manifest['log']> {
  const { rows } = await client.query<{ events: number; id: string } & Manifest['log']['last']>(LOG)
  const [log] = rows
  if (log === undefined) throw noLedger()
  const { events, id, ...last } = log
  return { id, events, last }
}

async function factsOf(client: pg.Client, other: OtherLog): Promise<Facts> {
  const log = other === null ? await logIn(client) : null
  const logId = log?.id ?? other!.store.logId
  const taken = await client.query<{ takenAt: string }>(BEGAN)
  const migrations = await client.query<{ name: string }>('select name from log.migration order by name')
  const models = await client.query<{ projection: string; definition: string }>(
    'select projection, definition from app.projection_checkpoint order by 1',
  )
  const sequences = await client.query<Manifest['sequences'][number]>(SEQUENCES)
  const keys = await readKeyRows(client)
  return {
    takenAt: new Date(taken.rows[0]!.takenAt).toISOString(),
    logId,
    log,
    known: await eventsKnown(client, logId, other?.store ?? null),
    signed: (await readCheckpoint(client))?.size ?? null,
    migrations: migrations.rows.map(({ name }) => name),
    readModels: Object.fromEntries(models.rows.map(({ projection, definition }) => [projection, definition])),
    sequences: sequences.rows,
    keyInForce: keys.at(-1)?.verifierKey ?? null,
  }
}
