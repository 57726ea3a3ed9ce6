// The slip as pure state: what is picked, how it is to be staked, what the bettor accepts.
import type { Selection } from './selection.ts'

export type SlipMode = 'singles' | 'parlay'
export type OddsPolicy = 'within-10-percent' | 'none'

export interface SlipState {
  /** In the order they were picked; at most one per event. */
  selections: Selection[]
  /** What the bettor prefers; one selection alone is always a single (see `modeOf`). */
  preferredMode: SlipMode
  /** The stake as typed: of the parlay, or of each single that has none of its own. */
  stake: string
  /** Stakes of their own, as typed, by betKey. */
  ownStakes: Record<string, string>
  policy: OddsPolicy
}

export const emptySlip: SlipState = {
  selections: [],
  preferredMode: 'parlay',
  stake: '',
  ownStakes: {},
  policy: 'within-10-percent',
}

export type SlipAction =
  | { type: 'toggle'; selection: Selection }
  | { type: 'remove'; betKeys: string[] }
  | { type: 'clear' }
  | { type: 'mode'; mode: SlipMode }
  | { type: 'stake'; stake: string }
  | { type: 'own-stake'; betKey: string; stake: string }
  | { type: 'policy'; policy: OddsPolicy }
  /** The bettor takes other odds than those picked. */
  | { type: 'accept'; odds: Record<string, string> }
  /** Another tab changed the slip. */
  | { type: 'restore'; state: SlipState }

export const modeOf = (state: SlipState): SlipMode => (state.selections.length < 2 ? 'singles' : state.preferredMode)

/** The stake of one single as typed: its own, or else the common one. */
export const stakeTextOf = (state: SlipState, betKey: string): string => state.ownStakes[betKey] ?? state.stake

export function slipReducer(state: SlipState, action: SlipAction): SlipState {
  switch (action.type) {
    case 'toggle':
      return toggle(state, action.selection)
    case 'remove':
      return without(state, (selection) => action.betKeys.includes(selection.betKey))
    case 'clear':
      return cleared(state)
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
    case 'restore':
      return action.state
  }
}

/** The same selection is taken out; any other of the same event gives way to the new one, in its place. */
function toggle(state: SlipState, picked: Selection): SlipState {
  const index = state.selections.findIndex((selection) => selection.eventId === picked.eventId)
  const present = state.selections[index]
  if (present === undefined) return { ...state, selections: [...state.selections, picked] }
  if (present.betKey === picked.betKey) return without(state, (selection) => selection.betKey === picked.betKey)
  const ownStakes = { ...state.ownStakes }
  delete ownStakes[present.betKey]
  return { ...state, selections: state.selections.with(index, picked), ownStakes }
}

/** An empty slip keeps what the bettor prefers, not what was staked. */
const cleared = ({ preferredMode, policy }: SlipState): SlipState => ({ ...emptySlip, preferredMode, policy })

function without(state: SlipState, leaves: (selection: Selection) => boolean): SlipState {
  const selections = state.selections.filter((selection) => !leaves(selection))
  if (selections.length === state.selections.length) return state
  if (selections.length === 0) return cleared(state)
  const kept = new Set(selections.map((selection) => selection.betKey))
  const ownStakes = Object.fromEntries(Object.entries(state.ownStakes).filter(([betKey]) => kept.has(betKey)))
  return { ...state, selections, ownStakes }
}

function withOdds(selection: Selection, accepted: Record<string, string>): Selection {
  const odds = accepted[selection.betKey]
  return odds === undefined || odds === selection.odds ? selection : { ...selection, odds, price: Number(odds) }
}
