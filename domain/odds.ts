// Odds are exact decimals of two places, as text: '2.10'. All arithmetic is on whole hundredths. The browser uses this
// too, so it imports only the limits.
import { MAX_ODDS_HUNDREDTHS, ODDS_TOLERANCE_PERCENT } from './limits.ts'

/** Bounded, so that no request can make us multiply a megabyte of digits. */
const DECIMAL = /^(\d{1,20})(?:\.(\d{1,40}))?$/

/** n/d to the nearest whole number, halves up. Requires d > 0 and n >= 0. */
const divideHalfUp = (n: bigint, d: bigint): bigint => (2n * n + d) / (2n * d)

/** Whole hundredths of stored odds: 210n for '2.10'. Throws on text without two decimals, but is no full validation. */
export function hundredths(odds: string): bigint {
  if (odds.charCodeAt(odds.length - 3) !== 46) throw new RangeError(`not odds: ${odds}`)
  return BigInt(odds.slice(0, -3) + odds.slice(-2))
}

/** '2.10' for 210n. */
function formatHundredths(value: bigint): string {
  const digits = value.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const oddsOf = (value: bigint): string | null =>
  value >= 100n && value <= MAX_ODDS_HUNDREDTHS ? formatHundredths(value) : null

/** A decimal in digits as an exact fraction; null for anything else. */
function fractionOf(text: string): { n: bigint; d: bigint } | null {
  const digits = DECIMAL.exec(text)
  if (digits === null) return null
  const [, whole = '', part = ''] = digits
  return { n: BigInt(whole + part), d: 10n ** BigInt(part.length) }
}

/**
 * Decimal odds as text, rounded half up to two places; null below 1.00, above ten digits, or if it is not a decimal.
 */
export function oddsFromText(text: string): string | null {
  const fraction = fractionOf(text.trim())
  return fraction === null ? null : oddsOf(divideHalfUp(fraction.n * 100n, fraction.d))
}

/**
 * Decimal odds as a provider's JSON number: read by its digits (1.005 becomes 1.01), rounded half up. Null as in
 * oddsFromText.
 */
export const oddsFromNumber = (price: number): string | null =>
  Number.isFinite(price) ? oddsFromText(String(price)) : null

/**
 * Decimal odds of an American price, rounded half up: +150 is 2.50, -110 is 1.91. Null between -100 and 100, where no
 * American price lies.
 */
export function oddsFromAmerican(price: number): string | null {
  if (!Number.isFinite(price) || Math.abs(price) < 100) return null
  const fraction = fractionOf(String(Math.abs(price)))
  if (fraction === null) return null
  const { n, d } = fraction
  return oddsOf(price > 0 ? divideHalfUp(n, d) + 100n : divideHalfUp(10_000n * d, n) + 100n)
}

/** The exact product, in units of 1 / 100 ^ legs. */
const productOf = (legs: readonly string[]): bigint => legs.reduce((product, odds) => product * hundredths(odds), 1n)

/**
 * Product of the legs' odds, rounded half up once, to two places; null if it has more than ten digits before the point.
 */
export function parlayOdds(legs: readonly string[]): string | null {
  if (legs.length === 1) return legs[0]!
  return oddsOf(divideHalfUp(productOf(legs) * 100n, 100n ** BigInt(legs.length)))
}

/** Stake times odds, rounded half up to the cent; null beyond what an integer holds exactly. */
export function returnCents(stakeCents: number, odds: string): number | null {
  const cents = divideHalfUp(BigInt(stakeCents) * hundredths(odds), 100n)
  return cents <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(cents) : null
}

/**
 * Stake times the exact product of decimal factors, rounded half up once, to the cent; null beyond what an integer
 * holds exactly.
 */
export function exactReturnCents(stakeCents: number, factors: readonly string[]): number | null {
  let [n, d] = [BigInt(stakeCents), 1n]
  for (const factor of factors) {
    const [whole = '', decimals = ''] = factor.split('.')
    n *= BigInt(whole + decimals)
    d *= 10n ** BigInt(decimals.length)
  }
  const cents = divideHalfUp(n, d)
  return cents <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(cents) : null
}

/** Which change of the odds a bettor accepts: at most 10 % either way, only better odds, no change, or any change. */
export const ODDS_POLICIES = ['within-10-percent', 'better', 'none', 'any'] as const
export type OddsPolicy = (typeof ODDS_POLICIES)[number]

const TOLERANCE_PERCENT = BigInt(ODDS_TOLERANCE_PERCENT)

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)

/** Whether a bettor who saw `seen` accepts `current`. Exactly ten percent is still accepted. */
export function acceptsOdds(policy: OddsPolicy, seen: string, current: string): boolean {
  if (seen === current || policy === 'any') return true
  return policy !== 'none' && accepts(policy, hundredths(seen), hundredths(current))
}

const accepts = (policy: 'within-10-percent' | 'better', old: bigint, now: bigint): boolean =>
  policy === 'better' ? now >= old : distance(old, now) * 100n <= old * TOLERANCE_PERCENT

/**
 * Whether the total odds at which a parlay was seen match the product of its legs: within a hundredth, however they
 * were rounded, or as the policy accepts. `seen` is a decimal in digits. Legs beyond the largest odds match anything,
 * because no bet is struck there.
 */
export function acceptsParlay(policy: OddsPolicy, seen: string, legs: readonly string[]): boolean {
  const total = fractionOf(seen)
  if (total !== null) {
    const scale = 100n ** BigInt(legs.length)
    const old = total.n * scale
    const now = productOf(legs) * total.d
    if (policy === 'any' || distance(old, now) * 100n <= total.d * scale) return true
    if (policy !== 'none' && accepts(policy, old, now)) return true
  }
  return parlayOdds(legs) === null
}

/**
 * Whether a bettor who saw a parlay at these odds, leg by leg, accepts its legs at other odds. Exact: the products are
 * compared unrounded.
 */
export function acceptsProduct(policy: OddsPolicy, seen: readonly string[], current: readonly string[]): boolean {
  if (policy === 'any') return true
  const [old, now] = [productOf(seen), productOf(current)]
  return old === now || (policy !== 'none' && accepts(policy, old, now))
}

/** Relative change in percent with one decimal, rounded half up: '12.5'. */
export function oddsChangePercent(seen: string, current: string): string {
  const old = hundredths(seen)
  const tenths = divideHalfUp(distance(old, hundredths(current)) * 1000n, old)
  return `${tenths / 10n}.${tenths % 10n}`
}

// --- the texts about a change of odds, shared by server and slip
// -------------------------------------------------------

/** How odds are written for the reader: as decimals, unless the bettor chose another format in the slip. */
export type OddsWriter = (odds: string) => string
const asDecimal: OddsWriter = (odds) => odds

const oddsConfirmed = (odds: string): string => `Odds confirmed: ${odds}`

const selectionGone = (selection: string): string => `Selection "${selection}" is no longer available.`

export const oddsMoved = (seen: string, current: string, write: OddsWriter = asDecimal): string =>
  `Odds have ${hundredths(current) > hundredths(seen) ? 'increased' : 'decreased'} from ${write(seen)} to ${write(current)} ` +
  `(${oddsChangePercent(seen, current)}% change). Please review your bet.`

export type OddsCheck = {
  readonly valid: boolean
  readonly message: string
  /** The odds to put into the slip instead; null if the selection keeps its odds or is gone. */
  readonly newOdds: string | null
}

/** The server's judgement of one selection. `current`: null if there is no price to bet at. */
export function checkOdds(
  policy: OddsPolicy,
  selection: string,
  seen: string,
  current: string | null,
  write: OddsWriter = asDecimal,
): OddsCheck {
  if (current === null) return { valid: false, message: selectionGone(selection), newOdds: null }
  if (acceptsOdds(policy, seen, current)) return { valid: true, message: oddsConfirmed(write(current)), newOdds: null }
  return { valid: false, message: oddsMoved(seen, current, write), newOdds: current }
}
