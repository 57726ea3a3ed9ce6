// Goodwill: money that the house pays to a bettor, as an admin decides.
import { z } from 'zod'
import { Euros, Given, RequiredReason } from '../values.ts'

export const goodwillActions = [
  z.strictObject({
    action: z.literal('payGoodwill'),
    userId: Given,
    /** Above 0. What a plain admin may pay per business day is the setting `goodwill-per-day`. */
    amount: Euros,
    reason: RequiredReason,
  }),
] as const
