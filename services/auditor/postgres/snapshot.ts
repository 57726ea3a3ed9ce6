// One moment of the database: every connection of an audit sees log, read models and identity as of that moment.
import pg from 'pg'
import { connect } from '#services/platform/database/connect.ts'
import { Incomplete, NoConnection } from '../failures.ts'

/** Closes a connection after its last query. */
export async function endConnection(client: pg.Client): Promise<void> {
  await client.query('rollback')
  await client.end()
}

export type Snapshot = {
  readonly main: pg.Client
  readonly id: SnapshotId
  /** Another connection on the same snapshot; `settings`: SQL to run first. */
  open(settings?: string): Promise<pg.Client>
  close(): Promise<void>
}

/** Without synchronised scans, tables are read from start to end even if others read them at the same time. */
const SETTINGS = `
  set timezone = 'UTC';
  set datestyle = 'ISO, YMD';
  set jit = off;
  set synchronize_seqscans = off;
  set max_parallel_workers_per_gather = 0;
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/** For ordered reads of large tables, by index: sorting a whole log would fill the disk. */
export const IN_ORDER = 'set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off'

const BEGIN = 'begin isolation level repeatable read read only'

/** For connections of other threads. */
export type SnapshotId = { readonly url: string; readonly name: string }

const open = (url: string): Promise<pg.Client> =>
  connect(url, { name: 'fairbook ledger' }).catch((error: Error) => {
    throw new NoConnection(`the database cannot be reached: ${error.message}`)
  })

export async function joinSnapshot({ url, name }: SnapshotId, settings = ''): Promise<pg.Client> {
  const client = await open(url)
  await client.query(`${SETTINGS}; ${settings}; ${BEGIN}; set transaction snapshot ${pg.escapeLiteral(name)}`)
  return client
}

/**
 * `tables`: locked, so that no rebuild can replace them, from before the snapshot until it is closed. `required`: without
 * these, the database has no ledger. `signal` closes the connections.
 */
export async function openSnapshot(
  url: string,
  tables: readonly string[],
  required: readonly string[] = [],
  signal?: AbortSignal,
): Promise<Snapshot> {
  const clients: pg.Client[] = []
  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', close)
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
  signal?.addEventListener('abort', close)
  try {
    const main = await open(url)
    clients.push(main)
    if ((await missingTables(main, required)).length > 0) throw new NoConnection('this database holds no ledger')
    const missing = await missingTables(main, tables)
    if (missing.length > 0) throw new Incomplete(lacks(missing))
    await main.query(`${SETTINGS}; ${BEGIN}`)
    if (tables.length > 0) await main.query(`lock table ${tables.join(', ')} in access share mode`)
    const { rows } = await main.query<{ name: string }>('select pg_export_snapshot() as name')
    const id = { url, name: rows[0]!.name }
    const join = async (settings?: string): Promise<pg.Client> => {
      const client = await joinSnapshot(id, settings)
      clients.push(client)
      return client
    }
    return { main, id, open: join, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Those of these tables that the database does not have. */
export async function missingTables(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as t (name) where to_regclass(name) is null',
    [tables],
  )
  return rows.map(({ name }) => name)
}

export const lacks = (missing: readonly string[]): string =>
  `this database lacks ${missing.join(', ')}: start the product once`
