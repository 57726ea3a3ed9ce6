// The log of a running ledger, read page by page over one connection, without holding a snapshot open.
import type pg from 'pg'
import { connect } from '#services/platform/database/connect.ts'
import type { StoreName } from '../audited-log.ts'
import type { LedgerPlace } from '../commands/command.ts'
import { type AuditedStore, checkTruncations, eventPages } from '../event-store/log.ts'
import type { LogRow } from '../events/log-row.ts'
import { Incomplete, NoConnection } from '../failures.ts'
import type { Findings } from '../findings/findings.ts'
import { checkLogGuards } from '../postgres/guards/log-guards.ts'
import { CELLS, EVENTS } from '../postgres/log-rows.ts'
import { lacks, missingTables, OWN_NAMES } from '../postgres/snapshot.ts'
import { lastNumber, readClock, refuseMoved } from '../postgres/surroundings.ts'
import { TREE_COLUMNS } from '../tree/tree-rows.ts'

/**
 * Where to go on reading. `number`: ledger number of the next event. `position`: of the event before it; null before
 * the first.
 */
export type Reached = { readonly number: number; readonly position: string | null }

export type Signed = { readonly note: string | null; readonly keys: readonly string[] }

export type LogSource = {
  readonly store: StoreName
  /**
   * The newest checkpoint, or the newest that was cosigned (null if there is none), and the keys that the ledger names.
   */
  signed(isCosigned: boolean): Promise<Signed>
  /** Reads on in pages, to at least `limit` events if there are as many. */
  read(from: Reached, limit?: number): AsyncGenerator<readonly LogRow[]>
  /** How many events there are; null if the store does not say. */
  count(): Promise<number | null>
  /** The hashes of a stored tile of leaves; null if there is no such tile. */
  tile(index: number): Promise<Buffer | null>
  /** The ledger number of the newest event that records a restore, whoever wrote it; null if there is none. */
  restored(): Promise<number | null>
  /** Throws Usage if the log was moved to another store, which may happen between any two looks. */
  clock(): ReturnType<typeof readClock>
  /** Reports what lets others change stored events. */
  checkKeeping(findings: Findings): Promise<void>
  close(): Promise<void>
}

const PAGE = 1_000
/** Less than any position, even one that somebody else has inserted. */
const FIRST = '-9223372036854775808'
const RESTORES = 'backup-20777000000000000000000000000001'
const QUERY_TIMEOUT_MS = 60_000

type DatabasePlace = Extract<LedgerPlace, { readonly url: string }>

/** Throws NoConnection if there is no database or no ledger in it, Incomplete if it has no transparency log. */
export async function openLogSource({ url, store }: DatabasePlace): Promise<LogSource> {
  const options = {
    name: 'fairbook ledger',
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    settings: `${OWN_NAMES}; set timezone = 'UTC'`,
  }
  const client = await connect(url, options).catch((error: Error) => {
    throw new NoConnection(`the database cannot be reached: ${error.message}`)
  })
  try {
    if (store === undefined && (await missingTables(client, [EVENTS])).length > 0) {
      throw new NoConnection('this database holds no ledger')
    }
    const missing = await missingTables(client, [...TREE_COLUMNS.keys()])
    if (missing.length > 0) throw new Incomplete(lacks(missing))
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  const shared = {
    signed: (isCosigned: boolean) => readSigned(client, isCosigned),
    tile: (index: number) => readTile(client, index),
    restored: () => readRestored(client, store === undefined),
    clock: async () => {
      if (store === undefined) await refuseMoved(client)
      return readClock(client)
    },
    close: () => client.end().catch(() => undefined),
  }
  return store === undefined ? { ...shared, ...inPostgres(client) } : { ...shared, ...inEventStore(store) }
}

type Events = Pick<LogSource, 'store' | 'read' | 'count' | 'checkKeeping'>

const inPostgres = (client: pg.Client): Events => ({
  store: 'Postgres',
  read: ({ position }, limit) => readPages(client, position, limit),
  count: async () => (await lastNumber(client)) + 1,
  checkKeeping: (findings) => checkLogGuards(client, findings),
})

const inEventStore = (store: AuditedStore): Events => ({
  store: 'EventStoreDB',
  read: ({ number, position }) => eventPages(store, PAGE, number, position),
  count: async () => null,
  checkKeeping: (findings) => checkTruncations(store, findings),
})

async function* readPages(
  client: pg.Client,
  from: string | null,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly LogRow[]> {
  let position = from ?? FIRST
  for (let left = limit; left > 0; ) {
    const { rows } = await client.query<Omit<LogRow, 'number' | 'id'>>(
      `select position::text, ${CELLS.stream} as stream, coalesce(version, -1) as version, ${CELLS.type} as type,
         encode(${CELLS.hash}, 'hex') as hash, ${CELLS.body} as body, (extract(epoch from stored_at) * 1000)::float8 as "storedAt"
       from log.events where log.events.position > $1::bigint order by log.events.position limit $2`,
      [position, Math.min(PAGE, left)],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map((row) => ({ ...row, number: Number(row.position) - 1, id: null }))
    position = last.position
    left -= rows.length
  }
}

async function readSigned(client: pg.Client, isCosigned: boolean): Promise<Signed> {
  const { rows } = await client.query<{ note: string | null; keys: string[] }>(
    `select (select note from app.log_checkpoint where not $1 or note like E'%\\n\\n— %\\n— %' order by size desc limit 1) as note,
       array(select verifier_key from app.log_key order by since, known_at) as keys`,
    [isCosigned],
  )
  return rows[0]!
}

async function readTile(client: pg.Client, index: number): Promise<Buffer | null> {
  const { rows } = await client.query<{ hashes: Buffer }>(
    'select hashes from app.log_tile where level = 0 and index = $1',
    [index],
  )
  return rows[0]?.hashes ?? null
}

/** `isHere`: the log is in this database. Only such a log can come from a backup. */
async function readRestored(client: pg.Client, isHere: boolean): Promise<number | null> {
  if (!isHere) return null
  const { rows } = await client.query<{ number: number }>(
    `select position::float8 - 1 as number from log.events where stream = $1 and type = 'BackupRestored'
     order by version desc limit 1`,
    [RESTORES],
  )
  return rows[0]?.number ?? null
}
