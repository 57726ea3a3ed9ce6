// Rule version 1, by the auditor's own reading: what a leg and a bet come to, from the events alone.
import type { BetOutcome, LegSettled } from '../events/shapes.ts'
import { productOfOdds, returnCents } from './arithmetic.ts'

/** What of a leg as placed decides how it counts. */
export type PlacedLeg = {
  readonly fixture: string
  readonly selection: string
  readonly drawOffered: boolean
  readonly odds: string
}

/** How a fixture ended, by one version of its stream. `score` is null where it was abandoned. */
export type Ending = {
  readonly version: number
  readonly closedAt: string
  readonly score: { readonly home: number; readonly away: number } | null
  readonly notCompleted: boolean
}

export type LegVerdict = Pick<LegSettled, 'grade' | 'voidReason' | 'factor'>

/** A bet accepted at the closing or after it is late, whatever came first in the log. */
export function judgeLeg(leg: PlacedLeg, placedAt: string, ending: Ending): LegVerdict {
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

/** One lost leg loses the bet; void legs count as 1.00; what is left is multiplied. */
export function judgeBet(
  stakeCents: number,
  verdicts: readonly LegVerdict[],
): { readonly outcome: BetOutcome; readonly returnCents: number } {
  if (verdicts.some(({ grade }) => grade === 'lost')) return { outcome: 'lost', returnCents: 0 }
  const paid = returnCents(stakeCents, productOfOdds(verdicts.map(({ factor }) => factor)))
  return { outcome: paid > stakeCents ? 'won' : paid === stakeCents ? 'refunded' : 'lost', returnCents: paid }
}
