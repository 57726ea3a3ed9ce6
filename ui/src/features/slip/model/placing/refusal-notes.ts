// What a refusal says about each selection of the bet.
import type { QueryClient } from '@tanstack/react-query'
import { acceptsOdds } from '#domain/odds.ts'
import { gameQuery } from '#ui/data/games.ts'
import { decimalText } from '#ui/lib/odds-format.ts'
import { printedName } from '#ui/model/outcome-name.ts'
import type { BetSubmission } from '#ui/model/slip/pending-submissions.ts'
import type { SelectionNote } from '#ui/model/slip/placement.ts'
import type { Selection } from '#ui/model/slip/selection.ts'
import type { SubmissionResult } from '../../api/submit-bet.ts'
import { currentPrice } from '../current-price.ts'
import type { SlipLine } from '../slip-line.ts'

type Refused = Extract<SubmissionResult, { kind: 'refused' }>

/** By betKey. */
export function refusalNotes(
  submission: BetSubmission,
  refusal: Refused,
  lines: SlipLine[],
  client: QueryClient,
): Record<string, SelectionNote> {
  const notes: Record<string, SelectionNote> = {}
  for (const { selection } of lines) {
    if (!submission.betKeys.includes(selection.betKey)) continue
    const game = client.getQueryData(gameQuery(selection.sport_key, selection.eventId).queryKey) ?? null
    const note = refusalNote(submission, refusal, selection, currentPrice(game, selection))
    if (note !== null) notes[selection.betKey] = note
  }
  return notes
}

/** A single's refusal belongs to its selection, a parlay's to the whole slip; except for legs whose odds changed. */
function refusalNote(
  { body }: BetSubmission,
  { text, changes }: Refused,
  { eventId, selection }: Selection,
  knownPrice: number | null,
): SelectionNote | null {
  const change = changes.find((candidate) => candidate.eventId === eventId && candidate.selection === selection)
  if (change === undefined) return body.is_parlay ? null : { kind: 'refused', text, odds: null, knownPrice }
  if (change.newOdds === null) return { kind: 'gone', text: printedName(change.error), odds: null, knownPrice }
  const [oldOdds, newOdds] = [decimalText(change.oldOdds), decimalText(change.newOdds)]
  if (acceptsOdds(body.odds_policy ?? 'within-10-percent', oldOdds, newOdds)) return null
  return { kind: 'changed', text: change.error, odds: newOdds, knownPrice }
}
