// Reads the log by COPY in binary format: the fastest way to every byte of it.
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { LogRow } from '../events/log-row.ts'

// positions are consecutive; the first event has position 1 and ledger number 0
const COLUMNS = 'position, stream, version, type, hash, body, stored_at'
const FIELDS = 7
/** PGCOPY signature, flags, length of the extension. */
const HEADER_BYTES = 19
/** Postgres counts microseconds since 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
/** What is read and not folded yet outlives several collections of garbage: the less, the cheaper. */
const BATCH_BYTES = 131_072

export const EVENTS = 'log.events'

/** The columns that are read; any other column of the table would go unchecked. */
export const LOG_COLUMNS = COLUMNS.split(', ')

/** Complete rows as received, in memory that another thread can read. */
export type LogBytes = Buffer<SharedArrayBuffer>

/** All rows in order of position, from a ledger number on. */
export async function* readLog(client: pg.Client, from = 0): AsyncGenerator<LogBytes> {
  const rows = `select ${COLUMNS} from ${EVENTS} ${from === 0 ? '' : `where position > ${from}`} order by position`
  const stream = client.query(copyTo(`copy (${rows}) to stdout (format binary)`))
  // the reader gets its errors; another may be emitted when the connection is closed
  stream.on('error', () => undefined)
  let chunks: Buffer[] = []
  let size = 0
  let begin = HEADER_BYTES
  const batch = (): LogBytes => {
    const bytes = joined(chunks, size)
    let end = begin
    for (let next = endOfRow(bytes, end); next !== -1; next = endOfRow(bytes, end)) end = next
    const whole = bytes.subarray(begin, end)
    const rest = Buffer.from(bytes.subarray(end))
    chunks = [rest]
    size = rest.length
    begin = 0
    return whole
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= BATCH_BYTES) yield batch()
  }
  if (size > begin) yield batch()
}

function joined(chunks: readonly Buffer[], size: number): LogBytes {
  const whole = Buffer.from(new SharedArrayBuffer(size))
  let at = 0
  for (const chunk of chunks) at += chunk.copy(whole, at)
  return whole
}

/** The end of the row that begins at `at`; -1 if it is incomplete, or is the trailer. */
function endOfRow(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length) return -1
  const fields = bytes.readInt16BE(at)
  if (fields < 0) return -1
  if (fields !== FIELDS) throw new Error('a row of the log has another number of columns')
  let next = at + 2
  for (let field = 0; field < fields; field++) {
    if (next + 4 > bytes.length) return -1
    next += 4 + Math.max(0, bytes.readInt32BE(next))
  }
  return next <= bytes.length ? next : -1
}

/** `onBody`: with each row, and where its body stands in the bytes. */
export function rowsOf(bytes: Buffer, onBody?: (row: LogRow, begin: number, end: number) => void): LogRow[] {
  const rows: LogRow[] = []
  let end = 0
  /** The start of the next field; it ends at `end`. */
  const field = (): number => {
    const begin = end + 4
    end = begin + bytes.readInt32BE(end)
    return begin
  }
  while (end < bytes.length) {
    end += 2
    const position = readInt64(bytes, field())
    const stream = bytes.toString('utf8', field(), end)
    const version = bytes.readInt32BE(field())
    const type = bytes.toString('utf8', field(), end)
    const hash = bytes.toString('hex', field(), end)
    const begin = field()
    const endOfBody = end
    const body = bytes.toString('utf8', begin, endOfBody)
    const storedAt = readInt64(bytes, field()) / 1_000 + EPOCH_MS
    const number = position - 1
    const row = { number, position: String(position), stream, version, type, id: null, hash, body, storedAt }
    rows.push(row)
    onBody?.(row, begin, endOfBody)
  }
  return rows
}

const readInt64 = (bytes: Buffer, at: number): number =>
  bytes.readInt32BE(at) * 4_294_967_296 + bytes.readUInt32BE(at + 4)
