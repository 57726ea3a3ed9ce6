// Stakes and profit of an account's won and lost bets, by day, sports and market.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { BUSINESS_TIME_ZONE } from '#domain/limits.ts'

/** `day`: of settlement. Each row has one of `day`, `sports` and `market`; the others are null. */
export const ShareRow = z.object({
  day: z.string().nullable(),
  sports: z.string().nullable(),
  market: z.string().nullable(),
  bets: z.number(),
  stakeCents: z.number(),
  profitCents: z.number(),
})
export type ShareRow = z.infer<typeof ShareRow>

/** In any order. Reads the account's bets once, from the index. */
export const sharesOf = (db: CommonQueryMethods, account: string): Promise<readonly ShareRow[]> =>
  db.any(sql.type(ShareRow)`
  select to_char(day, 'YYYY-MM-DD') as day, sports, market, count(*) as bets, sum(stake_cents)::bigint as "stakeCents",
    sum(return_cents - stake_cents)::bigint as "profitCents"
  from (
    select (settled_at at time zone ${BUSINESS_TIME_ZONE})::date as day, sports, market, stake_cents, return_cents
    from app.bet where account_id = ${account} and status <> 'pending' and status <> 'refunded'
  ) settled
  group by grouping sets ((day), (sports), (market))`)
