// Bets as they are shown, and what the settler looks for.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { GradedLeg, Leg } from '../../domain/account/events.ts'

/**
 * `returnCents`: what was paid, once settled. `graded`: null while open or voided by hand. Legs are not parsed again:
 * nobody but the projector writes them, out of events that it has parsed, and a page has thousands of them.
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

/** The newest first; those placed before the bet `before` of the same account, where it is given. */
export const betsOf = (
  db: CommonQueryMethods,
  account: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<readonly BetRow[]> =>
  db.any(sql.prepared('bets of', BetRow)`
    select ${columns} from app.bet
    where account_id = ${account} and (${before}::text is null or
      number < (select number from app.bet where bet_id = ${before} and account_id = ${account}))
    order by number desc limit ${limit}`)

/** Everybody's, the newest first. */
export const betsPage = (db: CommonQueryMethods, offset: number, limit: number): Promise<readonly BetRow[]> =>
  db.any(sql.type(BetRow)`select ${columns} from app.bet order by number desc offset ${offset} limit ${limit}`)

export const OpenBet = z.object({ bet: z.string(), account: z.string(), fixtures: z.array(z.string()) })
export type OpenBet = z.infer<typeof OpenBet>

/** Open bets with a leg on the fixture, with the fixtures of all their legs. */
export const openBetsOn = (db: CommonQueryMethods, fixture: string): Promise<readonly OpenBet[]> =>
  db.any(sql.type(OpenBet)`
    select mine.bet_id as bet, mine.account_id as account, array_agg(distinct leg.fixture_id) as fixtures
    from app.open_leg mine join app.open_leg leg using (bet_id)
    where mine.fixture_id = ${fixture}
    group by 1, 2`)

const Fixture = z.object({ fixture: z.string() })

/** Of `fixtures` (of all, where null), those that are decided and still have open bets. */
export const decidedWithOpenBets = (
  db: CommonQueryMethods,
  fixtures: readonly string[] | null,
): Promise<readonly string[]> =>
  db.anyFirst(sql.type(Fixture)`
    select fixture_id as fixture from app.decided_fixture d
    where ${fixtures === null ? sql.fragment`true` : sql.fragment`fixture_id = any(${sql.array(fixtures, 'text')})`}
      and exists (select from app.open_leg l where l.fixture_id = d.fixture_id)`)

const FixtureBets = z.object({ fixture: z.string(), bets: z.number() })
export type FixtureBets = z.infer<typeof FixtureBets>

/** How many open bets each fixture has; those without any are not there. */
export const openBetCounts = (db: CommonQueryMethods): Promise<readonly FixtureBets[]> =>
  db.any(sql.type(FixtureBets)`select fixture_id as fixture, count(*) as bets from app.open_leg group by 1`)
