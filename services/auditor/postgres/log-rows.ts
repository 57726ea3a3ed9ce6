// The log as Postgres stores it, by COPY in binary form: the fastest way to every byte of it.
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { LogRow } from '../events/shapes.ts'

// the position of the first event is 1, its ledger number 0, and no position is left out
const COLUMNS = 'position, stream, version, type, hash, body, stored_at'
const FIELDS = 7
/** PGCOPY signature, flags, length of the extension. */
const HEADER_BYTES = 19
/** Postgres counts microseconds since 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
const BATCH_BYTES = 262_144

/** Columns of the table of events that this reader checks: another one would go unchecked. */
export const LOG_COLUMNS = COLUMNS.split(', ')

/** `bytes`: the rows as they came, whole ones alone. Nobody else holds its memory. */
export type LogBatch = { readonly rows: LogRow[]; readonly bytes: Buffer<ArrayBuffer> }

/** All rows in order of position. */
export async function* readLog(client: pg.Client): AsyncGenerator<LogBatch> {
  const stream = client.query(
    copyTo(`copy (select ${COLUMNS} from log.events order by position) to stdout (format binary)`),
  )
  // who reads it hears of its errors; it may break once more when the connection is cut
  stream.on('error', () => undefined)
  let waiting: Buffer[] = []
  let size = 0
  let skip = HEADER_BYTES
  const batch = (): LogBatch => {
    const bytes = joined(waiting, size)
    const rows: LogRow[] = []
    let at = skip
    for (let end = endOfRow(bytes, at); end !== -1; end = endOfRow(bytes, at)) {
      rows.push(readRow(bytes, at))
      at = end
    }
    const rest = Buffer.from(bytes.subarray(at))
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset + skip, at - skip)
    waiting = [rest]
    size = rest.length
    skip = 0
    return { rows, bytes: whole }
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    size += chunk.length
    if (size >= BATCH_BYTES) yield batch()
  }
  if (size > HEADER_BYTES) yield batch()
}

/** In memory of its own, which another thread can take over: `concat` would take small ones from a pool. */
function joined(chunks: readonly Buffer[], size: number): Buffer<ArrayBuffer> {
  const whole = Buffer.allocUnsafeSlow(size)
  let at = 0
  for (const chunk of chunks) at += chunk.copy(whole, at)
  return whole
}

/** Where the row that begins at `at` ends; -1 where it is not all there, or is the trailer. */
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

function readRow(bytes: Buffer, at: number): LogRow {
  let next = at + 2
  const field = (): number => {
    const length = bytes.readInt32BE(next)
    const begin = next + 4
    next = begin + length
    return begin
  }
  const position = readInt64(bytes, field())
  const stream = bytes.toString('utf8', field(), next)
  const version = bytes.readInt32BE(field())
  const type = bytes.toString('utf8', field(), next)
  const hash = bytes.toString('hex', field(), next)
  const body = bytes.toString('utf8', field(), next)
  const storedAt = readInt64(bytes, field()) / 1_000 + EPOCH_MS
  return { number: position - 1, position: String(position), stream, version, type, id: null, hash, body, storedAt }
}

const readInt64 = (bytes: Buffer, at: number): number =>
  bytes.readInt32BE(at) * 4_294_967_296 + bytes.readUInt32BE(at + 4)

/** Calls back with type, hash and body of each row of a batch. */
export function eachRow(bytes: Buffer, row: (type: string, hash: string, body: Buffer, index: number) => void): void {
  let index = 0
  for (let at = 0; at < bytes.length; at = endOfRow(bytes, at)) {
    let begin = at + 2
    let end = begin
    const field = (): void => {
      begin = end + 4
      end = begin + bytes.readInt32BE(end)
    }
    for (let skipped = 0; skipped < 3; skipped++) field()
    field()
    const type = bytes.toString('latin1', begin, end)
    field()
    const hash = bytes.toString('hex', begin, end)
    field()
    row(type, hash, bytes.subarray(begin, end), index)
    index += 1
  }
}
