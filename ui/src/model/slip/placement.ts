// How far the placing of the slip has come. Types and the start only: the work is in use-placement.ts.
import type { BetAccepted } from '#services/contract/contract.ts'
import type { Selection } from './selection.ts'

/**
 * 'checking' looks the odds up, 'placing' waits for the server, 'unknown' has bets whose answer never came: the slip
 * does not change until the same request is answered or given up.
 */
export type Phase = 'idle' | 'checking' | 'placing' | 'unknown'

/** What the last check or reply said of one selection. */
export interface Note {
  kind: 'confirmed' | 'changed' | 'gone' | 'unchecked' | 'refused'
  text: string
  /** The odds on offer, with kind 'changed'. */
  odds: string | null
  /** The price on offer as the slip knew it at that moment: the note is over once another is known. */
  known: number | null
}

/** One accepted bet, as struck. */
export interface Receipt {
  bet: BetAccepted
  game: string
  stake: number
  legs: { selection: Selection; odds: number }[]
}

export interface Placement {
  phase: Phase
  notes: Record<string, Note>
  /** What concerns the slip as a whole: the refusal of a parlay, a time-out. */
  error: string | null
  /** Shown in a dialog while not empty. */
  receipts: Receipt[]
}

export const noPlacement: Placement = { phase: 'idle', notes: {}, error: null, receipts: [] }
