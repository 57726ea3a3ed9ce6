// One selection of the slip, compared with the price on offer.

import type { OddsPolicy } from '#domain/odds.ts'
import type { Game } from '#services/contract/contract.ts'
import type { Placement, PlacementPhase, SelectionNote } from '#ui/model/slip/placement.ts'
import { type SlipState, singleStake } from '#ui/model/slip/reducer.ts'
import { type Selection, selectionText } from '#ui/model/slip/selection.ts'
import { parseCents } from '#ui/model/typed-amount.ts'
import { currentPrice } from './current-price.ts'
import { assessOdds, isBettable, type OddsVerdict } from './odds-verdict.ts'
import { stopText } from './stop-text.ts'

export interface SlipLine {
  selection: Selection
  game: Game | null
  /** What the price on offer means for this selection; null while the price is unknown. */
  verdict: OddsVerdict | null
  /** What the last check or reply said, as long as it applies. */
  note: SelectionNote | null
  /** The odds to send: the current ones if the bettor's policy accepts them. */
  odds: string
  /** Other odds that the bettor has to accept first. */
  offeredOdds: string | null
  /** Whether the selection can be bet on as it is. */
  isValid: boolean
  /** Why no bets are taken on it while it is stopped or suspended; null if it is not. */
  stop: string | null
  /** Its price is too old to bet at, until it is read again. */
  isStale: boolean
  stakeText: string
  stakeCents: number | null
}

/** For the labels of buttons: several games have a draw, and an 'Over 2.5'. */
export const inGameText = (selection: Selection): string => `${selectionText(selection)} in ${selection.gameTitle}`

/** `game`: null if it no longer exists, undefined while it loads. */
export function buildSlipLine(
  state: SlipState,
  policy: OddsPolicy,
  selection: Selection,
  game: Game | null | undefined,
  placement: Placement,
): SlipLine {
  const knownPrice = game === undefined ? undefined : currentPrice(game, selection)
  const note = currentNote(placement, selection.betKey, knownPrice ?? null)
  // The server refused at a price that has not reached the browser yet.
  const price = note?.kind === 'changed' && placement.phase === 'idle' ? Number(note.odds) : knownPrice
  // From here on, only the reply changes what was sent: a price that moves meanwhile is not shown.
  const isSent = placement.phase === 'placing' || note?.kind === 'unchecked'
  const verdict = price === undefined || isSent ? null : assessOdds(policy, selection, price)
  const stakeText = singleStake(state, selection.betKey)
  return {
    selection,
    game: game ?? null,
    verdict,
    note,
    odds: verdict?.kind === 'confirmed' ? verdict.odds : selection.odds,
    offeredOdds: verdict?.kind === 'changed' ? verdict.odds : null,
    isValid: verdict === null || isBettable(verdict),
    stop: isSent ? null : stopText(game, selection.marketKey),
    isStale: game?.stale === true,
    stakeText,
    stakeCents: parseCents(stakeText),
  }
}

/** Any note while checking or placing. Afterwards only refusals, until the price that they were about changes. */
function currentNote({ phase, notes }: Placement, betKey: string, price: number | null): SelectionNote | null {
  const note = notes[betKey]
  if (note === undefined) return null
  if (phase === 'checking' || phase === 'placing') return note
  return note.kind !== 'confirmed' && note.kind !== 'unchecked' && note.knownPrice === price ? note : null
}

export type LineState =
  | 'checking'
  | 'changed'
  | 'stopped'
  | 'gone'
  | 'refused'
  | 'confirmed'
  | 'unchecked'
  | 'stale'
  | 'moved'
  | 'picked'

/** The one state to show: what blocks the selection, else what the check found, else how its odds moved. */
export function lineState(line: SlipLine, phase: PlacementPhase): LineState {
  if (phase === 'checking' && line.note === null) return 'checking'
  if (line.offeredOdds !== null) return 'changed'
  if (line.stop !== null) return 'stopped'
  if (line.verdict?.kind === 'gone' || line.note?.kind === 'gone') return 'gone'
  if (line.note !== null && line.note.kind !== 'changed') return line.note.kind
  if (line.isStale) return 'stale'
  return line.odds === line.selection.odds ? 'picked' : 'moved'
}
