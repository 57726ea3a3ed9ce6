// How a result grades one leg, by rule version 1: match result (h2h), two-way and three-way.
import type { Grade, GradedLeg, Leg, VoidReason } from '../bet/bet-events.ts'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import { factorOf } from './parlay-return.ts'

/** The part of a struck leg that grading needs. */
export type StruckLeg = Pick<Leg, 'fixture' | 'selection' | 'drawOffered' | 'odds'>

export type LegGrade = { readonly grade: Grade; readonly voidReason: VoidReason | null }

const WON: LegGrade = { grade: 'won', voidReason: null }
const LOST: LegGrade = { grade: 'lost', voidReason: null }
const voided = (voidReason: VoidReason): LegGrade => ({ grade: 'void', voidReason })

/**
 * Grades one leg of a bet accepted at `placedAt` (business time).
 * The score is the final one, overtime included. A tie is won by the draw where one was offered, and voids the leg
 * where none was. A bet accepted at or after the fixture's close is void as late, whatever the result.
 */
export function gradeLeg(leg: StruckLeg, placedAt: string, outcome: FixtureOutcome): LegGrade {
  if (outcome.fixture !== leg.fixture) throw new Error(`outcome of ${outcome.fixture} for a leg on ${leg.fixture}`)
  // instants have one length and one zone, so their text sorts as they do
  if (placedAt >= outcome.closedAt) return voided('late')
  if (outcome.kind === 'abandoned') return voided(outcome.why === 'not-completed' ? 'not-completed' : 'abandoned')
  const { home, away } = outcome
  if (home === away && !leg.drawOffered) return voided('draw-not-offered')
  const winner = home > away ? 'home' : home < away ? 'away' : 'draw'
  return leg.selection === winner ? WON : LOST
}

export const gradedLeg = (index: number, leg: StruckLeg, result: number, graded: LegGrade): GradedLeg => ({
  leg: index,
  fixture: leg.fixture,
  result,
  grade: graded.grade,
  voidReason: graded.voidReason,
  factor: factorOf(graded.grade, leg.odds),
})
