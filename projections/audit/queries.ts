// Reads the audit trail. Each condition walks an index from the newest event back, and checks the other conditions on
// the way: a page never reads more of the trail than its narrowest condition matches.
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { DomainEvent } from '#domain/events.ts'
import { allOf } from '#services/platform/database/conditions.ts'
import { WITH_AMOUNT } from './about.ts'
import { BET_TYPES, literals } from './listed-types.ts'
import { SPAN } from './spans.ts'

/** `account`: on whose stream the event is. `detail`: the event's data; null if the read model of bets has it. */
export const TrailRow = z.object({
  number: z.number(),
  stream: z.string(),
  version: z.number(),
  type: z.custom<DomainEvent['type']>(),
  at: z.date(),
  recordedAt: z.date(),
  actor: z.string(),
  role: z.string(),
  session: z.string().nullable(),
  command: z.string(),
  correlation: z.string(),
  causation: z.string().nullable(),
  reasonCode: z.string().nullable(),
  reasonText: z.string().nullable(),
  approvedBy: z.string().nullable(),
  account: z.string().nullable(),
  counterparty: z.string().nullable(),
  bet: z.string().nullable(),
  fixture: z.string().nullable(),
  amountCents: z.number().nullable(),
  detail: z.custom<unknown>(),
  hash: z.string(),
})
export type TrailRow = z.infer<typeof TrailRow>

/** The columns of `TrailRow`, from `audit a`. */
export const columns = sql.fragment`
  a.number, a.stream, a.version, a.type, a.at, a.recorded_at as "recordedAt", a.actor_id as actor, a.actor_role as role,
  a.session, a.command_id as command, a.correlation, a.causation, a.reason_code as "reasonCode",
  a.reason_text as "reasonText", a.approved_by as "approvedBy", a.account_id as account, a.counterparty, a.bet_id as bet,
  a.fixture_id as fixture, a.amount_cents as "amountCents", a.detail, a.hash`

/** What is looked for. Each list has alternatives: an event that matches any of any list is found. */
export type Sought = {
  readonly numbers: readonly number[]
  /**
   * Accounts and parts of the product: the actor, the account of the stream, the other account named, and who approved.
   */
  readonly people: readonly string[]
  readonly bets: readonly string[]
  readonly fixtures: readonly string[]
  /** A query for the commitments to the texts of reasons, or null. */
  readonly reasons: FragmentSqlToken | null
}

/** An event has to match all of it; null matches any. Times are RFC 3339, amounts cents. */
export type TrailFilter = {
  readonly sought: readonly Sought[]
  readonly types: readonly string[] | null
  readonly since: string | null
  readonly until: string | null
  readonly leastCents: number | null
  readonly mostCents: number | null
}

/** Ledger numbers, inclusive on both ends. */
export type Range = { readonly from: number; readonly to: number }
export const NONE: Range = { from: 0, to: -1 }

const array = (values: readonly string[]) => sql.array([...values], 'text')

/** The index walks that find what is sought; each reads one index. `types`: the only types asked for, if not null. */
function walksOf(
  { numbers, people, bets, fixtures, reasons }: Sought,
  types: readonly string[] | null,
): FragmentSqlToken[] {
  // an actor of nearly everything, such as the settler, has few events of a rare type: then the walk is by type too
  const did = (id: string) =>
    people.length === 1 && types !== null
      ? types.map((type) => sql.fragment`a.actor_id = ${id} and a.type = ${type}`)
      : [sql.fragment`a.actor_id = ${id} and a.actor_id is distinct from a.account_id`]
  return [
    ...numbers.map((number) => sql.fragment`a.number = ${number}`),
    ...people.flatMap((id) => [
      sql.fragment`a.account_id = ${id}`,
      ...did(id),
      sql.fragment`a.counterparty = ${id}`,
      sql.fragment`a.approved_by = ${id}`,
    ]),
    ...bets.flatMap(walksOfBet),
    ...fixtures.flatMap((fixture) => [sql.fragment`a.fixture_id = ${fixture}`, furtherFixture(fixture)]),
    ...becauseOf(reasons),
  ]
}

/**
 * The walks over everything about a bet. Its placement and endings come from the read model of bets, whose few numbers
 * are read first, as an array: an index for them here would cost every bet more than everything else that the trail
 * keeps of it.
 */
export const walksOfBet = (bet: string): FragmentSqlToken[] => [
  sql.fragment`a.number = any(array(
    select b.number from app.bet b where b.bet_id = ${bet}
    union all select e.number from app.bet_ending e where e.bet_id = ${bet}))`,
  sql.fragment`a.bet_id = ${bet} and a.type not in ${literals(BET_TYPES)}`,
]

/** Read first, as an array: the index of reasons has so few rows that it is not walked for anything else. */
const becauseOf = (reasons: Sought['reasons']): FragmentSqlToken[] =>
  reasons === null ? [] : [sql.fragment`a.reason_text = any(array(${reasons}))`]

const furtherFixture = (fixture: string) =>
  sql.fragment`a.number in (select f.number from app.audit_fixture f where f.fixture_id = ${fixture})`

/** The same as a single condition, for events that another walk finds. */
function fits({ numbers, people, bets, fixtures, reasons }: Sought): FragmentSqlToken {
  const any: FragmentSqlToken[] = [
    ...(numbers.length === 0 ? [] : [sql.fragment`a.number = any(${sql.array([...numbers], 'int8')})`]),
    ...(people.length === 0
      ? []
      : [
          sql.fragment`a.account_id = any(${array(people)})`,
          sql.fragment`a.actor_id = any(${array(people)})`,
          sql.fragment`a.counterparty = any(${array(people)})`,
          sql.fragment`a.approved_by = any(${array(people)})`,
        ]),
    ...(bets.length === 0 ? [] : [sql.fragment`a.bet_id = any(${array(bets)})`]),
    ...(fixtures.length === 0
      ? []
      : [
          sql.fragment`a.fixture_id = any(${array(fixtures)})`,
          sql.fragment`exists (select from app.audit_fixture f
            where f.number = a.number and f.fixture_id = any(${array(fixtures)}))`,
        ]),
    ...becauseOf(reasons),
  ]
  return any.length === 0 ? sql.fragment`false` : sql.fragment`(${sql.join(any, sql.fragment` or `)})`
}

function conditionsOf(filter: TrailFilter): FragmentSqlToken[] {
  const { types, since, until, leastCents, mostCents } = filter
  return [
    ...(types === null ? [] : [sql.fragment`a.type = any(${array(types)})`]),
    ...(since === null ? [] : [sql.fragment`a.at >= ${since}::timestamptz`]),
    ...(until === null ? [] : [sql.fragment`a.at < ${until}::timestamptz`]),
    ...(leastCents === null ? [] : [sql.fragment`a.amount_cents >= ${leastCents}`]),
    ...(mostCents === null ? [] : [sql.fragment`a.amount_cents <= ${mostCents}`]),
    ...(isOfAmount(filter) ? [sql.fragment`a.amount_cents is not null`] : []),
  ]
}

export type Direction = 'older' | 'newer'

const NO_NUMBERS = sql.fragment`select 0::bigint as number where false`

const isOfAmount = ({ leastCents, mostCents }: TrailFilter): boolean => leastCents !== null || mostCents !== null

/** If an amount is asked for, only the types that can have one: walking the others would find nothing. */
const narrowed = (filter: TrailFilter): TrailFilter =>
  filter.types === null || !isOfAmount(filter)
    ? filter
    : { ...filter, types: filter.types.filter((type) => WITH_AMOUNT.has(type)) }

/** The ledger numbers of a page, counted from the end of the range at which the direction starts. */
function numbersIn(asked: TrailFilter, { from, to }: Range, direction: Direction, limit: number): FragmentSqlToken {
  const filter = narrowed(asked)
  if (filter.types?.length === 0) return NO_NUMBERS
  const [first, ...others] = filter.sought
  const byType = first === undefined && filter.types !== null && !isOfAmount(filter)
  const starts =
    first !== undefined
      ? walksOf(first, filter.types)
      : byType
        ? filter.types!.map((type) => sql.fragment`a.type = ${type}`)
        : [sql.fragment`true`]
  const rest = [
    sql.fragment`a.number between ${from} and ${to}`,
    ...conditionsOf(byType ? { ...filter, types: null } : filter),
    ...others.map(fits),
  ]
  const order = direction === 'older' ? sql.fragment`desc` : sql.fragment`asc`
  const walks = starts.map(
    (start) => sql.fragment`(select a.number from app.audit a
      where ${sql.join([start, ...rest], sql.fragment` and `)} order by a.number ${order} limit ${limit})`,
  )
  if (walks.length === 0) return NO_NUMBERS
  return sql.fragment`select distinct w.number from (${sql.join(walks, sql.fragment` union all `)}) w
    order by w.number ${order} limit ${limit}`
}

/** At most `limit` rows, the newest first in either direction. */
export const trailRows = (
  db: CommonQueryMethods,
  filter: TrailFilter,
  range: Range,
  direction: Direction,
  limit: number,
): Promise<readonly TrailRow[]> =>
  db.any(sql.type(TrailRow)`
    select ${columns} from app.audit a
    where a.number = any(array(${numbersIn(filter, range, direction, limit)})) order by a.number desc`)

/** The number of matching events, counted up to `limit`. */
export const trailCount = (db: CommonQueryMethods, filter: TrailFilter, range: Range, limit: number): Promise<number> =>
  db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from (${numbersIn(filter, range, 'older', limit)}) n`)

/** The number of events in the trail. */
export const trailLength = (db: CommonQueryMethods): Promise<number> =>
  db.oneFirst(sql.type(z.object({ events: z.number() }))`
    select coalesce(max(number), -1) + 1 as events from app.audit`)

/**
 * The range of ledger numbers that may have events of these times. Not exact at either end, because times rise with
 * ledger numbers, but not strictly.
 */
export async function rangeOf(
  db: CommonQueryMethods,
  { since, until }: Pick<TrailFilter, 'since' | 'until'>,
): Promise<Range> {
  const isIn = allOf([
    since !== null && sql.fragment`last_at >= ${since}::timestamptz`,
    until !== null && sql.fragment`first_at < ${until}::timestamptz`,
  ])
  const Ends = z.object({ from: z.number().nullable(), to: z.number().nullable() })
  const ends = await db.one(sql.type(Ends)`
    select min(span) as from, max(span) + ${SPAN - 1} as to from app.audit_span where ${isIn}`)
  return ends.from === null || ends.to === null ? NONE : { from: ends.from, to: ends.to }
}

/** The last event before anything later than this instant happened; -1 if the first event is later. */
export const numberAt = (db: CommonQueryMethods, at: string): Promise<number> =>
  db.oneFirst(sql.type(z.object({ number: z.number() }))`
    select coalesce(
      (select a.number - 1 from app.audit a
        where a.at > ${at}::timestamptz
          and a.number >= (select min(span) from app.audit_span where last_at > ${at}::timestamptz)
        order by a.number limit 1),
      (select max(number) from app.audit), -1) as number`)

/** The rows of ledger numbers and of references '<stream>@<version>', in the order of the log. */
export const trailRowsOf = (
  db: CommonQueryMethods,
  { numbers = [], refs = [] }: { readonly numbers?: readonly number[]; readonly refs?: readonly string[] },
): Promise<readonly TrailRow[]> =>
  db.any(sql.type(TrailRow)`
    select ${columns} from app.audit a where a.number in (
      select unnest(${sql.array([...numbers], 'int8')})
      union
      select r.number from unnest(${array(refs)}) ref join app.audit r
        on r.stream = split_part(ref, '@', 1) and r.version = split_part(ref, '@', 2)::integer)
    order by a.number`)

/** The events that an event ('<stream>@<version>') led to, the nearest first. */
export const trailRowsCausedBy = (db: CommonQueryMethods, ref: string, limit: number): Promise<readonly TrailRow[]> =>
  db.any(sql.type(TrailRow)`
    select ${columns} from app.audit a where a.causation = ${ref} order by a.number limit ${limit}`)
