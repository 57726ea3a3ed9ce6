// What waits for a second admin, and the events that a decision may be about.
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { fixtureStream } from '#domain/fixture/events.ts'
import { eurosOf } from '#domain/money.ts'
import { type AskedRow, askedSettlement, askedSettlements, countAskedSettlements } from '#projections/asked/queries.ts'
import { trailRowsOf } from '#projections/audit/queries.ts'
import { betsById } from '#projections/bets/queries.ts'
import { eventRef } from '#projections/event.ts'
import { fixturesById } from '#projections/fixtures/queries.ts'
import type { AskedSettlement, DeskEvent, DeskEvents, SettlementDesk } from '#services/contract/contract.ts'
import { HOUR } from '#services/platform/clock/durations.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { gameTitle } from '../../reads/shown-bet.ts'
import type { Services } from '../../services.ts'
import { decisionLines } from './decision-lines.ts'

const PAGE_SIZE = 10
const MAX_EVENTS = 20
/** Events further away than this are not found by name. */
const AROUND_MS = 14 * 24 * HOUR

type Needed = Pick<Services, 'queries' | 'reads' | 'rules'>

/** One page of the queue. `reader`: account of the admin who reads it. */
export async function settlementDesk(needed: Needed, reader: string, page: number): Promise<SettlementDesk> {
  const { queries, rules } = needed
  const [rows, total, { settings }] = await Promise.all([
    askedSettlements(queries, PAGE_SIZE, (page - 1) * PAGE_SIZE),
    countAskedSettlements(queries),
    rules.now(),
  ])
  const asked = await shownAsked(needed, reader, rows)
  return { asked, total, page, pageSize: PAGE_SIZE, above: eurosOf(settings['four-eyes-above']) }
}

/** Null if the request does not wait, or does not exist. */
export async function askedOne(needed: Needed, reader: string, request: string): Promise<AskedSettlement | null> {
  const row = await askedSettlement(needed.queries, request)
  const [shown] = row === null ? [] : await shownAsked(needed, reader, [row])
  return shown ?? null
}

async function shownAsked(
  { queries, reads }: Needed,
  reader: string,
  rows: readonly AskedRow[],
): Promise<AskedSettlement[]> {
  const [people, titles, reasons] = await Promise.all([
    reads.people.users([...new Set(rows.map(({ askedBy }) => askedBy))]),
    titlesOf(queries, rows),
    reasonsOf(queries, rows),
  ])
  return rows.map((row): AskedSettlement => {
    const { request, stream, askedBy, askedAt, data } = row
    return {
      request,
      eventId: data.bet === undefined ? stream.slice(fixtureStream('').length) : null,
      betId: data.bet ?? null,
      command: data.command,
      market: data.market ?? null,
      score: data.score ?? null,
      selections: data.selections ?? [],
      askedBy: people.get(askedBy)?.username ?? '',
      own: askedBy === reader,
      askedAt: askedAt.toISOString(),
      reason: reasons.get(row.event) ?? null,
      moves: eurosOf(data.movesCents),
      title: titles.get(request) ?? '',
    }
  })
}

/** Why each was requested, from the event that requested it. */
async function reasonsOf(db: Queries, rows: readonly AskedRow[]): Promise<ReadonlyMap<string, string | null>> {
  const found = await trailRowsOf(db, { refs: rows.map(({ event }) => event) })
  const lines = await decisionLines(db, found)
  return new Map(found.map((row, at) => [eventRef(row), lines[at]!.reason]))
}

/** By request: the game, or the games of the bet. */
async function titlesOf(db: Queries, rows: readonly AskedRow[]): Promise<Map<string, string>> {
  const bets = new Map(
    (
      await betsById(
        db,
        rows.flatMap(({ data }) => data.bet ?? []),
      )
    ).map(({ bet, legs }) => [bet, legs]),
  )
  const games = new Map(
    rows.map(({ request, stream, data }) => {
      const legs = data.bet === undefined ? null : bets.get(data.bet)
      return [request, legs === null ? stream.slice(fixtureStream('').length) : (legs?.[0]?.fixture ?? '')]
    }),
  )
  const fixtures = new Map((await fixturesById(db, [...new Set(games.values())])).map((row) => [row.fixture, row]))
  return new Map(
    [...games].flatMap(([request, game]) => {
      const row = fixtures.get(game)
      return row === undefined ? [] : [[request, gameTitle(row)]]
    }),
  )
}

const EventRow = z.object({
  fixture: z.string(),
  league: z.string(),
  home: z.string(),
  away: z.string(),
  startsAt: z.date(),
  abandoned: z.boolean(),
  resultHome: z.number().nullable(),
  resultAway: z.number().nullable(),
  closedAt: z.date().nullable(),
  openBets: z.number(),
})
type EventRow = z.infer<typeof EventRow>

const rowsWhere = (db: Queries, where: FragmentSqlToken, order: FragmentSqlToken): Promise<readonly EventRow[]> =>
  db.any(sql.type(EventRow)`
    select f.fixture_id as fixture, league, home, away, starts_at as "startsAt", abandoned, result_home as "resultHome",
      result_away as "resultAway", closed_at as "closedAt", coalesce(b.open_legs, 0) as "openBets"
    from app.fixture f left join app.fixture_bets b on b.fixture_id = f.fixture_id
    where ${where} order by ${order} limit ${MAX_EVENTS}`)

const shownEvent = (row: EventRow): DeskEvent => ({
  eventId: row.fixture,
  league_key: row.league,
  home_team: row.home,
  away_team: row.away,
  commence_time: row.startsAt.toISOString(),
  openBets: row.openBets,
  state: row.abandoned ? 'abandoned' : row.closedAt === null ? 'open' : 'result',
  score: row.resultHome === null || row.resultAway === null ? null : { home: row.resultHome, away: row.resultAway },
})

/** Null if there is no such event. */
export async function deskEvent(db: Queries, event: string): Promise<DeskEvent | null> {
  const [row] = await rowsWhere(db, sql.fragment`f.fixture_id = ${event}`, sql.fragment`1`)
  return row === undefined ? null : shownEvent(row)
}

/** Events with a team whose name contains the text. */
export async function findEvents(
  { queries, clock }: Pick<Services, 'queries' | 'clock'>,
  text: string,
): Promise<DeskEvents> {
  const now = clock.businessNow()
  const at = (ms: number) => sql.fragment`${new Date(now.getTime() + ms).toISOString()}::timestamptz`
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const named = sql.fragment`(home ilike ${pattern} or away ilike ${pattern})`
  const [past, coming] = await Promise.all([
    rowsWhere(
      queries,
      sql.fragment`starts_at between ${at(-AROUND_MS)} and ${at(0)} and ${named}`,
      sql.fragment`starts_at desc`,
    ),
    rowsWhere(
      queries,
      sql.fragment`starts_at > ${at(0)} and starts_at < ${at(AROUND_MS)} and ${named}`,
      sql.fragment`starts_at`,
    ),
  ])
  // games that have begun come first, because decisions are about those
  return { events: [...past, ...coming].slice(0, MAX_EVENTS).map(shownEvent) }
}
