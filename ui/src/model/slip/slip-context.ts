// Access to the slip from anywhere below SlipProvider. Part of the first load, so it stays small: the slip's own
// screens are in the slip feature.
import { createContext, useContext } from 'react'
import type { OddsPolicy } from '#domain/odds.ts'
import type { Placement } from './placement.ts'
import type { SlipMode, SlipState } from './reducer.ts'
import type { Selection } from './selection.ts'

export interface Slip {
  /** In the order they were picked; at most one per event. */
  selections: Selection[]
  mode: SlipMode
  /**
   * Adds, replaces or removes a selection, and opens the slip where there is room for it beside the page. On a phone
   * only the peek bar changes, so that the prices stay within reach. Does nothing while the slip is locked.
   */
  toggle(selection: Selection): void
  /** Adds a selection or replaces one of the same event. One that is in the slip already stays as it is. */
  add(selection: Selection): void
  remove(betKey: string): void
  clear(): void
  isSelected(betKey: string): boolean
  /** Whether the panel is open or, on a phone, the sheet. */
  isOpen: boolean
  setOpen(isOpen: boolean): void
  /** While a bet is being placed, or its outcome is unknown, the slip cannot change. */
  isLocked: boolean
}

/** For the slip's own screens only. A separate context, so that typing a stake re-renders no prices. */
export interface SlipEditor {
  state: SlipState
  setMode(mode: SlipMode): void
  setStake(stake: string): void
  setOwnStake(betKey: string, stake: string): void
  setPolicy(policy: OddsPolicy): void
  /** Accepts other odds than those picked, by betKey. */
  acceptOdds(odds: Record<string, string>): void
  /** Removes placed selections, even while the slip is locked. */
  removePlaced(betKeys: string[]): void
  placement: Placement
  setPlacement(update: (before: Placement) => Placement): void
  /** Announces a text to screen readers. */
  announce(text: string): void
}

export const SlipContext = createContext<Slip | null>(null)
export const SlipEditorContext = createContext<SlipEditor | null>(null)

/** The slip. Throws outside SlipProvider. */
export function useSlip(): Slip {
  const slip = useContext(SlipContext)
  if (slip === null) throw new Error('useSlip is used outside SlipProvider')
  return slip
}

/** The slip's editor. Throws outside SlipProvider. */
export function useSlipEditor(): SlipEditor {
  const editor = useContext(SlipEditorContext)
  if (editor === null) throw new Error('useSlipEditor is used outside SlipProvider')
  return editor
}
