// One moment of the database: every connection of an audit sees the log and the rows beside it at that moment. Opening
// a connection takes longer than reading a small table, so only large tables get a connection of their own.
import pg from 'pg'
import { connect } from '#services/platform/database/connect.ts'
import { Incomplete, Interposed, NoConnection } from '../failures.ts'
import { reusedSocket } from './copy/reused-socket.ts'
import { EVENTS } from './log-rows.ts'
import { refuseMoved } from './surroundings.ts'
import { TableLines } from './table-lines.ts'
import { readTimesAsDates } from './times.ts'

/** Closes a connection after its last query. */
export async function endConnection(client: pg.Client): Promise<void> {
  await client.query('rollback')
  await client.end()
}

export type Snapshot = {
  readonly main: pg.Client
  readonly id: SnapshotId
  /** Opens another connection on the same snapshot. `settings`: SQL to run first. */
  open(settings?: string): Promise<pg.Client>
  /** The tables that are small enough to be loaded whole. */
  readonly small: ReadonlySet<string>
  isSmall(table: string): boolean
  /**
   * The result of a query over a table, to be read alongside others. `settings`: SQL to run first if it gets its own
   * connection.
   */
  lines(table: string, query: string, settings?: string): Promise<TableLines>
  close(): Promise<void>
}

/** Most rows of a small table. A dozen tables are read at the same time. */
const SMALL = 4_096

/** Without synchronised scans, a table is read from its start even if somebody else is reading it at the same time. */
const SETTINGS = `
  set timezone = 'UTC';
  set datestyle = 'ISO, YMD';
  set jit = off;
  set synchronize_seqscans = off;
  set max_parallel_workers_per_gather = 0;
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/** For ordered reads of large tables: by index, since sorting a whole log would fill the disk. */
export const IN_ORDER = 'set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off'

const BEGIN = 'begin isolation level repeatable read read only'
const EXPORT = 'select pg_export_snapshot() as name'

/** With this, connections of another thread join the snapshot. */
export type SnapshotId = { readonly url: string; readonly name: string }

/** Postgres's own names are looked up in its own schema only, whatever the database or a role has set. */
export const OWN_NAMES = 'set search_path = pg_catalog, pg_temp'

/** Opens a connection with the settings of an audit. Throws NoConnection. */
export async function openConnection(url: string): Promise<pg.Client> {
  const options = { name: 'fairbook ledger', settings: OWN_NAMES, socket: reusedSocket }
  const client = await connect(url, options).catch((error: Error) => {
    throw new NoConnection(`the database cannot be reached: ${error.message}`)
  })
  readTimesAsDates(client)
  return client
}

export async function joinSnapshot({ url, name }: SnapshotId, settings = ''): Promise<pg.Client> {
  const client = await openConnection(url)
  await client.query(`${SETTINGS}; ${settings}; ${BEGIN}; set transaction snapshot ${pg.escapeLiteral(name)}`)
  return client
}

/** The tables that an audit reads, by their full names. */
export type AuditedTables = {
  /** Without these, the database has no ledger. */
  readonly required?: readonly string[]
  /**
   * Have to be there too, and are locked from before the snapshot until it is closed, so that no rebuild can replace
   * them.
   */
  readonly compared?: readonly string[]
  /** May be missing. */
  readonly others?: readonly string[]
}

export type SnapshotConnection = {
  /** Closes all connections when it aborts. */
  readonly signal?: AbortSignal | undefined
  /** A connection by `openConnection` to be used as the main one; it stays open afterwards. */
  readonly lent?: pg.Client | undefined
}

/**
 * Throws NoConnection if the database cannot be reached or has no ledger, Usage if its log has moved to another store,
 * Incomplete if a compared table is missing, Interposed if a name of any of the tables belongs to something else, such
 * as a view.
 */
export async function openSnapshot(
  url: string,
  { required = [], compared = [], others = [] }: AuditedTables,
  { signal, lent }: SnapshotConnection = {},
): Promise<Snapshot> {
  const clients: pg.Client[] = []
  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', close)
    // not awaited: if an audit broke off, the connection waits for a result that nobody reads
    if (lent !== undefined)
      ending.set(
        lent,
        lent.query('rollback').catch(() => undefined),
      )
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
  signal?.addEventListener('abort', close)
  try {
    if (lent !== undefined) await ending.get(lent)
    const main = lent ?? (await openConnection(url))
    if (lent === undefined) clients.push(main)
    const missing = await missingTables(main, [...required, ...compared])
    if (missing.some((table) => required.includes(table))) throw new NoConnection('this database holds no ledger')
    if (missing.length > 0) throw new Incomplete(lacks(missing))
    if (required.includes(EVENTS)) await refuseMoved(main)
    const interposed = await notTables(main, [...required, ...compared, ...others])
    if (interposed.length > 0) throw new Interposed(interposed)
    const lock = compared.length === 0 ? '' : `lock table ${compared.join(', ')} in access share mode;`
    const results: unknown = await main.query(`${SETTINGS}; ${BEGIN}; ${lock} ${EXPORT}`)
    const { rows } = (results as pg.QueryResult<{ name: string }>[]).at(-1)!
    const id = { url, name: rows[0]!.name }
    const small = await smallTables(main, [...required, ...compared])
    return { ...sharedBy(main, id, small, clients), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Joins the snapshot of another thread. `small`: as that thread found them. */
export async function joinedSnapshot(id: SnapshotId, small: ReadonlySet<string>): Promise<Snapshot> {
  const clients: pg.Client[] = [await joinSnapshot(id)]
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
  return { ...sharedBy(clients[0]!, id, small, clients), close }
}

/** `clients`: connections that are opened are added here. */
function sharedBy(
  main: pg.Client,
  id: SnapshotId,
  small: ReadonlySet<string>,
  clients: pg.Client[],
): Omit<Snapshot, 'close'> {
  const open = async (settings?: string): Promise<pg.Client> => {
    const client = await joinSnapshot(id, settings)
    clients.push(client)
    return client
  }
  const isSmall = (table: string): boolean => small.has(table)
  const lines = async (table: string, query: string, settings?: string): Promise<TableLines> => {
    if (isSmall(table)) return new TableLines(main, query).load()
    const client = await open(settings)
    return new TableLines(client, query, () => endConnection(client))
  }
  return { main, id, open, small, isSmall, lines }
}

/** By lent connection, the query that ends the last audit over it; the next audit waits for that. */
const ending = new WeakMap<pg.Client, Promise<unknown>>()

/** Returns those tables that the database does not have. */
export async function missingTables(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as t (name) where to_regclass(name) is null',
    [tables],
  )
  return rows.map(({ name }) => name)
}

/** Returns those names that exist and are not tables. */
async function notTables(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct name from unnest($1::text[]) as t (name) join pg_class c on c.oid = to_regclass(name)
     where c.relkind not in ('r', 'p') order by 1`,
    [names],
  )
  return rows.map(({ name }) => name)
}

async function smallTables(client: pg.Client, tables: readonly string[]): Promise<ReadonlySet<string>> {
  const looks = tables.map(
    (name) => `(select '${name}' as name where not exists (select from ${name} offset ${SMALL}))`,
  )
  if (looks.length === 0) return new Set()
  const { rows } = await client.query<{ name: string }>(looks.join(' union all '))
  return new Set(rows.map(({ name }) => name))
}

export const lacks = (missing: readonly string[]): string =>
  `this database lacks ${missing.join(', ')}: start the product once`
