// Goodwill is promised on its admin's stream, where the bound per day is counted, then paid on the bettor's. Only the
// payment moves money.
import { z } from 'zod'
import { Cents, Id, PositiveCents } from '../values.ts'

export const GoodwillPromised = z.strictObject({ goodwill: Id, to: Id, amountCents: PositiveCents })
/** `owedPaidCents`: how much of the amount paid off debt first. */
export const GoodwillPaid = z.strictObject({
  goodwill: Id,
  by: Id,
  amountCents: PositiveCents,
  owedPaidCents: Cents,
})

export const goodwillEvents = {
  GoodwillPromised: { 1: GoodwillPromised },
  GoodwillPaid: { 1: GoodwillPaid },
} as const
