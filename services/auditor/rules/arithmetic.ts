// Odds and returns, computed independently of the product: with exact integers, and each result rounded half up once.
import type { Policy } from '../events/payloads.ts'

/** '2.10' as 210n. The schemas guarantee the format. */
export const hundredths = (odds: string): bigint => BigInt(odds.slice(0, -3) + odds.slice(-2))

/** 210n hundredths as '2.10'. */
export const asOdds = (value: bigint): string => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`

/** The product of odds, rounded half up once, to two places. */
export function productOfOdds(factors: readonly string[]): string {
  if (factors.length === 1) return factors[0]!
  const exact = factors.reduce((product, odds) => product * hundredths(odds), 1n)
  const unit = 10n ** BigInt(2 * factors.length - 2)
  return asOdds((exact + unit / 2n) / unit)
}

/** Stake times odds in cents, rounded half up. */
export function returnOf(stakeCents: number, odds: string): bigint {
  return (BigInt(stakeCents) * hundredths(odds) + 50n) / 100n
}

/** The same as a number. Computed without bigint if that is certainly exact, which is nearly always. */
export function returnCents(stakeCents: number, odds: string): number {
  if (odds.length > 8 || stakeCents > 1_000_000_000) return Number(returnOf(stakeCents, odds))
  const whole = Number(odds.slice(0, -3)) * 100 + Number(odds.slice(-2))
  return Math.floor((stakeCents * whole + 50) / 100)
}

/** Whether a bettor who saw the odds `seen` had accepted the odds `struck`, by their exact products. */
export function isWithinPolicy(policy: Policy, seen: readonly string[], struck: readonly string[]): boolean {
  if (policy === 'any' || seen.every((odds, index) => odds === struck[index])) return true
  const before = seen.reduce((product, odds) => product * hundredths(odds), 1n)
  const after = struck.reduce((product, odds) => product * hundredths(odds), 1n)
  if (policy === 'better') return after >= before
  const change = after > before ? after - before : before - after
  return policy === 'none' ? change === 0n : change * 10n <= before
}

/**
 * The same for a parlay whose bettor saw `total`. That may have been rounded, so a difference of up to a hundredth
 * counts as none.
 */
export function isTotalWithinPolicy(policy: Policy, total: string, struck: readonly string[]): boolean {
  const [whole = '', part = ''] = total.split('.')
  const unit = 100n ** BigInt(struck.length)
  const before = BigInt(whole + part) * unit
  const after = struck.reduce((product, odds) => product * hundredths(odds), 10n ** BigInt(part.length))
  const change = after > before ? after - before : before - after
  if (policy === 'any' || change * 100n <= 10n ** BigInt(part.length) * unit) return true
  return policy === 'better' ? after > before : policy === 'within-10-percent' && change * 10n <= before
}
