// Bets as they are displayed.
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { GradedLeg, Leg } from '#domain/bet/bet-events.ts'
import { BET_STATUSES } from '#domain/bet/bet-statuses.ts'
import { allOf } from '#services/platform/database/conditions.ts'

/**
 * `returnCents`: what was paid, once settled. `graded`: null while open, or if voided by hand. Legs are not validated
 * again: only the projector writes them, from events that it has parsed, and a page has thousands of them.
 */
export const BetRow = z.object({
  bet: z.string(),
  account: z.string(),
  status: z.enum(BET_STATUSES),
  stakeCents: z.number(),
  odds: z.string(),
  struckReturnCents: z.number(),
  returnCents: z.number().nullable(),
  placedAt: z.date(),
  settledAt: z.date().nullable(),
  resettled: z.boolean(),
  legs: z.custom<readonly Leg[]>(),
  graded: z.custom<readonly GradedLeg[] | null>(),
})
export type BetRow = z.infer<typeof BetRow>

/** The columns of `BetRow`. */
export const columns = sql.fragment`
  bet_id as bet, account_id as account, status, stake_cents as "stakeCents", odds,
  struck_return_cents as "struckReturnCents", return_cents as "returnCents", placed_at as "placedAt",
  settled_at as "settledAt", resettled, legs, graded`

/**
 * The events that placed a bet and that settled it (null while it is open): their ledger numbers, and as
 * stream@version.
 */
const BetPlace = z.object({
  number: z.number(),
  event: z.string(),
  settledNumber: z.number().nullable(),
  settledEvent: z.string().nullable(),
})
type BetPlace = z.infer<typeof BetPlace>

/** The place of a bet in its account's lists; null if the account has no such bet. */
export const placeOfBet = (db: CommonQueryMethods, account: string, bet: string): Promise<BetPlace | null> =>
  db.maybeOne(sql.prepared('place of bet', BetPlace)`
    select number, placed_event as event, settled_number as "settledNumber", settled_event as "settledEvent"
    from app.bet where bet_id = ${bet} and account_id = ${account}`)

/**
 * At most `limit` of an account's bets: the open ones placed, or the settled ones settled, before a ledger number
 * (null: the newest).
 */
export type BetRange = { readonly before: number | null; readonly limit: number }
export type BetRanges = { readonly open: BetRange; readonly settled: BetRange }

const BetStates = z.object({ open: z.array(z.string()), settled: z.array(z.string()) })
export type BetStates = z.infer<typeof BetStates>

/** Identifies a version of a bet's row: the bet, and the event that settled it. */
export const state = sql.fragment`bet_id || ' ' || coalesce(settled_event, '')`
const newest = '9223372036854775807'
const openIn = (account: string, { before, limit }: BetRange, further = sql.fragment``) => sql.fragment`
  array(select ${state} from app.bet
    where account_id = ${account} and status = 'pending' and number < ${String(before ?? newest)}::bigint ${further}
    order by number desc limit ${limit})`
const settledIn = (account: string, { before, limit }: BetRange) => sql.fragment`
  array(select ${state} from app.bet
    where account_id = ${account} and status <> 'pending' and settled_number < ${String(before ?? newest)}::bigint
    order by settled_number desc limit ${limit})`
/** What the filter leaves out is skipped in the index alone. */
const settledWhere = (account: string, { before, limit }: BetRange, further: FragmentSqlToken) => sql.fragment`
  array(select ${state} from app.bet
    where account_id = ${account} and status <> 'pending' and settled_number = any(array(
      select settled_number from app.bet
      where account_id = ${account} and status <> 'pending' and settled_number < ${String(before ?? newest)}::bigint ${further}
      order by settled_number desc limit ${limit}))
    order by settled_number desc)`

/** The states of an account's open bets, newest first, and of its settled ones, last settled first. */
export const betStates = (db: CommonQueryMethods, account: string, { open, settled }: BetRanges): Promise<BetStates> =>
  db.one(sql.prepared('bet states', BetStates)`
    select ${openIn(account, open)} as open, ${settledIn(account, settled)} as settled`)

/**
 * Which bets are wanted; null for any. `sports`: the prefixes of the provider's league keys, of any leg. `since`: by
 * placement for open bets, by settlement for settled ones.
 */
export type BetFilter = {
  readonly sports: readonly string[] | null
  readonly parlay: boolean | null
  readonly status: 'won' | 'lost' | 'refunded' | null
  readonly since: string | null
}

const further = ({ sports, parlay, status, since }: BetFilter) => {
  const ofKind = [
    sports !== null && sql.fragment`string_to_array(sports, ' ') && ${sql.array([...sports], 'text')}`,
    parlay !== null && sql.fragment`(market = 'parlay') = ${parlay}`,
  ]
  const sinceThen = (column: FragmentSqlToken) => since !== null && sql.fragment`${column} >= ${since}::timestamptz`
  return {
    open: sql.fragment`and ${allOf([...ofKind, sinceThen(sql.fragment`placed_at`)])}`,
    settled: sql.fragment`and ${allOf([
      ...ofKind,
      status !== null && sql.fragment`status = ${status}`,
      sinceThen(sql.fragment`settled_at`),
    ])}`,
  }
}

/** As `betStates`, for the bets that match the filter. */
export function betStatesWhere(
  db: CommonQueryMethods,
  account: string,
  { open, settled }: BetRanges,
  filter: BetFilter,
): Promise<BetStates> {
  const too = further(filter)
  return db.one(sql.type(BetStates)`
    select ${openIn(account, open, too.open)} as open, ${settledWhere(account, settled, too.settled)} as settled`)
}

export const BetTotals = z.object({
  open: z.number(),
  openStakeCents: z.number(),
  settled: z.number(),
  settledStakeCents: z.number(),
  settledReturnCents: z.number(),
})
export type BetTotals = z.infer<typeof BetTotals>

/** How many bets of the account match the filter, and their sums. */
export function betTotals(db: CommonQueryMethods, account: string, filter: BetFilter): Promise<BetTotals> {
  const too = further(filter)
  return db.one(sql.type(BetTotals)`
    select * from
      (select count(*) as open, coalesce(sum(stake_cents), 0)::bigint as "openStakeCents"
        from app.bet where account_id = ${account} and status = 'pending' ${too.open}) o,
      (select count(*) as settled, coalesce(sum(stake_cents), 0)::bigint as "settledStakeCents",
          coalesce(sum(return_cents), 0)::bigint as "settledReturnCents"
        from app.bet where account_id = ${account} and status <> 'pending' ${too.settled}) s`)
}

/** `struckCents`: the potential returns; `decided`: the bets with a leg on a game about which something was decided. */
const OpenReturns = z.object({ struckCents: z.number(), decided: z.array(z.string()) })

/** What the account's open bets that match the filter return if all of them win. */
export const openReturns = (
  db: CommonQueryMethods,
  account: string,
  filter: BetFilter,
): Promise<z.infer<typeof OpenReturns>> =>
  db.one(sql.type(OpenReturns)`
    select coalesce(sum(struck_return_cents), 0)::bigint as "struckCents",
      coalesce(array_agg(bet_id) filter (where exists (
        select from app.fixture_decision where fixture_id = any(string_to_array(topics, ' ')))), '{}') as decided
    from app.bet where account_id = ${account} and status = 'pending' ${further(filter).open}`)

const BetRowWithState = BetRow.extend({ state: z.string() })
export type BetRowWithState = z.infer<typeof BetRowWithState>

/** In any order. */
export const betsById = (db: CommonQueryMethods, bets: readonly string[]): Promise<readonly BetRowWithState[]> =>
  db.any(sql.prepared('bets by id', BetRowWithState)`
    select ${columns}, ${state} as state from app.bet where bet_id = any(${sql.array(bets, 'text')})`)

const Bettor = z.object({ account: z.string() })

/** The account that placed a bet; null if there is no such bet. */
export async function bettorOf(db: CommonQueryMethods, bet: string): Promise<string | null> {
  const row = await db.maybeOne(sql.prepared('bettor of', Bettor)`
    select account_id as account from app.bet where bet_id = ${bet}`)
  return row?.account ?? null
}

/** An ending that a bet had. `rule`: null if a person decided; `graded`: null if it was not graded. */
export const BetEndingRow = z.object({
  number: z.number(),
  at: z.date(),
  status: BetRow.shape.status,
  returnCents: z.number().nullable(),
  rule: z.number().nullable(),
  graded: z.custom<readonly GradedLeg[] | null>(),
})
export type BetEndingRow = z.infer<typeof BetEndingRow>

/** Every ending of a bet, in order. */
export const endingsOf = (db: CommonQueryMethods, bet: string): Promise<readonly BetEndingRow[]> =>
  db.any(sql.type(BetEndingRow)`
    select e.number, a.at, status, return_cents as "returnCents", rule, graded
    from app.bet_ending e join app.audit a on a.number = e.number
    where e.bet_id = ${bet} order by e.number`)
