// The body of every error reply.
import { z } from 'zod'

export const ErrorReply = z.object({
  error: z.string(),
  code: z.string(),
  /** With code `odds_changed`: for each selection of the request, in its order, the odds seen and the odds now. */
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
  /** With code `goodwill_bound_reached`: euros that are left of the day's limit. */
  leftToday: z.number().optional(),
  /** With code `second_factor_required`: for the action `second-factor`, valid for five minutes. */
  challenge: z.string().optional(),
})
export type ErrorReply = z.infer<typeof ErrorReply>
