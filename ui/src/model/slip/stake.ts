// Stakes and potential returns, in whole cents and exact odds.
import { formatCents } from '#domain/money.ts'
import { hundredths, parlayOdds, returnCents } from '#domain/odds.ts'

export const QUICK_STAKES = [20, 50, 100] as const

export interface LargestStake {
  cents: number
  /** What keeps it from being larger. */
  cap: 'balance' | 'own' | 'payout' | 'stake'
}

/**
 * The largest stake on each of several bets, in cents, by their odds: an even share of the balance and of what the
 * bettor's own limits leave, at most the cap on this bettor's bets, and no return above the payout limit (null while
 * that is unknown).
 */
export function largestStake(
  balanceCents: number,
  odds: readonly string[],
  maxPayoutCents: number | null,
  maxStakeCents: number | null = null,
  ownLeftCents: number | null = null,
): LargestStake {
  const isOwn = ownLeftCents !== null && ownLeftCents < balanceCents
  const share = Math.max(0, Math.floor((isOwn ? ownLeftCents : balanceCents) / Math.max(1, odds.length)))
  const payable = maxPayoutCents === null ? [] : odds.map((each) => stakeFor(maxPayoutCents, each))
  const least = payable.reduce((min, stake) => (stake < min ? stake : min), BigInt(share))
  if (maxStakeCents !== null && BigInt(maxStakeCents) < least) return { cents: maxStakeCents, cap: 'stake' }
  return { cents: Number(least), cap: least < BigInt(share) ? 'payout' : isOwn ? 'own' : 'balance' }
}

/** The largest stake whose return, rounded half up, is at most `payoutCents`. */
const stakeFor = (payoutCents: number, odds: string): bigint => (BigInt(payoutCents) * 100n + 49n) / hundredths(odds)

/** A stake as the field holds it: '65.00'. */
export const stakeText = (cents: number): string => formatCents(cents)

export interface Totals {
  /** Cents staked on all bets together; null while a stake is not an amount. */
  stakeCents: number | null
  /** Cents returned if every selection wins; null while it cannot be computed. */
  returnCents: number | null
  /** The odds of the one bet, '6.72'; null for several singles. */
  odds: string | null
}

/** One bet on all legs. */
export function parlayTotals(legs: readonly string[], stakeCents: number | null): Totals {
  const odds = legs.length === 0 ? null : parlayOdds(legs)
  return { stakeCents, odds, returnCents: odds === null || stakeCents === null ? null : returnCents(stakeCents, odds) }
}

/** One bet on each selection. A sum is null if one of its parts is. */
export function singlesTotals(bets: readonly { odds: string; stakeCents: number | null }[]): Totals {
  let totalStake: number | null = 0
  let totalReturn: number | null = 0
  for (const { odds, stakeCents } of bets) {
    const betReturn = stakeCents === null ? null : returnCents(stakeCents, odds)
    totalStake = totalStake === null || stakeCents === null ? null : totalStake + stakeCents
    totalReturn = totalReturn === null || betReturn === null ? null : totalReturn + betReturn
  }
  return { stakeCents: totalStake, returnCents: totalReturn, odds: bets.length === 1 ? bets[0]!.odds : null }
}
