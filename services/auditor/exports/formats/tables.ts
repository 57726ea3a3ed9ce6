// Events and postings as two tables, for spreadsheets and analysts' databases. Both formats have the same columns, and
// no column is named like a keyword of SQL.
import { type LedgerAccount, nameOf } from '../../book/book.ts'
import type { Told } from './format.ts'

export type Cell = string | number | null
type TableRow = readonly Cell[]
/** 'time': RFC 3339 in UTC. 'json': canonical. */
type Column = { readonly name: string; readonly type: 'integer' | 'text' | 'time' | 'json'; readonly says: string }
export type TableSpec = {
  readonly name: string
  readonly columns: readonly Column[]
  /** Each row has a cell for each column. */
  rowsOf(told: Told): Iterable<TableRow>
}

const integer = (name: string, says: string): Column => ({ name, type: 'integer', says })
const text = (name: string, says: string): Column => ({ name, type: 'text', says })
const time = (name: string, says: string): Column => ({ name, type: 'time', says })

const events: TableSpec = {
  name: 'events',
  columns: [
    integer('number', 'ledger number, from 0'),
    time('happenedAt', 'when it happened, in the time of the product (UTC)'),
    time('recordedAt', 'when it was recorded, by the clock of the machine (UTC)'),
    text('stream', 'whose event it is'),
    integer('version', 'its place in the stream, from 0'),
    text('type', 'what happened'),
    integer('schema', 'version of the published schema of its type'),
    text('actor', 'id of the account of whoever did it, or the name of a job'),
    text('role', 'role of the actor; system for a job'),
    text('session', 'commitment to the session in which it was asked for'),
    text('command', 'id of the command that it followed from'),
    text('correlation', 'id that is the same in all that one request led to'),
    text('causation', 'stream@version of the event that caused it'),
    text('approvedBy', 'id of the account that agreed, where a second one had to'),
    text('reason', 'code of the reason that was given'),
    { name: 'data', type: 'json', says: 'what it says, as it was recorded: amounts in cents, odds as text' },
    text('hash', 'SHA-256 of the bytes that were recorded'),
  ],
  rowsOf({ row, body }) {
    const { number, stream, version, type, hash } = row
    if (body === null) {
      return [[number, null, null, stream, version, type, ...Array<null>(10).fill(null), hash]]
    }
    const { schema, meta } = body
    const { actor, session, command, correlation, causation, at, recordedAt, reason, approval } = meta
    const who = [actor.id, actor.role, session, command.id, correlation, causation] as const
    const why = [approval?.by ?? null, reason?.code ?? null] as const
    return [[number, at, recordedAt, stream, version, type, schema, ...who, ...why, dataOf(row.body), hash]]
  },
}

/** The data as stored: a parsed body was converted to the newest version of its schema. */
const dataOf = (stored: string): string => JSON.stringify((JSON.parse(stored) as { data: unknown }).data)

const postings: TableSpec = {
  name: 'postings',
  columns: [
    integer('number', 'ledger number of the event that moved the money'),
    integer('line', 'place among the postings of the event, from 1'),
    time('happenedAt', 'when it happened, in the time of the product (UTC)'),
    text('type', 'what happened'),
    text('event', 'stream@version of the event'),
    text('fromAccount', 'account of the book that gave'),
    text('fromKind', 'its kind'),
    text('toAccount', 'account of the book that got'),
    text('toKind', 'its kind'),
    integer('amountCents', 'euro cents, above 0'),
  ],
  *rowsOf({ row, body, postings: moved }) {
    const event = `${row.stream}@${row.version}`
    for (const [index, { from, to, cents }] of moved.entries()) {
      const accounts = [...accountCells(from), ...accountCells(to)]
      yield [row.number, index + 1, body?.meta.at ?? null, row.type, event, ...accounts, cents]
    }
  },
}

const accountCells = (account: LedgerAccount): TableRow => [nameOf(account), account.kind]

export const TABLES: readonly TableSpec[] = [events, postings]
