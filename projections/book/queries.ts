// What the house made, and what open bets may cost it.
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { allOf } from '#services/platform/database/conditions.ts'

const LiabilityRow = z.object({
  fixture: z.string(),
  league: z.string(),
  home: z.string(),
  away: z.string(),
  startsAt: z.date(),
  market: z.string(),
  point: z.string(),
  selection: z.string(),
  singles: z.number(),
  stakesCents: z.number(),
  /**
   * The most that the singles, the parlays, and both together can still return; `struckExposureCents`: both as struck.
   */
  returnsCents: z.number(),
  parlays: z.number(),
  parlayReturnsCents: z.number(),
  exposureCents: z.number(),
  struckExposureCents: z.number(),
  marketStakesCents: z.number(),
})
export type LiabilityRow = z.infer<typeof LiabilityRow>

const ORDERS = {
  exposure: { column: sql.fragment`l.most_cents`, cents: 'exposureCents' },
  stakes: { column: sql.fragment`l.stakes_cents`, cents: 'stakesCents' },
  singles: { column: sql.fragment`l.most_singles_cents`, cents: 'returnsCents' },
  parlays: { column: sql.fragment`l.most_parlays_cents`, cents: 'parlayReturnsCents' },
} as const

/** Each order walks an index, by cents, the largest first unless `rises`. */
export type LiabilityOrder = { readonly by: keyof typeof ORDERS; readonly rises: boolean }
const WORST_FIRST: LiabilityOrder = { by: 'exposure', rises: false }

/** The place of a row in an order; `cents`: the value that it is sorted by. */
export type LiabilityPlace = Pick<LiabilityRow, 'fixture' | 'market' | 'point' | 'selection'> & {
  readonly cents: number
}
export const liabilityPlace = (row: LiabilityRow, { by }: LiabilityOrder): LiabilityPlace => {
  const { fixture, market, point, selection } = row
  return { cents: row[ORDERS[by].cents], fixture, market, point, selection }
}

/** `startsFrom` and `startsTo`: instants. Null or absent: any. */
export type LiabilityFilter = {
  readonly sport?: string | undefined
  readonly fixture?: string | undefined
  readonly startsFrom?: string | null
  readonly startsTo?: string | null
  /** At least this much. */
  readonly exposureCents?: number
}

const isIn = ({ sport, fixture, startsFrom, startsTo, exposureCents }: LiabilityFilter): FragmentSqlToken =>
  allOf([
    sport !== undefined && sql.fragment`split_part(f.league, '_', 1) = ${sport}`,
    fixture !== undefined && sql.fragment`l.fixture_id = ${fixture}`,
    startsFrom != null && sql.fragment`f.starts_at >= ${startsFrom}::timestamptz`,
    startsTo != null && sql.fragment`f.starts_at < ${startsTo}::timestamptz`,
    exposureCents !== undefined && sql.fragment`l.most_cents >= ${exposureCents}`,
  ])

/** The rows behind a place in the order. Two conditions, so that the index is walked from there. */
const behind = (place: LiabilityPlace | null, { by, rises }: LiabilityOrder): FragmentSqlToken => {
  if (place === null) return sql.fragment`true`
  const { cents, fixture, market, point, selection } = place
  const { column } = ORDERS[by]
  const [far, further] = rises ? [sql.fragment`>=`, sql.fragment`>`] : [sql.fragment`<=`, sql.fragment`<`]
  return sql.fragment`${column} ${far} ${cents} and (${column} ${further} ${cents}
    or (l.fixture_id, l.market, l.point, l.selection) > (${fixture}, ${market}, ${point}, ${selection}))`
}

/** Both sides have the same line: 'Everton +1.5' has that of 'Arsenal -1.5'. */
const lineOf = (row: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  case when ${row}.selection = 'away' and ${row}.point <> '' then -${row}.point::numeric
    else nullif(${row}.point, '')::numeric end`

const direction = ({ rises }: LiabilityOrder): FragmentSqlToken => (rises ? sql.fragment`asc` : sql.fragment`desc`)

/** The outcomes with open bets, behind a place in an order. */
const outcomes = (
  filter: LiabilityFilter,
  after: LiabilityPlace | null,
  limit: number,
  order: LiabilityOrder,
): FragmentSqlToken => sql.fragment`
  select l.fixture_id as fixture, f.league, f.home, f.away, f.starts_at as "startsAt", l.market, l.point, l.selection,
    l.singles, l.stakes_cents as "stakesCents", l.most_singles_cents as "returnsCents", l.parlays,
    l.most_parlays_cents as "parlayReturnsCents", l.most_cents as "exposureCents",
    l.exposure_cents as "struckExposureCents",
    (select sum(m.stakes_cents)::bigint from app.liability m
      where m.fixture_id = l.fixture_id and m.market = l.market
        and ${lineOf(sql.fragment`m`)} is not distinct from ${lineOf(sql.fragment`l`)}) as "marketStakesCents"
  from app.liability l join app.fixture f on f.fixture_id = l.fixture_id
  where ${isIn(filter)} and ${behind(after, order)}
  order by ${ORDERS[order.by].column} ${direction(order)}, l.fixture_id, l.market, l.point, l.selection limit ${limit}`

/** Outcomes with open bets, in an order; `after`: only those behind it. */
export const liabilityRows = (
  db: CommonQueryMethods,
  filter: LiabilityFilter,
  after: LiabilityPlace | null,
  limit: number,
  order: LiabilityOrder = WORST_FIRST,
): Promise<readonly LiabilityRow[]> => db.any(sql.type(LiabilityRow)`${outcomes(filter, after, limit, order)}`)

/** The same with the worst outcome of all: one statement, so that both are of the same moment. */
export async function liabilityRowsAndWorst(
  db: CommonQueryMethods,
  filter: LiabilityFilter,
  after: LiabilityPlace | null,
  limit: number,
  order: LiabilityOrder,
): Promise<{ readonly rows: readonly LiabilityRow[]; readonly worst: LiabilityRow | undefined }> {
  const [worst, ...rows] = await db.any(sql.type(LiabilityRow)`
    select true as "isWorst", worst.* from (${outcomes({}, null, 1, WORST_FIRST)}) worst
    union all select false, page.* from (${outcomes(filter, after, limit, order)}) page
    order by "isWorst" desc, ${sql.identifier([ORDERS[order.by].cents])} ${direction(order)}, fixture, market, point, selection`)
  return { rows, worst }
}

/** How many outcomes have at least this exposure. */
export const countExposures = async (db: CommonQueryMethods, exposureCents: number): Promise<number> =>
  db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from app.liability where most_cents >= ${exposureCents}`)

const DaySums = z.object({
  placed: z.number(),
  stakedCents: z.number(),
  settled: z.number(),
  stakesCents: z.number(),
  returnsCents: z.number(),
})
export type DaySums = z.infer<typeof DaySums>
const KeyedSums = DaySums.extend({ key: z.string() })
export type KeyedSums = z.infer<typeof KeyedSums>

const sums = sql.fragment`
  coalesce(sum(placed), 0)::bigint as placed, coalesce(sum(staked_cents), 0)::bigint as "stakedCents",
  coalesce(sum(settled), 0)::bigint as settled, coalesce(sum(stakes_cents), 0)::bigint as "stakesCents",
  coalesce(sum(returns_cents), 0)::bigint as "returnsCents"`

/** Days as '2026-11-23', inclusive on both ends. */
export type DayFilter = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly league?: string | undefined
  readonly market?: string | undefined
}

const onDays = ({ from, to, league, market }: DayFilter): FragmentSqlToken =>
  allOf([
    from !== undefined && sql.fragment`day >= ${from}`,
    to !== undefined && sql.fragment`day <= ${to}`,
    league !== undefined && sql.fragment`league = ${league}`,
    market !== undefined && sql.fragment`market = ${market}`,
  ])

const KEYS = { day: sql.fragment`day`, league: sql.fragment`league`, market: sql.fragment`market` } as const

/** The sums of each day, league or market. */
export const sumsBy = (
  db: CommonQueryMethods,
  by: keyof typeof KEYS,
  filter: DayFilter,
): Promise<readonly KeyedSums[]> =>
  db.any(sql.type(KeyedSums)`
    select ${KEYS[by]} as key, ${sums} from app.house_day where ${onDays(filter)} group by 1 order by 1`)

/** What the house made on all days before `day`. */
export const profitBefore = (db: CommonQueryMethods, day: string, filter: DayFilter): Promise<number> =>
  db.oneFirst(sql.type(z.object({ profit: z.number() }))`
    select coalesce(sum(stakes_cents - returns_cents), 0)::bigint as profit
    from app.house_day where day < ${day} and ${onDays({ league: filter.league, market: filter.market })}`)

const Known = z.object({
  first: z.string().nullable(),
  leagues: z.array(z.string()),
  markets: z.array(z.string()),
})

/** The first day with a bet, and the leagues and markets that were ever bet on. */
export const everBetOn = (db: CommonQueryMethods): Promise<z.infer<typeof Known>> =>
  db.one(sql.type(Known)`
    select min(day) as first, coalesce(array_agg(distinct league), '{}') as leagues,
      coalesce(array_agg(distinct market), '{}') as markets
    from app.house_day`)
