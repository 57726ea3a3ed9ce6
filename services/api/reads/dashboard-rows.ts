// What a view of the back office consists of, in one query: round trips cost more than the rows, and the figures and
// both lists have to be of one moment of the ledger.
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { BetRowWithState } from '#projections/bets/queries.ts'
import type { StatisticsRow } from '#projections/statistics/queries.ts'
import type { Queries } from '#services/platform/database/queries.ts'

/** A bettor with name, creator (null: signed up) and statistics (null: never placed a bet). `openedAt`: a timestamp. */
export type UserRow = {
  readonly account: string
  readonly username: string
  readonly email: string | null
  readonly creator: string | null
  readonly openedAt: string
  readonly blocked: boolean
  readonly walletCents: number
  readonly statistics: Omit<StatisticsRow, 'account' | 'openBets'> | null
}

type Timed = 'placedAt' | 'settledAt'
/** `username`: null if it was erased. Times are text, as Postgres writes them into JSON. */
type StoredBet = Omit<BetRowWithState, Timed> & {
  readonly placedAt: string
  readonly settledAt: string | null
  readonly username: string | null
}

/**
 * `profitCents`: over settled bets. `bets`: all that were ever placed. `bettors`: open accounts, which together hold
 * `walletsCents`. `floatCents`: of the admin who reads. The rows that Postgres made into JSON are not validated again.
 */
const DashboardRows = z.object({
  profitCents: z.number(),
  openStakesCents: z.number(),
  totalBets: z.number(),
  bettors: z.number(),
  walletsCents: z.number(),
  floatCents: z.number(),
  users: z.custom<readonly UserRow[]>(),
  bets: z.custom<readonly StoredBet[]>(),
})
export type DashboardRows = z.infer<typeof DashboardRows>

type Range = { readonly offset: number; readonly limit: number }

/** Bettors with open accounts and everybody's bets, newest first, with the figures as `admin` sees them. */
export const dashboardRows = (
  db: Queries,
  admin: string,
  { users, bets }: { readonly users: Range; readonly bets: Range },
): Promise<DashboardRows> =>
  db.one(sql.prepared('dashboard rows', DashboardRows)`
    select h.profit_cents as "profitCents", h.open_stakes_cents as "openStakesCents",
      h.settled_bets + h.open_bets as "totalBets", h.bettors, h.wallets_cents as "walletsCents",
      coalesce((select float_cents from app.account where account_id = ${admin}), 0) as "floatCents",
      (select coalesce(json_agg(json_build_object(
          'account', a.account_id, 'username', i.username, 'email', i.email, 'creator', c.username,
          'openedAt', a.opened_at, 'blocked', a.blocked, 'walletCents', a.wallet_cents,
          'statistics', case when s.account_id is not null then json_build_object(
            'totalBets', s.total_bets, 'totalStakeCents', s.total_stake_cents,
            'totalWinningsCents', s.total_winnings_cents, 'profitCents', s.profit_cents) end)
          order by a.opened_at desc, a.account_id), '[]')
        from (select * from app.account where role = 'user' and not closed
          order by opened_at desc, account_id offset ${users.offset} limit ${users.limit}) a
        join app.identity i on i.account_id = a.account_id
        left join app.identity c on c.account_id = a.opened_by
        left join app.user_statistics s on s.account_id = a.account_id) as users,
      (select coalesce(json_agg(json_build_object(
          'bet', p.bet_id, 'account', p.account_id, 'status', p.status, 'stakeCents', p.stake_cents, 'odds', p.odds,
          'struckReturnCents', p.struck_return_cents, 'returnCents', p.return_cents, 'placedAt', p.placed_at,
          'settledAt', p.settled_at, 'resettled', p.resettled, 'legs', p.legs, 'graded', p.graded,
          'state', p.bet_id || ' ' || coalesce(p.settled_event, ''), 'username', i.username)
          order by p.number desc), '[]')
        from (select * from app.bet where number = any(${numbersOfBets(bets)})) p
        left join app.identity i on i.account_id = p.account_id) as bets
    from app.house h`)

/**
 * The ledger numbers of a page of bets, from the index alone. A page by offset passes over all rows before it, so it is
 * counted from the nearer end.
 */
const numbersOfBets = ({ offset, limit }: Range): FragmentSqlToken => {
  const total = sql.fragment`(h.settled_bets + h.open_bets)`
  const isNearer = sql.fragment`2 * ${offset}::bigint <= ${total}`
  return sql.fragment`array(
      select number from app.bet where ${isNearer} order by number desc offset ${offset} limit ${limit}
    ) || array(
      select number from app.bet where not ${isNearer} order by number
        offset greatest(0, ${total} - ${offset + limit}::bigint)
        limit greatest(0, least(${limit}::bigint, ${total} - ${offset}::bigint)))`
}

export const betRowOf = ({ username: _, placedAt, settledAt, ...row }: StoredBet): BetRowWithState => ({
  ...row,
  placedAt: new Date(placedAt),
  settledAt: settledAt === null ? null : new Date(settledAt),
})
