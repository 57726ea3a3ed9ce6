// The body of every error reply.
import { z } from 'zod'

export const ErrorReply = z.object({
  error: z.string(),
  code: z.string(),
  /** On code `odds_changed`: for each selection of the request, in its order, the odds seen and the odds now. */
  changes: z
    .array(
      z.object({
        eventId: z.string(),
        selection: z.string(),
        oldOdds: z.number(),
        newOdds: z.number().nullable(),
        error: z.string(),
      }),
    )
    .optional(),
  /** On code `goodwill_bound_reached`: euros that are left of the bound of the day. */
  leftToday: z.number().optional(),
  /** On code `second_factor_required`: for the action `second-factor`, within five minutes. */
  challenge: z.string().optional(),
})
export type ErrorReply = z.infer<typeof ErrorReply>
