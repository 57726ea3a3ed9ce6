// What admins decide by hand: results of games, markets that no score decides, single bets.
import { z } from 'zod'
import { MAX_REASON_LENGTH, MAX_SCORE } from '#domain/limits.ts'

const reason = { reason: z.string().max(MAX_REASON_LENGTH).optional() }
const points = z.int().min(0).max(MAX_SCORE)
const result = {
  eventId: z.string(),
  /** The final score, overtime included. Both null: the game ended without a result, and its bets are void. */
  home: points.nullable(),
  away: points.nullable(),
  /** At the end of regulation time; absent: as the final score. Null: not known, and what depends on it stays open. */
  regulation: z.object({ home: points, away: points }).nullish(),
  ...reason,
}

type Score = {
  readonly home: number | null
  readonly away: number | null
  readonly regulation?: object | null | undefined
}
const isWhole = ({ home, away, regulation }: Score): boolean =>
  home === null ? away === null && regulation == null : away !== null
const NOT_WHOLE = { error: 'a score has two numbers; without one there is none of regulation time' }

export const byHandActions = [
  z.strictObject({ action: z.literal('recordResult'), ...result }).refine(isWhole, NOT_WHOLE),
  z.strictObject({ action: z.literal('correctResult'), ...result }).refine(isWhole, NOT_WHOLE),
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
