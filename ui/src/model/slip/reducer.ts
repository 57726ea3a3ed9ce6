// The slip as pure state: selections, mode, stakes and odds policy.
import type { OddsPolicy } from '#domain/odds.ts'
import type { Selection } from './selection.ts'

export type SlipMode = 'singles' | 'parlay'

export interface SlipState {
  /** In the order they were picked; at most one per event. */
  selections: Selection[]
  /** The bettor's preference; one selection alone is always a single (see `slipMode`). */
  preferredMode: SlipMode
  /** The stake as typed: of the parlay, or of every single without its own. */
  stake: string
  /** Stakes of individual singles as typed, by betKey. */
  ownStakes: Record<string, string>
  /** Null until the bettor chooses one: the setting of the book then applies. */
  policy: OddsPolicy | null
  /** Id of the account that filled or used the slip; null for a visitor's. */
  owner: string | null
}

export const emptySlip: SlipState = {
  selections: [],
  preferredMode: 'parlay',
  stake: '',
  ownStakes: {},
  policy: null,
  owner: null,
}

export type SlipAction =
  /** Leaves the selection as it is if it is in the slip already. */
  | { type: 'add'; selection: Selection }
  | { type: 'remove'; betKeys: string[] }
  | { type: 'clear' }
  | { type: 'mode'; mode: SlipMode }
  | { type: 'stake'; stake: string }
  | { type: 'own-stake'; betKey: string; stake: string }
  | { type: 'policy'; policy: OddsPolicy }
  /** The bettor accepts other odds than those picked, by betKey. */
  | { type: 'accept'; odds: Record<string, string> }
  /** The user signed out: their preferences go too. */
  | { type: 'forget' }
  /** A user signed in. */
  | { type: 'own'; account: string }

/** `toggle`: a press on a price, which adds or removes it. */
export type SlipChange = SlipAction | { type: 'toggle'; selection: Selection }

export const slipMode = (state: SlipState): SlipMode => (state.selections.length < 2 ? 'singles' : state.preferredMode)

/** The stake of one single as typed: its own, or the common one. */
export const singleStake = (state: SlipState, betKey: string): string => state.ownStakes[betKey] ?? state.stake

/** Turns a toggle into the action that the button showed: the stored slip may differ from the one on screen. */
export function asShown(action: SlipChange, { selections }: SlipState): SlipAction {
  if (action.type !== 'toggle') return action
  const { selection } = action
  return selections.some(({ betKey }) => betKey === selection.betKey)
    ? { type: 'remove', betKeys: [selection.betKey] }
    : { type: 'add', selection }
}

export function slipReducer(state: SlipState, action: SlipAction): SlipState {
  switch (action.type) {
    case 'add':
      return add(state, action.selection)
    case 'remove':
      return remove(state, action.betKeys)
    case 'clear':
      return clear(state)
    case 'mode':
      return { ...state, preferredMode: action.mode }
    case 'stake':
      return { ...state, stake: action.stake, ownStakes: {} }
    case 'own-stake':
      return { ...state, ownStakes: { ...state.ownStakes, [action.betKey]: action.stake } }
    case 'policy':
      return { ...state, policy: action.policy }
    case 'accept':
      return { ...state, selections: state.selections.map((selection) => withOdds(selection, action.odds)) }
    case 'forget':
      return emptySlip
    case 'own':
      return own(state, action.account)
  }
}

/** Replaces any other selection of the same event, in its place. */
function add(state: SlipState, picked: Selection): SlipState {
  const index = state.selections.findIndex((selection) => selection.eventId === picked.eventId)
  const present = state.selections[index]
  if (present === undefined) return { ...state, selections: [...state.selections, picked] }
  if (present.betKey === picked.betKey) return state
  const { [present.betKey]: _, ...ownStakes } = state.ownStakes
  return { ...state, selections: state.selections.with(index, picked), ownStakes }
}

/**
 * Gives the slip to the account that signed in. A visitor's selections are kept; what another account left is dropped.
 */
function own(state: SlipState, account: string): SlipState {
  if (state.owner === account) return state
  return { ...(state.owner === null ? state : emptySlip), owner: account }
}

/** Preferences survive emptying the slip, stakes do not. */
const clear = ({ preferredMode, policy }: SlipState): SlipState => ({ ...emptySlip, preferredMode, policy })

function remove(state: SlipState, betKeys: string[]): SlipState {
  const selections = state.selections.filter((selection) => !betKeys.includes(selection.betKey))
  if (selections.length === state.selections.length) return state
  if (selections.length === 0) return clear(state)
  const remaining = new Set(selections.map((selection) => selection.betKey))
  const ownStakes = Object.fromEntries(Object.entries(state.ownStakes).filter(([betKey]) => remaining.has(betKey)))
  return { ...state, selections, ownStakes }
}

function withOdds(selection: Selection, accepted: Record<string, string>): Selection {
  const odds = accepted[selection.betKey]
  return odds === undefined || odds === selection.odds ? selection : { ...selection, odds, price: Number(odds) }
}
