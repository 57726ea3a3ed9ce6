// Everybody's bets, as the back office lists them: by ledger number or by stake, from a place on, in either direction.
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { SPAN } from '../audit/spans.ts'
import { BetRow, type BetRowWithState, columns, state } from './queries.ts'

/**
 * Which bets; null for any. Each of `about` is a list of games, leagues and sports, of which a bet has at least one.
 */
export type BetListFilter = {
  readonly bet: string | null
  readonly account: string | null
  readonly status: BetRow['status'] | null
  readonly parlay: boolean | null
  readonly about: readonly (readonly string[])[]
  /** When they were placed: `since` inclusive, `until` exclusive. */
  readonly since: string | null
  readonly until: string | null
  readonly minStakeCents: number | null
  readonly maxStakeCents: number | null
}

/** `stakeCents` counts only if the list is sorted by it. */
export type BetPlaceInList = { readonly number: number; readonly stakeCents: number }

export type BetListPage = {
  readonly by: 'number' | 'stake'
  readonly descending: boolean
  /** Only what comes after this place in the order; null: from the beginning. */
  readonly after: BetPlaceInList | null
  readonly limit: number
}

export const ListedBetRow = BetRow.extend({ state: z.string(), number: z.number(), username: z.string().nullable() })
/** `username`: null if it was erased. */
export type ListedBetRow = BetRowWithState & { readonly number: number; readonly username: string | null }

export async function listBets(
  db: CommonQueryMethods,
  filter: BetListFilter,
  page: BetListPage,
): Promise<readonly ListedBetRow[]> {
  const range = await rangeOf(db, filter)
  if (range === null) return []
  const conditions = conditionsOf(filter, range)
  const numbers = sql.join(
    halvesOf(filter).map((half) => sql.fragment`(${numbersIn([half, ...conditions], page)})`),
    sql.fragment` union all `,
  )
  return db.any(sql.type(ListedBetRow)`
    select ${columns}, ${state} as state, number,
      (select username from app.identity i where i.account_id = bet.account_id) as username
    from (select * from (${numbers}) either ${inOrder(page)} limit ${page.limit}) listed
    join app.bet using (number, stake_cents)
    ${inOrder(page)}`)
}

/** `returnCents`: of bets that are not open. */
export const BetSums = z.object({
  bets: z.number(),
  open: z.number(),
  stakeCents: z.number(),
  openStakeCents: z.number(),
  returnCents: z.number(),
})
export type BetSums = z.infer<typeof BetSums>
export const NO_BETS: BetSums = { bets: 0, open: 0, stakeCents: 0, openStakeCents: 0, returnCents: 0 }

/** The sums of these bets. If there are more than `limit`, `bets` is above it and the sums cover only some of them. */
export async function sumBets(db: CommonQueryMethods, filter: BetListFilter, limit: number): Promise<BetSums> {
  const range = await rangeOf(db, filter)
  if (range === null) return NO_BETS
  const conditions = conditionsOf(filter, range)
  const halves = halvesOf(filter).map((half) => {
    const where = sql.join([half, ...conditions], sql.fragment` and `)
    return sql.fragment`(select status, stake_cents, return_cents from app.bet where ${where} limit ${limit + 1})`
  })
  return db.one(sql.type(BetSums)`
    select count(*) as bets, count(*) filter (where status = 'pending') as open,
      coalesce(sum(stake_cents), 0)::bigint as "stakeCents",
      coalesce(sum(stake_cents) filter (where status = 'pending'), 0)::bigint as "openStakeCents",
      coalesce(sum(return_cents) filter (where status <> 'pending'), 0)::bigint as "returnCents"
    from (${sql.join(halves, sql.fragment` union all `)}) listed`)
}

/** An account's bets are in two indexes: the open ones and the settled ones. */
function halvesOf({ account, status }: BetListFilter): readonly FragmentSqlToken[] {
  if (account === null) return [status === null ? sql.fragment`true` : sql.fragment`status = ${status}`]
  const open = sql.fragment`status = 'pending'`
  const settled = sql.fragment`status <> 'pending'`
  if (status === 'pending') return [open]
  return status === null ? [open, settled] : [sql.fragment`${settled} and status = ${status}`]
}

const numbersIn = (conditions: readonly FragmentSqlToken[], page: BetListPage) => sql.fragment`
  select number, stake_cents from app.bet
  where ${sql.join([...conditions, ...afterPlace(page)], sql.fragment` and `)}
  ${inOrder(page)} limit ${page.limit}`

function conditionsOf(filter: BetListFilter, range: Range): FragmentSqlToken[] {
  const { bet, account, parlay, about, since, until, minStakeCents, maxStakeCents } = filter
  return [
    ...(bet === null ? [] : [sql.fragment`bet_id = ${bet}`]),
    ...(account === null ? [] : [sql.fragment`account_id = ${account}`]),
    ...(parlay === null ? [] : [sql.fragment`(market = 'parlay') = ${parlay}`]),
    ...about.map((topics) => sql.fragment`string_to_array(topics, ' ') && ${sql.array([...topics], 'text')}`),
    ...(since === null ? [] : [sql.fragment`placed_at >= ${since}::timestamptz and number >= ${range.from}`]),
    ...(until === null ? [] : [sql.fragment`placed_at < ${until}::timestamptz`]),
    ...(range.before === null ? [] : [sql.fragment`number < ${range.before}`]),
    ...(minStakeCents === null ? [] : [sql.fragment`stake_cents >= ${minStakeCents}`]),
    ...(maxStakeCents === null ? [] : [sql.fragment`stake_cents <= ${maxStakeCents}`]),
  ]
}

/** Ledger numbers, `before` exclusive; null: without end. */
type Range = { readonly from: number; readonly before: number | null }
const ANY: Range = { from: 0, before: null }

const Ends = z.object({ from: z.number(), before: z.number(), last: z.number().nullable() })

/**
 * Times and ledger numbers rise together, except for some events: so a filter by time walks only the numbers of its
 * spans of a thousand. They are read first, so that the planner knows how few they are. Null if there is nothing of
 * these times.
 */
async function rangeOf(db: CommonQueryMethods, { since, until }: BetListFilter): Promise<Range | null> {
  if (since === null && until === null) return ANY
  const from =
    since === null ? sql.fragment`0` : sql.fragment`min(span) filter (where last_at >= ${since}::timestamptz)`
  const begun = until === null ? sql.fragment`true` : sql.fragment`first_at < ${until}::timestamptz`
  const ends = await db.one(sql.type(Ends)`
    select coalesce(${from}, max(span), 0) as from, coalesce(max(span) filter (where ${begun}) + ${SPAN}, 0) as before,
      max(span) as last
    from app.audit_span`)
  // an empty trail tells nothing about times
  if (ends.last === null) return ANY
  // the last span may be incomplete, and bets may follow it that the trail does not have yet
  if (ends.before > ends.last) return { from: ends.from, before: null }
  return ends.before <= ends.from ? null : ends
}

function afterPlace({ by, descending, after }: BetListPage): FragmentSqlToken[] {
  if (after === null) return []
  const than = descending ? sql.fragment`<=` : sql.fragment`>=`
  // The next place itself, inclusive, because the planner looks only at the first column: below the smallest stake it
  // expects no row, and would walk all bets of that stake.
  const next = after.number + (descending ? -1 : 1)
  return by === 'number'
    ? [sql.fragment`number ${than} ${next}`]
    : [sql.fragment`(stake_cents, number) ${than} (${after.stakeCents}, ${next})`]
}

function inOrder({ by, descending }: BetListPage): FragmentSqlToken {
  const direction = descending ? sql.fragment`desc` : sql.fragment`asc`
  return by === 'number'
    ? sql.fragment`order by number ${direction}`
    : sql.fragment`order by stake_cents ${direction}, number ${direction}`
}
