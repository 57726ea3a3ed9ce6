// The slip in local storage, so that it survives reloads and signing in. What is read back is validated.
import { type Check, isNumber, isText, listOf, oneOf, orNull, recordOf, shapeOf } from '#ui/lib/shape.ts'
import { emptySlip, type SlipState } from './reducer.ts'
import { betKeyOf, type Selection } from './selection.ts'

export const SLIP_STORAGE_KEY = 'fairbook.slip'

const ODDS = /^[1-9]\d{0,9}\.\d{2}$/

const isStoredSelection: Check<Selection> = shapeOf({
  betKey: isText,
  eventId: isText,
  gameTitle: isText,
  marketName: isText,
  marketKey: isText,
  selection: isText,
  point: orNull(isNumber),
  odds: (value): value is string => isText(value) && ODDS.test(value),
  price: isNumber,
  sport_key: isText,
  commence_time: isText,
  last_update: orNull(isText),
  outcomeIndex: isNumber,
})

const isStoredSlip: Check<SlipState> = shapeOf({
  selections: listOf(isStoredSelection),
  preferredMode: oneOf('singles', 'parlay'),
  stake: isText,
  ownStakes: recordOf(isText),
  policy: orNull(oneOf('within-10-percent', 'better', 'none', 'any')),
  owner: orNull(isText),
})

/** An empty slip if nothing usable is stored. */
export function parseSlip(text: string | null): SlipState {
  try {
    const json: unknown = JSON.parse(text ?? 'null')
    if (isStoredSlip(json) && isConsistent(json)) return json
  } catch {
    // Not JSON.
  }
  return emptySlip
}

/** The rest of the slip relies on one selection per event and on matching keys. */
const isConsistent = (slip: SlipState): boolean =>
  new Set(slip.selections.map((selection) => selection.eventId)).size === slip.selections.length &&
  slip.selections.every((selection) => selection.betKey === betKeyOf(selection))

/** Where storage is full or blocked (private windows), the slip lives as long as the page. */
export function readSlip(): SlipState {
  try {
    return parseSlip(localStorage.getItem(SLIP_STORAGE_KEY))
  } catch {
    return emptySlip
  }
}

/** False if it could not be stored: see readSlip. */
export function writeSlip(state: SlipState): boolean {
  try {
    localStorage.setItem(SLIP_STORAGE_KEY, JSON.stringify(state))
    return true
  } catch {
    return false
  }
}
