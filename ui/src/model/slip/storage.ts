// The slip in local storage, so that it survives reloads and signing in. What is read back is validated.
import * as z from 'zod/mini'
import { emptySlip, type SlipState } from './reducer.ts'
import { betKeyOf } from './selection.ts'

export const SLIP_STORAGE_KEY = 'fairbook.slip'

const StoredSelection = z.object({
  betKey: z.string(),
  eventId: z.string(),
  gameTitle: z.string(),
  marketName: z.string(),
  marketKey: z.string(),
  selection: z.string(),
  point: z.nullable(z.number()),
  odds: z.string().check(z.regex(/^[1-9]\d{0,9}\.\d{2}$/)),
  price: z.number(),
  sport_key: z.string(),
  commence_time: z.string(),
  last_update: z.nullable(z.string()),
  outcomeIndex: z.number(),
})

const StoredSlip = z.object({
  selections: z.array(StoredSelection),
  preferredMode: z.enum(['singles', 'parlay']),
  stake: z.string(),
  ownStakes: z.record(z.string(), z.string()),
  policy: z.enum(['within-10-percent', 'better', 'none', 'any']),
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
  const parsed = StoredSlip.safeParse(json)
  return parsed.success && isConsistent(parsed.data) ? parsed.data : emptySlip
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
