// GET /api/bets/performance: what the bettor's won and lost bets made, by day, sport and market.
import { z } from 'zod'
import { Euros } from '../values.ts'

const share = { bets: z.number(), staked: Euros, profit: Euros }

export const Performance = z.object({
  /** Days on which bets were settled (Europe/Paris), in order. `profit`: of that day. */
  days: z.array(z.object({ day: z.iso.date(), ...share })),
  /** By sport; 'several' for parlays across sports. Most staked first, as below. */
  sports: z.array(z.object({ sport: z.string(), ...share })),
  /** By market key; 'parlay' for all parlays. */
  markets: z.array(z.object({ market: z.string(), ...share })),
})
export type Performance = z.infer<typeof Performance>
