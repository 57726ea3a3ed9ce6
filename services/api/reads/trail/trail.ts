// The audit trail: filtered, in pages by ledger number, and as a stream of lines for files.
import { centsFromEuros } from '#domain/money.ts'
import {
  type Direction,
  NONE,
  type Range,
  rangeOf,
  type Sought,
  type TrailFilter,
  type TrailRow,
  trailCount,
  trailLength,
  trailRows,
} from '#projections/audit/queries.ts'
import type { AuditLine, AuditPage, AuditQuery } from '#services/contract/contract.ts'
import { COUNTED_MAX } from '#services/contract/trail/counted.ts'
import { inPages } from '#services/platform/database/in-pages.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { typesOf } from './kinds.ts'
import { readKnown } from './known.ts'
import { lineOf, type ShowAddress } from './line.ts'
import { soughtBet, soughtBy, soughtFixture, soughtPerson } from './search.ts'

/** Lines per file. */
const EXPORTED_MAX = 100_000

type Asked = Omit<AuditQuery, 'before' | 'after' | 'limit' | 'format'>
type Page = Pick<AuditQuery, 'before' | 'after' | 'limit'>

async function filterOf(db: Queries, query: Asked): Promise<TrailFilter> {
  const { q, person, bet, fixture, kind } = query
  // the narrowest first, because the trail is searched by it
  const sought: Sought[] = [
    ...(bet ? [soughtBet(bet.toLowerCase())] : []),
    ...(q ? [await soughtBy(db, q)] : []),
    ...(fixture ? [soughtFixture(fixture.toLowerCase())] : []),
    ...(person ? [await soughtPerson(db, person)] : []),
  ]
  return {
    sought,
    types: kind === undefined ? null : typesOf(kind),
    since: query.since ?? null,
    until: query.until ?? null,
    leastCents: query.least === undefined ? null : centsFromEuros(Number(query.least)),
    mostCents: query.most === undefined ? null : centsFromEuros(Number(query.most)),
  }
}

const isTimed = ({ since, until }: TrailFilter): boolean => since !== null || until !== null

/** The range of ledger numbers within the filter's times, as far as the trail goes. */
async function whole(db: Queries, filter: TrailFilter, events: number): Promise<Range> {
  const all = { from: 0, to: events - 1 }
  if (!isTimed(filter)) return all
  const { from, to } = await rangeOf(db, filter)
  return to < from ? NONE : { from, to: Math.min(to, all.to) }
}

export const linesOf = async (
  db: Queries,
  rows: readonly TrailRow[],
  showAddress: ShowAddress,
): Promise<AuditLine[]> => {
  const known = await readKnown(db, rows)
  return rows.map((row) => lineOf(row, known, showAddress))
}

export async function trailPage(
  db: Queries,
  query: Asked & Page,
  showAddress: ShowAddress,
  given?: TrailFilter,
): Promise<AuditPage> {
  const { before, after, limit } = query
  const filter = given ?? (await filterOf(db, query))
  const events = await trailLength(db)
  const range = await whole(db, filter, events)
  const direction: Direction = after === undefined ? 'older' : 'newer'
  const asked =
    after === undefined
      ? { from: range.from, to: Math.min(range.to, (before ?? events) - 1) }
      : { from: Math.max(range.from, after + 1), to: range.to }
  const isFirst = before === undefined && after === undefined
  const [found, matching] = await Promise.all([
    trailRows(db, filter, asked, direction, limit + 1),
    isFirst ? trailCount(db, filter, range, COUNTED_MAX) : null,
  ])
  // one more row than a page shows, at the far end, tells whether another page follows
  const isMore = found.length > limit
  const rows = isMore ? (direction === 'older' ? found.slice(0, limit) : found.slice(1)) : found
  return {
    lines: await linesOf(db, rows, showAddress),
    older: direction === 'older' ? isMore : true,
    newer: direction === 'older' ? before !== undefined : isMore,
    matching,
    events,
  }
}

/** Newest first, at most EXPORTED_MAX, from what the trail had when the export began. */
export async function* exportedLines(db: Queries, query: Asked, showAddress: ShowAddress): AsyncGenerator<AuditLine> {
  const filter = await filterOf(db, query)
  const range = await whole(db, filter, await trailLength(db))
  const pages = inPages<TrailRow>(
    ({ after, limit }) =>
      trailRows(db, filter, after === null ? range : { ...range, to: after.number - 1 }, 'older', limit),
    { most: EXPORTED_MAX },
  )
  for await (const rows of pages) yield* await linesOf(db, rows, showAddress)
}
