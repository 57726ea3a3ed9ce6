// Reads the log with COPY in binary format, the fastest way to get every byte of it.
import type pg from 'pg'
import type { LogRow } from '../events/log-row.ts'
import { CopyOut } from './copy/copy-out.ts'

// positions are consecutive; the first event has position 1 and ledger number 0
const COLUMNS = 'position, stream, version, type, hash, body, stored_at'
const FIELDS = 7
/** PGCOPY signature, flags, and length of the extension. */
const HEADER_BYTES = 19
/** The number of fields that marks the end, after the last row. */
const TRAILER = -1
/** Postgres counts microseconds since 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
/** Small, because batches that wait to be folded survive several garbage collections, each of which copies them. */
export const BATCH_BYTES = 131_072

export const EVENTS = 'log.events'

/**
 * Four times the largest append. A longer body is no event, but the work of somebody else, and must not fill the
 * auditor's memory.
 */
const MAX_BODY_BYTES = 4_194_304
const MAX_NAME = 1_000

/**
 * How each column is read. A null that somebody allowed, or a value that is too long, becomes one that no event has.
 */
export const CELLS = {
  stream: `coalesce(left(stream::text, ${MAX_NAME}), '')`,
  type: `coalesce(left(type::text, ${MAX_NAME}), '')`,
  hash: `coalesce(substr(hash, 1, 64), '')`,
  body: `case when octet_length(body::text) <= ${MAX_BODY_BYTES} then body::text
    else coalesce('no event: ' || octet_length(body::text) || ' bytes', '') end`,
}

/** The columns that are read. Any other column of the table would go unchecked, so it is reported. */
export const LOG_COLUMNS = COLUMNS.split(', ')

/** Complete rows in binary COPY format, in memory that threads share. */
export type LogBytes = Buffer<SharedArrayBuffer>

/** Provides memory for a batch of at least this many bytes. */
export type BatchMemory = (bytes: number) => LogBytes

export const freshMemory: BatchMemory = (bytes) => Buffer.from(new SharedArrayBuffer(bytes))

/** All rows in the order of the log, from a ledger number on. `memory`: called for each batch. */
export async function* readLog(
  client: pg.Client,
  from = 0,
  memory: BatchMemory = freshMemory,
): AsyncGenerator<LogBytes> {
  const { stream, type, hash, body } = CELLS
  const cells = `position, ${stream}, version, ${type}, ${hash}, ${body}, stored_at`
  const rows = `select ${cells} from ${EVENTS} ${from === 0 ? '' : `where position > ${from}`} order by position`
  let whole: LogBytes[] = []
  let batch = memory(BATCH_BYTES)
  let size = 0
  let header = HEADER_BYTES
  const add = (bytes: Buffer, start: number, end: number): void => {
    // the first message begins with the header
    const begin = start + header
    header = 0
    const fields = bytes.readInt16BE(begin)
    if (fields === TRAILER) return
    if (fields !== FIELDS) throw new Error('a row of the log has another number of columns')
    if (size + end - begin > batch.length) {
      if (size > 0) whole.push(batch.subarray(0, size))
      batch = memory(Math.max(BATCH_BYTES, end - begin))
      size = 0
    }
    size += bytes.copy(batch, size, begin, end)
  }
  const copy = client.query(new CopyOut(`copy (${rows}) to stdout (format binary)`, add))
  try {
    for (let more = true; more; ) {
      more = await copy.more()
      const full = whole
      whole = []
      yield* full
    }
    if (size > 0) yield batch.subarray(0, size)
  } finally {
    copy.drop()
  }
}

/** Decodes a batch. `onBody`: called with each row and the range of its body in the bytes. */
export function rowsOf(bytes: Buffer, onBody?: (row: LogRow, begin: number, end: number) => void): LogRow[] {
  const rows: LogRow[] = []
  let end = 0
  /** The start of the next field, which ends at `end`. A null that somebody allowed is an empty field. */
  const field = (): number => {
    const begin = end + 4
    end = begin + Math.max(0, bytes.readInt32BE(end))
    return begin
  }
  /** The next field as a number of this many bytes; -1 if it is not one. */
  const number = (size: 4 | 8): number => {
    const begin = field()
    if (end - begin !== size) return -1
    return size === 4 ? bytes.readInt32BE(begin) : readInt64(bytes, begin)
  }
  while (end < bytes.length) {
    end += 2
    const position = number(8)
    const stream = bytes.toString('utf8', field(), end)
    const version = number(4)
    const type = bytes.toString('utf8', field(), end)
    const hash = bytes.toString('hex', field(), end)
    const begin = field()
    const endOfBody = end
    const body = bytes.toString('utf8', begin, endOfBody)
    const storedAt = number(8) / 1_000 + EPOCH_MS
    const row = {
      number: position - 1,
      position: String(position),
      stream,
      version,
      type,
      id: null,
      hash,
      body,
      storedAt,
    }
    rows.push(row)
    onBody?.(row, begin, endOfBody)
  }
  return rows
}

const readInt64 = (bytes: Buffer, at: number): number =>
  bytes.readInt32BE(at) * 4_294_967_296 + bytes.readUInt32BE(at + 4)
