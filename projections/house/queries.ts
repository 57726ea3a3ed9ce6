// What all bets come to for the house.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

/** `treasuryCents` and `grantsCents` are below 0 by what they have paid out. `profitCents`: over settled bets. */
export const HouseRow = z.object({
  treasuryCents: z.number(),
  grantsCents: z.number(),
  profitCents: z.number(),
  settledBets: z.number(),
  openBets: z.number(),
  openStakesCents: z.number(),
  transitCents: z.number(),
})
export type HouseRow = z.infer<typeof HouseRow>

export const readHouse = (db: CommonQueryMethods): Promise<HouseRow> =>
  db.one(sql.type(HouseRow)`
    select treasury_cents as "treasuryCents", grants_cents as "grantsCents", profit_cents as "profitCents",
      settled_bets as "settledBets", open_bets as "openBets", open_stakes_cents as "openStakesCents",
      transit_cents as "transitCents"
    from app.house`)
