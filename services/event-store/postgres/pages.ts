// Reads of the log: keyset pages in the global order, and streams by version.
import pg from 'pg'
import { eventId } from '../event-hash.ts'
import { type Position, type StoredEvent, StoreUnavailable, type StreamHead } from '../port.ts'

export type EventRow = [position: string, stream: string, version: number, type: string, hash: string, body: string]

const COLUMNS = `position, stream, version, type, encode(hash, 'hex'), body`
const STREAM_PAGE = 1_000

export function storedEvent([position, stream, version, type, hash, body]: EventRow): StoredEvent {
  return { position, stream, version, type, id: eventId(hash), hash, body }
}

/** Throws StoreUnavailable; errors of the query itself (a missing privilege or table) are thrown as they are. */
async function queryLog<Row extends unknown[]>(
  pool: pg.Pool,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  try {
    return (await pool.query<Row>({ name, text, values, rowMode: 'array' })).rows
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    if (error instanceof pg.DatabaseError && error.code?.startsWith('42')) throw error
    throw new StoreUnavailable(`the event store cannot be reached: ${(error as Error).message}`, { cause: error })
  }
}

const PAGE = `select ${COLUMNS} from log.events where position > $1 order by position limit $2`
const STREAM = `select ${COLUMNS} from log.events where stream = $1 and version >= $2 order by version limit $3`
const HEAD = `select version, encode(hash, 'hex') from log.events where stream = $1 order by version desc limit 1`
const LAST = 'select max(position) from log.events'

/** One page of the log after a position; fewer than `size` events mean that there are no more now. */
export async function readPage(pool: pg.Pool, after: Position | null, size: number): Promise<StoredEvent[]> {
  return (await queryLog<EventRow>(pool, 'log-page', PAGE, [after ?? '0', size])).map(storedEvent)
}

/** The events that exist at the call, in pages; the next page is fetched while one is being consumed. */
export async function* readPages(pool: pg.Pool, after: Position | null, size: number): AsyncGenerator<StoredEvent[]> {
  const end = await lastPosition(pool)
  if (end === null) return
  let next: Promise<StoredEvent[]> | null = readPage(pool, after, size)
  while (next) {
    const page: StoredEvent[] = await next
    const last = page.at(-1)
    if (!last) return
    const more = page.length === size && Number(last.position) < Number(end)
    next = more ? readPage(pool, last.position, size) : null
    // a failure is thrown when that page is requested
    next?.catch(() => undefined)
    yield page
  }
}

export async function* readStream(pool: pg.Pool, stream: string, fromVersion: number): AsyncGenerator<StoredEvent> {
  for (let from = fromVersion; ; from += STREAM_PAGE) {
    const rows = await queryLog<EventRow>(pool, 'log-stream', STREAM, [stream, from, STREAM_PAGE])
    for (const row of rows) yield storedEvent(row)
    if (rows.length < STREAM_PAGE) return
  }
}

export async function readHead(pool: pg.Pool, stream: string): Promise<StreamHead> {
  const [head] = await queryLog<[number, string]>(pool, 'log-head', HEAD, [stream])
  return head ? { version: head[0], hash: head[1] } : { version: -1, hash: null }
}

export async function lastPosition(pool: pg.Pool): Promise<Position | null> {
  const [row] = await queryLog<[string | null]>(pool, 'log-last', LAST, [])
  return row?.[0] ?? null
}
