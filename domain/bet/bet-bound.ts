// What bets may be bounded to, by the desk or by the bettor.
import { MIN_STAKE_CENTS } from '../limits.ts'
import { isTransferAmount } from '../transfer/transfer-amount.ts'

/** Null: none. What nobody could stake is no bound: whoever is to place no bets is blocked, or takes a break. */
export const isBetBound = (cents: number | null): boolean => cents === null || isTransferAmount(cents, MIN_STAKE_CENTS)
