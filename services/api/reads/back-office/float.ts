// An admin's own float: its lines in sentences, and its days.
import { sql } from 'slonik'
import { z } from 'zod'
import { businessDay, daysAfter } from '#domain/calendar/business-day.ts'
import { FLOAT_KINDS } from '#domain/float/float-kinds.ts'
import { floatMoves } from '#domain/float/float-moves.ts'
import { CLOSABLE_DAYS } from '#domain/limits.ts'
import { eurosOf, formatCents } from '#domain/money.ts'
import { type TrailRow, trailRowsOf } from '#projections/audit/queries.ts'
import { type FloatDayRow, floatDays } from '#projections/floats/queries.ts'
import { type StatementRow, statementOf } from '#projections/statement/queries.ts'
import type {
  FloatDay,
  FloatDays,
  FloatDaysQuery,
  FloatLine,
  FloatQuery,
  FloatStatement,
} from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { statementKey } from '../own/statement.ts'
import { linesOf } from '../trail/trail.ts'

const MOST = 500
const DAYS_PER_PAGE = 20
const LAST_DAY = '9999-12-31'
/**
 * Events that only carry out a decision, by money arriving or being paid out after an approval. Their lines tell the
 * decision that caused them.
 */
const FOLLOWS: ReadonlySet<string> = new Set(['FloatSet', 'TransferReceived'])

/** Throws ApiError if the audit trail, which is folded separately, is behind the statement. */
export async function readFloat(db: Queries, account: string, query: FloatQuery): Promise<FloatStatement> {
  const { before, since = null, until = null, limit } = query
  const range = { before: statementKey(before), kind: null, since, until, limit: limit + 1 }
  const found = await statementOf(db, account, range)
  const page = found.slice(0, limit)
  const told = await toldOf(db, page)
  const lines = page.map((row): FloatLine => {
    const line = told.get(row.number)
    if (line === undefined) throw new ApiError('reads_behind', { retryAfterS: 1 })
    const { own, what, reason } = line
    return {
      id: `${row.number}.${row.line}`,
      number: row.number,
      at: row.at.toISOString(),
      kind: floatMoves({ type: own.type, data: own.detail as never })[row.line]!.kind,
      what,
      reason,
      amount: eurosOf(row.amountCents),
      balance: formatCents(row.balanceCents),
    }
  })
  return { lines, next: found.length > limit ? (lines.at(-1)?.id ?? null) : null }
}

type ToldLine = { readonly own: TrailRow } & Pick<FloatLine, 'what' | 'reason'>

async function toldOf(db: Queries, rows: readonly StatementRow[]): Promise<Map<number, ToldLine>> {
  const events = await trailRowsOf(db, { numbers: rows.map(({ number }) => number) })
  const causeOf = ({ type, causation }: TrailRow) => (FOLLOWS.has(type) ? causation : null)
  const causes = await trailRowsOf(db, { refs: events.flatMap((event) => causeOf(event) ?? []) })
  const all = [...new Map([...events, ...causes].map((row) => [row.number, row])).values()]
  const lines = await linesOf(db, all, () => '')
  const byRef = new Map(all.map(({ stream, version }, at) => [`${stream}@${version}`, lines[at]!]))
  return new Map(
    events.map((own) => {
      const { what, reason } = byRef.get(causeOf(own) ?? '') ?? byRef.get(`${own.stream}@${own.version}`)!
      return [own.number, { own, what, reason }]
    }),
  )
}

/** All lines that match the query, page by page. */
export async function* wholeFloat(db: Queries, account: string, query: FloatQuery): AsyncGenerator<FloatLine> {
  for (let before = query.before; ; ) {
    const page: FloatStatement = await readFloat(db, account, { ...query, before, limit: MOST })
    yield* page.lines
    if (page.next === null) return
    before = page.next
  }
}

const Owner = z.object({ floatCents: z.number(), openedAt: z.date() })

export async function readFloatDays(
  db: Queries,
  account: string,
  { before, day }: FloatDaysQuery,
  now: Date,
): Promise<FloatDays> {
  const until = day ?? (before === undefined ? LAST_DAY : daysAfter(before, -1))
  const [{ floatCents, openedAt }, found] = await Promise.all([
    db.one(sql.prepared('owner of a float', Owner)`
      select float_cents as "floatCents", opened_at as "openedAt" from app.account where account_id = ${account}`),
    floatDays(db, account, until, day === undefined ? DAYS_PER_PAGE + 1 : 1),
  ])
  const today = businessDay(now.toISOString())
  const since = businessDay(openedAt.toISOString())
  const oldest = daysAfter(today, -CLOSABLE_DAYS)
  const isOver = (one: string) => one >= since && one >= oldest && one < today
  const rows = day === undefined ? found.slice(0, DAYS_PER_PAGE) : day < since || day > today ? [] : [on(day, found[0])]
  return {
    balance: formatCents(floatCents),
    days: rows.map((row) => shownDay(row, isOver(row.day))),
    next: day === undefined && found.length > DAYS_PER_PAGE ? rows.at(-1)!.day : null,
  }
}

/** A day without a row began and ended with the balance that the last one before it left. */
function on(day: string, last: FloatDayRow | undefined): FloatDayRow {
  if (last?.day === day) return last
  const cents = last?.closingCents ?? 0
  const none = { granted: 0, drawn: 0, 'given-back': 0, deposited: 0, withdrawn: 0, returned: 0 }
  return {
    day,
    openingCents: cents,
    ...none,
    closingCents: cents,
    lastNumber: null,
    closedNumber: null,
    closedAt: null,
  }
}

const shownDay = (row: FloatDayRow, isOver: boolean): FloatDay => ({
  day: row.day,
  opening: eurosOf(row.openingCents),
  sums: Object.fromEntries(FLOAT_KINDS.map((kind) => [kind, eurosOf(row[kind])])) as FloatDay['sums'],
  closing: eurosOf(row.closingCents),
  last: row.lastNumber,
  closed:
    row.closedNumber === null || row.closedAt === null
      ? null
      : { number: row.closedNumber, at: row.closedAt.toISOString() },
  closable: isOver && row.closedNumber === null,
})
