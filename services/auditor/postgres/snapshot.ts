// One moment of the database: every connection of an audit sees the log, the read models and identity as of it.
import pg from 'pg'
import { Incomplete, NoConnection } from '../failures.ts'

/** Ends a connection once its last query is over. */
export async function endConnection(client: pg.Client): Promise<void> {
  await client.query('rollback')
  await client.end()
}

export type Snapshot = {
  readonly main: pg.Client
  readonly id: SnapshotId
  /** Another connection on the same moment; `settings`: statements for it. */
  open(settings?: string): Promise<pg.Client>
  close(): Promise<void>
}

/** Tables that are read as they lie come from their beginning to their end, whoever else reads them meanwhile. */
const SETTINGS = `
  set timezone = 'UTC';
  set datestyle = 'ISO, YMD';
  set jit = off;
  set synchronize_seqscans = off;
  set max_parallel_workers_per_gather = 0;
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/** For reads of large tables in order, which go by index: sorting a whole log would fill the disk. */
export const IN_ORDER = 'set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off'

const BEGIN = 'begin isolation level repeatable read read only'

/** For connections that belong to no Snapshot object: those of other threads. */
export type SnapshotId = { readonly url: string; readonly name: string }

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'fairbook ledger',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // a connection that breaks fails the query that waits on it
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw new NoConnection(`the database cannot be reached: ${(error as Error).message}`)
  }
  return client
}

export async function joinSnapshot({ url, name }: SnapshotId, settings = ''): Promise<pg.Client> {
  const client = await connect(url)
  await client.query(`${SETTINGS}; ${settings}; ${BEGIN}; set transaction snapshot ${pg.escapeLiteral(name)}`)
  return client
}

/**
 * `tables`: locked against being exchanged by a rebuild, from before the moment of the snapshot until it is closed.
 * `needs`: without these, the database holds no ledger. `signal` cuts the connections.
 */
export async function openSnapshot(
  url: string,
  tables: readonly string[],
  needs: readonly string[] = [],
  signal?: AbortSignal,
): Promise<Snapshot> {
  const clients: pg.Client[] = []
  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', close)
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
  signal?.addEventListener('abort', close)
  try {
    const main = await connect(url)
    clients.push(main)
    if ((await missingTables(main, needs)).length > 0) throw new NoConnection('this database holds no ledger')
    const missing = await missingTables(main, tables)
    if (missing.length > 0) throw new Incomplete(lacks(missing))
    await main.query(`${SETTINGS}; ${BEGIN}`)
    if (tables.length > 0) await main.query(`lock table ${tables.join(', ')} in access share mode`)
    const { rows } = await main.query<{ name: string }>('select pg_export_snapshot() as name')
    const id = { url, name: rows[0]!.name }
    const open = async (settings?: string): Promise<pg.Client> => {
      const client = await joinSnapshot(id, settings)
      clients.push(client)
      return client
    }
    return { main, id, open, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function missingTables(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as t (name) where to_regclass(name) is null',
    [tables],
  )
  return rows.map(({ name }) => name)
}

export const lacks = (missing: readonly string[]): string =>
  `this database lacks ${missing.join(', ')}: start the product once`
