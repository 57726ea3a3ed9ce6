// What the price on offer means for a selection. Advice to the bettor only: the server decides.
import { checkOdds, hundredths, type OddsPolicy, oddsFromAmerican, oddsFromNumber, oddsMoved } from '#domain/odds.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import type { Selection } from '#ui/model/slip/selection.ts'

export type OddsVerdict =
  /** `odds` are the current ones if the bettor's policy accepts them, otherwise those picked. */
  | { kind: 'confirmed'; odds: string; text: string }
  | { kind: 'changed'; odds: string; text: string }
  | { kind: 'gone'; odds: null; text: string }
  /** The current odds are unknown: those picked stand. */
  | { kind: 'unchecked'; odds: string; text: string }

export const isBettable = ({ kind }: OddsVerdict): boolean => kind === 'confirmed' || kind === 'unchecked'

/** Compares a selection with the price on offer (null: none). */
export function assessOdds(
  policy: OddsPolicy,
  { selection, odds: picked }: Selection,
  price: number | null,
): OddsVerdict {
  const offer = price === null ? null : readPrice(price, picked)
  if (offer === null) return { kind: 'gone', odds: null, text: checkOdds(policy, selection, picked, null).message }
  const odds = isDataError(offer, picked) ? picked : offer.odds
  const { valid, message } = checkOdds(policy, selection, picked, odds, formatOdds)
  return { kind: valid ? 'confirmed' : 'changed', odds, text: message }
}

type Offer = { odds: string; isAmerican: boolean }

/**
 * Prices beyond 100 in magnitude may be American (+150 is 2.50, -200 is 1.50), but decimal long shots exist too: the
 * reading closer to the picked odds wins.
 */
function readPrice(price: number, picked: string): Offer | null {
  const decimal = oddsFromNumber(price)
  const converted = Math.abs(price) > 100 ? oddsFromAmerican(price) : null
  if (converted !== null && (decimal === null || distance(converted, picked) < distance(decimal, picked))) {
    return { odds: converted, isAmerican: true }
  }
  return decimal === null ? null : { odds: decimal, isAmerican: false }
}

/** A change of more than 1,000 % (5,000 % for an American price) is an error in the data: the picked odds stand. */
const isDataError = ({ odds, isAmerican }: Offer, picked: string): boolean =>
  distance(odds, picked) > hundredths(picked) * (isAmerican ? 50n : 10n)

function distance(a: string, b: string): bigint {
  const difference = hundredths(a) - hundredths(b)
  return difference < 0n ? -difference : difference
}

/** The text for a change that the policy accepts: 'Odds have increased from 1.88 to 1.95 (3.7% change).' */
export const acceptedMoveText = (from: string, to: string): string =>
  oddsMoved(from, to, formatOdds).replace(' Please review your bet.', '')
