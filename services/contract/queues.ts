// GET /api/admin/dashboard?type=undecided|suspended-markets: what waits for an admin.
import { z } from 'zod'
import { Given, IsoTime, RequiredReason } from './values.ts'

const Paged = z.object({ total: z.number(), page: z.number(), pageSize: z.number() })
const Score = z.object({ home: z.number(), away: z.number() })

export const UndecidedFixtures = Paged.extend({
  /** Games that have ended, or should have, with the picks of open bets that no score decides. Oldest first. */
  events: z.array(
    z.object({
      eventId: z.string(),
      league_key: z.string(),
      home_team: z.string(),
      away_team: z.string(),
      commence_time: IsoTime,
      score: Score.nullable(),
      regulation: Score.nullable(),
      selections: z.array(
        z.object({
          market: z.string(),
          selection: z.string(),
          point: z.number().optional(),
          name: z.string(),
          /** Why no score decides it: see docs/settlement.md. */
          reason: z.enum(['no_result', 'regulation_unknown', 'period_unknown', 'by_hand']),
          bets: z.number(),
          stakes: z.number(),
        }),
      ),
    }),
  ),
})
export type UndecidedFixtures = z.infer<typeof UndecidedFixtures>

export const SuspendedMarkets = Paged.extend({
  /** For games that may still be bet on: extreme moves first, then the newest. */
  markets: z.array(
    z.object({
      eventId: z.string(),
      home_team: z.string(),
      away_team: z.string(),
      market: z.string(),
      reason: z.enum(['missing-side', 'unreadable', 'implausible', 'placeholder', 'extreme-move']),
      /** For an extreme move. */
      move: z.object({ selection: z.string(), point: z.string(), from: z.string(), to: z.string() }).nullable(),
      since: IsoTime,
    }),
  ),
})
export type SuspendedMarkets = z.infer<typeof SuspendedMarkets>

export const queueActions = [
  z.strictObject({
    action: z.literal('releaseMarket'),
    eventId: Given,
    market: Given,
    reason: RequiredReason,
  }),
] as const
