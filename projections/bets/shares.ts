// What an account's won and lost bets came to, by one of their properties.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { BUSINESS_TIME_ZONE } from '#domain/limits.ts'

export const ShareRow = z.object({ key: z.string(), bets: z.number(), stakeCents: z.number(), profitCents: z.number() })
export type ShareRow = z.infer<typeof ShareRow>

const KEYS = {
  /** The day of settling. */
  day: sql.fragment`to_char(settled_at at time zone ${BUSINESS_TIME_ZONE}, 'YYYY-MM-DD')`,
  sports: sql.fragment`sports`,
  market: sql.fragment`market`,
} as const

/** In any order. */
export const sharesBy = (
  db: CommonQueryMethods,
  account: string,
  by: keyof typeof KEYS,
): Promise<readonly ShareRow[]> =>
  db.any(sql.type(ShareRow)`
    select ${KEYS[by]} as key, count(*) as bets, sum(stake_cents)::bigint as "stakeCents",
      sum(return_cents - stake_cents)::bigint as "profitCents"
    from app.bet where account_id = ${account} and status <> 'pending' and status <> 'refunded'
    group by 1`)
