// The liability of open bets, as the API shows it.
import { eurosOf } from '#domain/money.ts'
import { marketOf } from '#domain/settlement/markets.ts'
import { selectionName } from '#domain/settlement/selection-names.ts'
import {
  type LiabilityFilter,
  type LiabilityOrder,
  type LiabilityPlace,
  type LiabilityRow,
  liabilityPlace,
  liabilityRows,
  liabilityRowsAndWorst,
} from '#projections/book/queries.ts'
import type { Liability, LiabilityQuery, OutcomeLiability } from '#services/contract/contract.ts'
import { columnOf } from '#services/contract/desk/choices.ts'
import { DAY, HOUR } from '#services/platform/clock/durations.ts'
import { inPages } from '#services/platform/database/in-pages.ts'
import type { Queries } from '#services/platform/database/queries.ts'

const PAGE_SIZE = 50

const WITHIN_MS = { '1h': HOUR, '6h': 6 * HOUR, '24h': DAY, '7d': 7 * DAY } as const

/** `place`: as `placeOf` reads it. */
export async function readLiability(
  db: Queries,
  query: LiabilityQuery,
  place: LiabilityPlace | null,
  now: Date,
): Promise<Liability> {
  const order = orderOf(query)
  const { rows, worst } = await liabilityRowsAndWorst(db, filterOf(query, now), place, PAGE_SIZE + 1, order)
  const page = rows.slice(0, PAGE_SIZE)
  return {
    outcomes: page.map(shownOutcome),
    next: rows.length > PAGE_SIZE ? cursorOf(liabilityPlace(page.at(-1)!, order)) : null,
    worst: eurosOf(worst?.exposureCents ?? 0),
  }
}

/** All outcomes that match the filter, page by page. */
export async function* allLiability(db: Queries, query: LiabilityQuery, now: Date): AsyncGenerator<OutcomeLiability> {
  const [filter, order] = [filterOf(query, now), orderOf(query)]
  const pages = inPages<LiabilityRow>(({ after, limit }) =>
    liabilityRows(db, filter, after && liabilityPlace(after, order), limit, order),
  )
  for await (const rows of pages) yield* rows.map(shownOutcome)
}

const orderOf = ({ sort }: LiabilityQuery): LiabilityOrder => ({
  by: columnOf(sort),
  rises: !sort.startsWith('-'),
})

function filterOf({ sport, event, starts }: LiabilityQuery, now: Date): LiabilityFilter {
  const filter = { sport, fixture: event }
  if (starts === undefined) return filter
  if (starts === 'started') return { ...filter, startsTo: now.toISOString() }
  const to = new Date(now.getTime() + WITHIN_MS[starts]).toISOString()
  return { ...filter, startsFrom: now.toISOString(), startsTo: to }
}

export function shownOutcome(row: LiabilityRow): OutcomeLiability {
  const { fixture, league, home, away, startsAt, market, selection } = row
  const point = row.point === '' ? null : row.point
  return {
    eventId: fixture,
    league_key: league,
    home_team: home,
    away_team: away,
    commence_time: startsAt.toISOString(),
    market,
    point,
    selection,
    name: nameOf(row),
    singles: row.singles,
    stakes: eurosOf(row.stakesCents),
    pays: eurosOf(row.returnsCents),
    parlays: row.parlays,
    parlayPays: eurosOf(row.parlayReturnsCents),
    exposure: eurosOf(row.exposureCents),
    struckExposure: eurosOf(row.struckExposureCents),
    marketStakes: eurosOf(row.marketStakesCents),
  }
}

function nameOf({ market, selection, point, home, away }: LiabilityRow): string {
  const known = marketOf(market)
  const line = point === '' ? undefined : point
  return known === null ? selection : selectionName(known.kind, selection, line, { home, away })
}

const cursorOf = ({ cents, fixture, market, point, selection }: LiabilityPlace): string =>
  Buffer.from(JSON.stringify([cents, fixture, market, point, selection])).toString('base64url')

/** The place that a cursor names; null if it is malformed. */
export function placeOf(cursor: string): LiabilityPlace | null {
  try {
    const [cents, fixture, market, point, selection] = JSON.parse(
      Buffer.from(cursor, 'base64url').toString(),
    ) as unknown[]
    const texts = [fixture, market, point, selection]
    const isText = (text: unknown) => typeof text === 'string' && !text.includes('\0')
    if (!Number.isSafeInteger(cents) || !texts.every(isText)) return null
    return { cents, fixture, market, point, selection } as LiabilityPlace
  } catch {
    return null
  }
}
