// GET /api/admin/overview: the figures of the house, each maintained by a fold.
import { z } from 'zod'
import { OutcomeLiability } from './liability.ts'

export const Overview = z.object({
  /** The caller's own float. */
  currentAdminBalance: z.number(),
  /** Sum of all wallets. */
  userBalance: z.number(),
  totalUsers: z.number(),
  totalBets: z.number(),
  betsToday: z.number(),
  /** Stakes less returns, over settled bets. */
  houseProfit: z.number(),
  profitToday: z.number(),
  openBets: z.number(),
  /** Stakes of open bets, which the house holds. */
  openStakes: z.number(),
  /** The outcome that can cost the most; null if no bet is open. */
  worst: OutcomeLiability.nullable(),
})
export type Overview = z.infer<typeof Overview>
