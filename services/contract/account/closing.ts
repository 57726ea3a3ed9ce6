// GET and POST /api/account/closing, POST /api/account/closing/cancel: the end of the caller's own account.
import { z } from 'zod'
import { BalanceText, IsoTime } from '../values.ts'

export const Closing = z.object({
  /** Null if the caller has not asked for it. */
  requestedAt: IsoTime.nullable(),
  /** What keeps the account open: it is closed automatically once this is 0.00 and there are no open bets. */
  balance: BalanceText,
  openBets: z.number(),
})
export type Closing = z.infer<typeof Closing>
/** With the caller's password. */
export const ClosingBody = z.strictObject({ password: z.string() })
/** `closed`: nothing was left, so the account is closed and the session has ended. */
export const ClosingRequested = z.object({ closed: z.boolean() })
export type ClosingRequested = z.infer<typeof ClosingRequested>
