// The state of placing the slip. Types and the initial value only: the steps are in the slip feature's
// use-placement.ts.
import type { BetAccepted } from '#services/contract/contract.ts'
import type { Selection } from './selection.ts'

/**
 * 'checking' looks up the odds, 'placing' waits for the server, 'unknown' means that some bets were never answered: the
 * slip is locked until they are answered or given up.
 */
export type PlacementPhase = 'idle' | 'checking' | 'placing' | 'unknown'

/** The result of the last check or reply for one selection. */
export interface SelectionNote {
  kind: 'confirmed' | 'changed' | 'gone' | 'unchecked' | 'refused'
  text: string
  /** The odds on offer; only with kind 'changed'. */
  odds: string | null
  /** The price that the slip knew at that moment: the note expires when the price changes. */
  knownPrice: number | null
}

/** One accepted bet, as struck. */
export interface Receipt {
  bet: BetAccepted
  game: string
  stake: number
  legs: { selection: Selection; odds: number }[]
}

export interface Placement {
  phase: PlacementPhase
  /** By betKey. */
  notes: Record<string, SelectionNote>
  /** An error about the whole slip, such as a refused parlay or a timeout. */
  error: string | null
  /**
   * While placing: when a bet in play will have waited out its acceptance delay and is priced, by `performance.now()`;
   * null if none waits.
   */
  pricedAt: number | null
  /** Shown in a dialog while not empty. */
  receipts: Receipt[]
}

export const idlePlacement: Placement = { phase: 'idle', notes: {}, error: null, pricedAt: null, receipts: [] }

export const withoutError = (placement: Placement): Placement =>
  placement.error === null || placement.phase !== 'idle' ? placement : { ...placement, error: null }
