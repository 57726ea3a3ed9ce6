// Reading the log: keyset pages in the global order, and streams by version.
import pg from 'pg'
import { eventId } from '../encoding.ts'
import { type Position, type StoredEvent, StoreUnavailable, type StreamHead } from '../port.ts'

type Row = [position: string, stream: string, version: number, type: string, hash: string, body: string]

const COLUMNS = `position, stream, version, type, encode(hash, 'hex'), body`
const STREAM_PAGE = 1_000

function storedEvent([position, stream, version, type, hash, body]: Row): StoredEvent {
  return { position, stream, version, type, id: eventId(hash), hash, body }
}

/** Throws StoreUnavailable, and as it is what the database says against a query (a right that is missing, no table). */
async function ask<Answer extends unknown[]>(
  pool: pg.Pool,
  name: string,
  text: string,
  values: unknown[],
): Promise<Answer[]> {
  try {
    return (await pool.query<Answer>({ name, text, values, rowMode: 'array' })).rows
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

/** One page of the log after a position; fewer than `size` events: that is all there is now. */
export async function readPage(pool: pg.Pool, after: Position | null, size: number): Promise<StoredEvent[]> {
  return (await ask<Row>(pool, 'log-page', PAGE, [after ?? '0', size])).map(storedEvent)
}

/** The pages up to what is there when it is asked; the next is fetched while one is being used. */
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
    // a failure belongs to whoever asks for that page
    next?.catch(() => undefined)
    yield page
  }
}

export async function* readStream(pool: pg.Pool, stream: string, fromVersion: number): AsyncGenerator<StoredEvent> {
  for (let from = fromVersion; ; from += STREAM_PAGE) {
    const rows = await ask<Row>(pool, 'log-stream', STREAM, [stream, from, STREAM_PAGE])
    for (const row of rows) yield storedEvent(row)
    if (rows.length < STREAM_PAGE) return
  }
}

export async function readHead(pool: pg.Pool, stream: string): Promise<StreamHead> {
  const [head] = await ask<[number, string]>(pool, 'log-head', HEAD, [stream])
  return head ? { version: head[0], hash: head[1] } : { version: -1, hash: null }
}

export async function lastPosition(pool: pg.Pool): Promise<Position | null> {
  const [row] = await ask<[string | null]>(pool, 'log-last', LAST, [])
  return row?.[0] ?? null
}
