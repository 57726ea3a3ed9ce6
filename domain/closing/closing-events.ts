// How a bettor's account is closed, on the account's stream.
// These are storage contracts: a published version never changes (a test compares its schema).
import { z } from 'zod'

/** By the bettor. It is carried out once the balance is 0.00 and no bet is open, and can be cancelled until then. */
export const ClosingRequested = z.strictObject({})
/** Cancelled by the bettor. */
export const ClosingCancelled = z.strictObject({})
/** Final: at the bettor's request, or by a super admin with a reason. */
export const AccountClosed = z.strictObject({})

export const closingEvents = {
  ClosingRequested: { 1: ClosingRequested },
  ClosingCancelled: { 1: ClosingCancelled },
  AccountClosed: { 1: AccountClosed },
} as const
