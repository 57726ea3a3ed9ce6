// What a bet returns by the grades of its legs: with a void leg, a parlay returns what its other legs do.
import type { GradedLeg } from '../bet/bet-events.ts'
import { exactReturnCents, hundredths, parlayOdds, returnCents } from '../odds.ts'
import type { Grade } from './grades.ts'

/**
 * What a leg multiplies the return by: won, its odds; void, 1.00, as if it had not been picked. Half won: half the
 * stake wins and the other half is returned. Half lost: half the stake is returned.
 */
export function factorOf(grade: Grade, odds: string): string {
  switch (grade) {
    case 'won':
      return odds
    case 'half-won':
      return thousandths((hundredths(odds) + 100n) * 5n)
    case 'void':
      return '1.00'
    case 'half-lost':
      return '0.50'
    case 'lost':
      return '0.00'
  }
}

const thousandths = (value: bigint): string => `${value / 1000n}.${String(value % 1000n).padStart(3, '0')}`

const isHalf = ({ grade }: Pick<GradedLeg, 'grade'>): boolean => grade === 'half-won' || grade === 'half-lost'

/**
 * Stake times the product of the factors, none of which is 0, in cents. The product is rounded half up once, to two
 * decimals, as a parlay's odds are, and the return half up to the cent. With half-won or half-lost legs it is one exact
 * fraction, rounded once. If every leg is void, the stake goes back. Throws RangeError if the return is out of range.
 */
export function parlayReturnCents(stakeCents: number, legs: readonly Pick<GradedLeg, 'grade' | 'factor'>[]): number {
  const factors = legs.map(({ factor }) => factor)
  const odds = legs.some(isHalf) ? null : parlayOdds(factors)
  const cents = legs.some(isHalf)
    ? exactReturnCents(stakeCents, factors)
    : odds === null
      ? null
      : returnCents(stakeCents, odds)
  // placing refused what would not fit, and every grade but won lowers the return
  if (cents === null) throw new RangeError(`return of ${stakeCents} at ${factors.join(' x ')} is out of range`)
  return cents
}
