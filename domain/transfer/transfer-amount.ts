// The amounts that may move at a time.
import { MAX_TRANSFER_CENTS } from '../limits.ts'

/** Whether this is a whole number of cents from `minCents` to MAX_TRANSFER_CENTS. */
export const isTransferAmount = (cents: number, minCents: number): boolean =>
  Number.isSafeInteger(cents) && cents >= minCents && cents <= MAX_TRANSFER_CENTS
