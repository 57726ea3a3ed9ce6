// Bounds that the desk or the bettors themselves may set for a bet.
import { MIN_STAKE_CENTS } from '../limits.ts'
import { isTransferAmount } from '../transfer/transfer-amount.ts'

/**
 * Whether this is a possible bound in cents; null stands for none. A bound below the minimum stake is not one: to stop
 * somebody from betting, block them or take a break.
 */
export const isBetBound = (cents: number | null): boolean => cents === null || isTransferAmount(cents, MIN_STAKE_CENTS)
