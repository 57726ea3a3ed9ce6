// Reading the log: keyset pages in the global order, and streams by version.
import type pg from 'pg'
import { eventId } from '../encoding.ts'
import type { Position, StoredEvent, StreamHead } from '../port.ts'

type Row = [position: string, stream: string, version: number, type: string, hash: string, body: string]

const COLUMNS = `position, stream, version, type, encode(hash, 'hex'), body`
const STREAM_PAGE = 1_000

function storedEvent([position, stream, version, type, hash, body]: Row): StoredEvent {
  return { position, stream, version, type, id: eventId(hash), hash, body }
}

/** One page of the log after a position; fewer than `size` events: that is all there is now. */
export async function readPage(pool: pg.Pool, after: Position | null, size: number): Promise<StoredEvent[]> {
  const { rows } = await pool.query<Row>({
    name: 'log-page',
    text: `select ${COLUMNS} from log.events where position > $1 order by position limit $2`,
    values: [after ?? '0', size],
    rowMode: 'array',
  })
  return rows.map(storedEvent)
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
    const { rows } = await pool.query<Row>({
      name: 'log-stream',
      text: `select ${COLUMNS} from log.events where stream = $1 and version >= $2 order by version limit $3`,
      values: [stream, from, STREAM_PAGE],
      rowMode: 'array',
    })
    for (const row of rows) yield storedEvent(row)
    if (rows.length < STREAM_PAGE) return
  }
}

export async function readHead(pool: pg.Pool, stream: string): Promise<StreamHead> {
  const { rows } = await pool.query<[number, string]>({
    name: 'log-head',
    text: `select version, encode(hash, 'hex') from log.events where stream = $1 order by version desc limit 1`,
    values: [stream],
    rowMode: 'array',
  })
  return rows[0] ? { version: rows[0][0], hash: rows[0][1] } : { version: -1, hash: null }
}

export async function lastPosition(pool: pg.Pool): Promise<Position | null> {
  const { rows } = await pool.query<[string | null]>({
    name: 'log-last',
    text: 'select max(position) from log.events',
    values: [],
    rowMode: 'array',
  })
  return rows[0]?.[0] ?? null
}
