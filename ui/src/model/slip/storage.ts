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

/** An empty slip where nothing usable is stored. */
export function parseSlip(text: string | null): SlipState {
  if (text === null) return emptySlip
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return emptySlip
  }
  return isStoredSlip(json) && isConsistent(json) ? json : emptySlip
}

/** The rest of the slip relies on one selection per event and on matching keys. */
const isConsistent = (slip: SlipState): boolean =>
  new Set(slip.selections.map((selection) => selection.eventId)).size === slip.selections.length &&
  slip.selections.every((selection) => selection.betKey === betKeyOf(selection))

/** Storage may be full or blocked (private windows): the slip then lives as long as the page. */
export function readSlip(): SlipState {
  try {
    return parseSlip(localStorage.getItem(SLIP_STORAGE_KEY))
  } catch {
    return emptySlip
  }
}

export function writeSlip(state: SlipState): void {
  try {
    localStorage.setItem(SLIP_STORAGE_KEY, JSON.stringify(state))
  } catch {
    // See readSlip.
  }
}
