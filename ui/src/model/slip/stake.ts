// Stakes and potential returns: whole cents and exact odds.
import { formatCents } from '#domain/money.ts'
import { parlayOdds, returnCents } from '#domain/odds.ts'

export const QUICK_STAKES = [20, 50, 100] as const

/** The largest stake that the balance allows on each of several bets: '65.00'. */
export const maxStake = (balanceCents: number, bets: number): string =>
  formatCents(Math.max(0, Math.floor(balanceCents / Math.max(1, bets))))

export interface Totals {
  /** Cents staked over all bets; null while a stake is not an amount. */
  stakeCents: number | null
  /** Cents returned if everything wins; null while it cannot be computed. */
  returnCents: number | null
  /** The odds of the one bet, '6.72'; null for several singles. */
  odds: string | null
}

/** One bet on all legs. */
export function parlayTotals(legs: readonly string[], stakeCents: number | null): Totals {
  const odds = legs.length === 0 ? null : parlayOdds(legs)
  return { stakeCents, odds, returnCents: odds === null || stakeCents === null ? null : returnCents(stakeCents, odds) }
}

/** One bet on each selection; a sum is null while one of its parts is. */
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
