// What admins decide by hand: results of games, markets that no score decides, single bets.
import { z } from 'zod'
import { MAX_REASON_LENGTH, MAX_SCORE } from '#domain/limits.ts'

const reason = { reason: z.string().max(MAX_REASON_LENGTH).optional() }
const points = z.int().min(0).max(MAX_SCORE)
const result = {
  eventId: z.string(),
  /** The final score, overtime included. */
  home: points,
  away: points,
  /** At the end of regulation time; absent: as the final score. Null: not known, and what depends on it stays open. */
  regulation: z.object({ home: points, away: points }).nullish(),
  ...reason,
}

export const byHandActions = [
  z.strictObject({ action: z.literal('recordResult'), ...result }),
  z.strictObject({ action: z.literal('correctResult'), ...result }),
  z.strictObject({ action: z.literal('abandonFixture'), eventId: z.string(), ...reason }),
  z.strictObject({
    action: z.literal('decideMarket'),
    eventId: z.string(),
    /** Market key: 'h2h'. */
    market: z.string().min(1).max(100),
    /** `point`: the line, '-1.5', where the market has lines. */
    selections: z
      .array(
        z.object({
          selection: z.string().min(1).max(100),
          point: z
            .string()
            .regex(/^-?\d{1,4}(\.\d{1,2})?$/)
            .optional(),
          grade: z.enum(['won', 'half-won', 'void', 'half-lost', 'lost']),
        }),
      )
      .min(1)
      .max(100),
    ...reason,
  }),
  z.strictObject({ action: z.literal('voidBet'), betId: z.string(), ...reason }),
  /** For super admins, after a settlement. */
  z.strictObject({ action: z.literal('resettleBet'), betId: z.string(), ...reason }),
] as const
