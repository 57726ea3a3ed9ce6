// The ranges of odds and of house prices, as text for people. The browser uses it too, so it imports only the limits.
import { MAX_ODDS_HUNDREDTHS, MIN_HOUSE_ODDS_HUNDREDTHS } from './limits.ts'

const odds = (value: bigint): string =>
  `${(value / 100n).toLocaleString('en-US')}.${String(value % 100n).padStart(2, '0')}`

/** Inclusive on both ends. */
export const ODDS_RANGE = `${odds(100n)} to ${odds(MAX_ODDS_HUNDREDTHS)}`
export const HOUSE_PRICE_RANGE = `${odds(MIN_HOUSE_ODDS_HUNDREDTHS)} to ${odds(MAX_ODDS_HUNDREDTHS)}`
