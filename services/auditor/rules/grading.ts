// Rule version 1, in the auditor's own reading: how legs and bets are graded, from the events alone.
import type { BetOutcome, LegSettled } from '../events/payloads.ts'
import { productOfOdds, returnCents } from './arithmetic.ts'

/** The parts of a placed leg that its grade depends on. */
export type PlacedLeg = {
  readonly fixture: string
  readonly selection: string
  readonly drawOffered: boolean
  readonly odds: string
}

/** How a fixture ended, as of one version of its stream. `score` is null if it was abandoned. */
export type Ending = {
  readonly version: number
  readonly closedAt: string
  readonly score: { readonly home: number; readonly away: number } | null
  readonly notCompleted: boolean
}

export type LegVerdict = Pick<LegSettled, 'grade' | 'voidReason' | 'factor'>

/** A bet accepted at the closing time or later is late, whatever the order in the log. */
export function gradeLeg(leg: PlacedLeg, placedAt: string, ending: Ending): LegVerdict {
  const voidFor = (voidReason: LegSettled['voidReason']): LegVerdict => ({ grade: 'void', voidReason, factor: '1.00' })
  // instants are written in one length and one zone, so they compare as text
  if (placedAt >= ending.closedAt) return voidFor('late')
  if (ending.score === null) return voidFor(ending.notCompleted ? 'not-completed' : 'abandoned')
  const lead = ending.score.home - ending.score.away
  if (lead === 0 && !leg.drawOffered) return voidFor('draw-not-offered')
  const wins = leg.selection === 'draw' ? lead === 0 : leg.selection === 'home' ? lead > 0 : lead < 0
  return wins
    ? { grade: 'won', voidReason: null, factor: leg.odds }
    : { grade: 'lost', voidReason: null, factor: '0.00' }
}

/** One lost leg loses the bet; void legs count as 1.00; the odds of the others are multiplied. */
export function gradeBet(
  stakeCents: number,
  verdicts: readonly LegVerdict[],
): { readonly outcome: BetOutcome; readonly returnCents: number } {
  if (verdicts.some(({ grade }) => grade === 'lost')) return { outcome: 'lost', returnCents: 0 }
  const paid = returnCents(stakeCents, productOfOdds(verdicts.map(({ factor }) => factor)))
  return { outcome: paid > stakeCents ? 'won' : paid === stakeCents ? 'refunded' : 'lost', returnCents: paid }
}
