// How a bettor's account comes to its end, on the account's stream.
// These are storage contracts: a published version never changes (its schema is compared in the tests).
import { z } from 'zod'

/** The bettor's own wish. It is carried out once the balance is 0.00 and no bet is open; until then it can be taken back. */
export const ClosingRequested = z.strictObject({})
/** Taken back by the bettor. */
export const ClosingCancelled = z.strictObject({})
/** For good: as the bettor wished, or by a super admin with a reason. */
export const AccountClosed = z.strictObject({})

export const closingEvents = {
  ClosingRequested: { 1: ClosingRequested },
  ClosingCancelled: { 1: ClosingCancelled },
  AccountClosed: { 1: AccountClosed },
} as const
