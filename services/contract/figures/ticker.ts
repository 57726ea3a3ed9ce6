// GET /api/admin/ticker, and the push topic `ticker`: bets as they are placed.
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
  /** For each leg: what was picked in which game, and whether the game was in play. */
  legs: z.array(
    z.object({
      eventId: z.string(),
      game: z.string(),
      market: z.string(),
      selection: z.string(),
      inPlay: z.boolean(),
    }),
  ),
  /** The stake is BIG_STAKE or more. */
  isBig: z.boolean(),
})
export type TickerBet = z.infer<typeof TickerBet>

/** The newest bets, newest first, at most fifty. `bigStake`: the stake from which on a bet is marked. */
export const Ticker = z.object({ bets: z.array(TickerBet), bigStake: z.number() })
export type Ticker = z.infer<typeof Ticker>
