// Bets as they are displayed.
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { GradedLeg, Leg } from '#domain/bet/bet-events.ts'

/**
 * `returnCents`: what was paid, once settled. `graded`: null while open or voided by hand. Legs are not validated again:
 * only the projector writes them, from events that it has parsed, and a page has thousands of them.
 */
export const BetRow = z.object({
  bet: z.string(),
  account: z.string(),
  status: z.enum(['pending', 'won', 'lost', 'refunded']),
  stakeCents: z.number(),
  odds: z.string(),
  struckReturnCents: z.number(),
  returnCents: z.number().nullable(),
  placedAt: z.date(),
  settledAt: z.date().nullable(),
  legs: z.custom<readonly Leg[]>(),
  graded: z.custom<readonly GradedLeg[] | null>(),
})
export type BetRow = z.infer<typeof BetRow>

const columns = sql.fragment`
  bet_id as bet, account_id as account, status, stake_cents as "stakeCents", odds,
  struck_return_cents as "struckReturnCents", return_cents as "returnCents", placed_at as "placedAt",
  settled_at as "settledAt", legs, graded`

/** `number`: ledger number of its placement. */
export const BetPlace = z.object({ number: z.number(), open: z.boolean() })
export type BetPlace = z.infer<typeof BetPlace>

/** The place of a bet in its account's lists; null if the account has no such bet. */
export const placeOfBet = (db: CommonQueryMethods, account: string, bet: string): Promise<BetPlace | null> =>
  db.maybeOne(sql.prepared('place of bet', BetPlace)`
    select number, status = 'pending' as open from app.bet where bet_id = ${bet} and account_id = ${account}`)

/** Some of an account's bets: those placed before the ledger number `before` (null: the newest), at most `limit`. */
export type BetRange = { readonly before: number | null; readonly limit: number }

const BetStates = z.object({ open: z.array(z.string()), settled: z.array(z.string()) })
export type BetStates = z.infer<typeof BetStates>

/** Identifies a version of a bet's row: the bet, and the event that settled it. */
const state = sql.fragment`bet_id || ' ' || coalesce(settled_event, '')`
const newest = '9223372036854775807'
const statesIn = (account: string, which: FragmentSqlToken, { before, limit }: BetRange) => sql.fragment`
  array(select ${state} from app.bet
    where account_id = ${account} and ${which} and number < ${String(before ?? newest)}::bigint
    order by number desc limit ${limit})`

/** The states of an account's open and of its settled bets, the newest first. */
export const betStates = (
  db: CommonQueryMethods,
  account: string,
  { open, settled }: { readonly open: BetRange; readonly settled: BetRange },
): Promise<BetStates> =>
  db.one(sql.prepared('bet states', BetStates)`
    select ${statesIn(account, sql.fragment`status = 'pending'`, open)} as open,
      ${statesIn(account, sql.fragment`status <> 'pending'`, settled)} as settled`)

const BetRowWithState = BetRow.extend({ state: z.string() })
export type BetRowWithState = z.infer<typeof BetRowWithState>

/** In any order. */
export const betsById = (db: CommonQueryMethods, bets: readonly string[]): Promise<readonly BetRowWithState[]> =>
  db.any(sql.prepared('bets by id', BetRowWithState)`
    select ${columns}, ${state} as state from app.bet where bet_id = any(${sql.array(bets, 'text')})`)

const Bettor = z.object({ account: z.string() })

/** The account that placed a bet; null where there is no such bet. */
export async function bettorOf(db: CommonQueryMethods, bet: string): Promise<string | null> {
  const row = await db.maybeOne(sql.prepared('bettor of', Bettor)`
    select account_id as account from app.bet where bet_id = ${bet}`)
  return row?.account ?? null
}
