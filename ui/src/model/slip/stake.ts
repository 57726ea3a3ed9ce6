// Stakes as typed and what they may return: whole cents and exact odds, never a fraction of either.
import { centsFromText, formatCents } from '#domain/money.ts'
import { parlayOdds, returnCents } from '#domain/odds.ts'

export const QUICK_STAKES = [20, 50, 100] as const

/** Cents of a stake as typed, with a point or a comma; null where it is no amount. */
export const stakeCentsOf = (typed: string): number | null => centsFromText(typed.replace(',', '.'))

/** The largest stake that can be put on each of `bets` bets: '65.00'. */
export const maxStakeText = (balanceCents: number, bets: number): string =>
  formatCents(Math.max(0, Math.floor(balanceCents / Math.max(1, bets))))

export interface Totals {
  /** Cents staked over all bets; null while a stake is no amount. */
  stakeCents: number | null
  /** Cents that come back if everything wins; null where it cannot be told. */
  returnCents: number | null
  /** Odds of the one bet, '6.72'; null for several singles. */
  odds: string | null
}

/** One bet on all legs. */
export function parlayTotals(legs: readonly string[], stakeCents: number | null): Totals {
  const odds = legs.length === 0 ? null : parlayOdds(legs)
  return { stakeCents, odds, returnCents: odds === null || stakeCents === null ? null : returnCents(stakeCents, odds) }
}

/** One bet on each; what has no price or no stake leaves the sum open. */
export function singlesTotals(bets: readonly { odds: string; stakeCents: number | null }[]): Totals {
  let staked: number | null = 0
  let returned: number | null = 0
  for (const bet of bets) {
    const back = bet.stakeCents === null ? null : returnCents(bet.stakeCents, bet.odds)
    staked = staked === null || bet.stakeCents === null ? null : staked + bet.stakeCents
    returned = returned === null || back === null ? null : returned + back
  }
  return { stakeCents: staked, returnCents: returned, odds: bets.length === 1 ? bets[0]!.odds : null }
}
