// GET /api/admin/ticker, and what the topic `ticker` pushes: bets as they are placed.
import { z } from 'zod'
import { IsoTime } from '../values.ts'

export const TickerBet = z.object({
  id: z.string(),
  /** Ledger number of its placement. */
  number: z.number(),
  at: IsoTime,
  userId: z.string(),
  username: z.string(),
  stake: z.number(),
  odds: z.number(),
  potentialWin: z.number(),
  /** Of each leg: what was picked in which game, and whether the game was on. */
  legs: z.array(
    z.object({
      eventId: z.string(),
      game: z.string(),
      market: z.string(),
      selection: z.string(),
      inPlay: z.boolean(),
    }),
  ),
  /** The stake is at or above BIG_STAKE. */
  isBig: z.boolean(),
})
export type TickerBet = z.infer<typeof TickerBet>

/** The newest bets, the newest first; at most fifty. `bigStake`: from which stake on one is marked. */
export const Ticker = z.object({ bets: z.array(TickerBet), bigStake: z.number() })
export type Ticker = z.infer<typeof Ticker>
