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

/** Columns of the table of events that this reader checks: another one would go unchecked. */
export const LOG_COLUMNS = COLUMNS.split(', ')

/** All rows in order of position, in batches as they arrive. */
export async function* readLog(client: pg.Client): AsyncGenerator<LogRow[]> {
  const stream = client.query(
    copyTo(`copy (select ${COLUMNS} from log.events order by position) to stdout (format binary)`),
  )
  let rest: Buffer = Buffer.alloc(0)
  let begun = false
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    if (!begun) {
      if (bytes.length < HEADER_BYTES) {
        rest = bytes
        continue
      }
      begun = true
      at = HEADER_BYTES
    }
    const rows: LogRow[] = []
    for (let end = endOfRow(bytes, at); end !== -1; end = endOfRow(bytes, at)) {
      if (end > at + 2) rows.push(readRow(bytes, at))
      at = end
    }
    rest = bytes.subarray(at)
    if (rows.length > 0) yield rows
  }
}

/** Where the row that begins at `at` ends; -1 while it is not all there. The trailer is a row of two bytes. */
function endOfRow(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length) return -1
  const fields = bytes.readInt16BE(at)
  let next = at + 2
  for (let field = 0; field < fields; field++) {
    if (next + 4 > bytes.length) return -1
    next += 4 + Math.max(0, bytes.readInt32BE(next))
  }
  return next <= bytes.length ? next : -1
}

function readRow(bytes: Buffer, at: number): LogRow {
  if (bytes.readInt16BE(at) !== FIELDS) throw new Error('a row of the log has another number of columns')
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
