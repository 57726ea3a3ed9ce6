// GET /api/bets/performance: what the bettor's won and lost bets came to, by day, sport and market.
import { z } from 'zod'
import { Euros } from '../values.ts'

const share = { bets: z.number(), staked: Euros, profit: Euros }

export const Performance = z.object({
  /** The days on which bets were settled (Europe/Paris), the first one first. `profit`: of that day. */
  days: z.array(z.object({ day: z.iso.date(), ...share })),
  /** By the sport's family; 'several' of parlays on more than one. The most staked first, as below. */
  sports: z.array(z.object({ sport: z.string(), ...share })),
  /** By market key; 'parlay' of all parlays. */
  markets: z.array(z.object({ market: z.string(), ...share })),
})
export type Performance = z.infer<typeof Performance>
