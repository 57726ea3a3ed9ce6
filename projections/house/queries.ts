// What all bets come to for the house.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

/**
 * `profitCents`: over settled bets. `bets`: all that were ever placed. `bettors`: open accounts, which together hold
 * `walletsCents`. `floatCents`: of the admin who looks.
 */
export const HouseFigures = z.object({
  profitCents: z.number(),
  openStakesCents: z.number(),
  bets: z.number(),
  bettors: z.number(),
  walletsCents: z.number(),
  floatCents: z.number(),
})
export type HouseFigures = z.infer<typeof HouseFigures>

/** One query, with what the accounts hold, so that the figures belong to one moment of the ledger. */
export const houseFigures = (db: CommonQueryMethods, admin: string): Promise<HouseFigures> =>
  db.one(sql.type(HouseFigures)`
    select h.profit_cents as "profitCents", h.open_stakes_cents as "openStakesCents",
      h.settled_bets + h.open_bets as bets, b.bettors, b.wallets::bigint as "walletsCents",
      coalesce((select float_cents from app.account where account_id = ${admin}), 0) as "floatCents"
    from app.house h cross join (
      select count(*) as bettors, coalesce(sum(wallet_cents), 0) as wallets
      from app.account where role = 'user' and not closed) b`)
