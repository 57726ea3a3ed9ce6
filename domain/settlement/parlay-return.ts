// What a bet pays back by how its legs were graded: a parlay's return with a void leg is that of the others.
import type { Grade } from '../bet/bet-events.ts'
import { parlayOdds, returnCents } from '../odds.ts'

/** What a leg multiplies the return by: a won leg by its odds, a void leg by 1.00, as if it had not been picked. */
export const factorOf = (grade: Grade, odds: string): string =>
  grade === 'won' ? odds : grade === 'void' ? '1.00' : '0.00'

/**
 * Stake times the product of the factors, none of which is 0, in cents. The product is rounded half up once to two
 * decimals, the return half up to the cent. With every leg void the stake goes back.
 */
export function parlayReturnCents(stakeCents: number, factors: readonly string[]): number {
  const odds = parlayOdds(factors)
  const cents = odds === null ? null : returnCents(stakeCents, odds)
  // placing has refused what would not fit, and a void leg only lowers the return
  if (cents === null) throw new RangeError(`return of ${stakeCents} at ${factors.join(' x ')} is out of range`)
  return cents
}
