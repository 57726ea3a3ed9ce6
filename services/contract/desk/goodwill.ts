// Goodwill: money that the house pays to a bettor, as an admin decides.
import { z } from 'zod'
import { MAX_REASON_LENGTH } from '#domain/limits.ts'
import { Euros } from '../values.ts'

export const goodwillActions = [
  z.strictObject({
    action: z.literal('payGoodwill'),
    userId: z.string(),
    /** Above 0. What a plain admin may pay in a day of business time is the setting `goodwill-per-day`. */
    amount: Euros,
    reason: z.string().trim().min(1).max(MAX_REASON_LENGTH),
  }),
] as const
