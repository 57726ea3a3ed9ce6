// What every call answers where it refuses, or fails.
import { z } from 'zod'

export const ErrorReply = z.object({
  error: z.string(),
  code: z.string(),
  /** On code `odds_changed`: per selection of the request, in its order, what was seen and what it is now. */
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
})
export type ErrorReply = z.infer<typeof ErrorReply>
