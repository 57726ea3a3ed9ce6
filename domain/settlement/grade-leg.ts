// How the end of a fixture grades one leg, by the rules of a version.
import type { GradedLeg, Leg } from '../bet/bet-events.ts'
import { type DecidedMarket, type FixtureOutcome, type FixtureResult, voidedIn } from '../fixture/fixture-outcome.ts'
import type { Score } from '../fixture/fixture-values.ts'
import { gradePick, type LegGrade, type VoidReason } from './grade-market.ts'
import { type Basis, basisOf, marketOf } from './markets.ts'
import { factorOf } from './parlay-return.ts'

/** Version 1 settled every bet by the final score alone; its settlements stay as they are. */
export type RuleVersion = 1 | 2
export const CURRENT_RULES = 2 satisfies RuleVersion

/** The part of a struck leg that grading needs, and that the account remembers of an open bet. */
export type StruckLeg = {
  readonly fixture: string
  readonly market: string
  readonly point?: string
  readonly selection: string
  readonly drawOffered: boolean
  readonly odds: string
  readonly basis: Basis
}

/** The fields of a placed leg that grading needs. */
export type LegToGrade = Pick<Leg, 'fixture' | 'league' | 'market' | 'point' | 'selection' | 'drawOffered' | 'odds'>

export function struckLeg(leg: LegToGrade): StruckLeg {
  const { fixture, league, market, point, selection, drawOffered: offered, odds } = leg
  const drawOffered = offered === true
  const basis = basisOf(league, market, drawOffered)
  const struck = { fixture, market, selection, drawOffered, odds, basis }
  return point === undefined ? struck : { ...struck, point }
}

/** `version`: of the event, on the fixture's stream, that decided it. */
export type DecidedLeg = LegGrade & { readonly version: number }

/**
 * Grades one leg of a bet accepted at `placedAt` (business time); null while nothing decides it, so that it waits for
 * an admin. A market that an admin voided comes first. Otherwise a bet accepted at or after the fixture's close is void
 * as late, whatever the result. Throws if the outcome is of another fixture.
 */
export function gradeLeg(
  leg: StruckLeg,
  placedAt: string,
  outcome: FixtureOutcome,
  rules: RuleVersion = CURRENT_RULES,
): DecidedLeg | null {
  if (outcome.fixture !== leg.fixture) throw new Error(`outcome of ${outcome.fixture} for a leg on ${leg.fixture}`)
  const byVoid = voidedIn(outcome, leg.market)
  if (byVoid !== undefined) return { version: byVoid.version, grade: 'void', voidReason: 'market-voided' }
  if (outcome.kind === 'running') return null
  const { version } = outcome
  const voided = (voidReason: VoidReason): DecidedLeg => ({ version, grade: 'void', voidReason })
  // instants all have the same format and zone, so they compare as text
  if (placedAt >= outcome.closedAt) return voided('late')
  if (outcome.kind === 'abandoned') return voided(outcome.why === 'not-completed' ? 'not-completed' : 'abandoned')
  const made = outcome.decided?.find((one) => one.market === leg.market)
  const byHand = made === undefined ? null : gradeByHand(leg, made)
  // the later of result and decision, since the grade follows from both
  const decidedAt = Math.max(version, made?.version ?? version)
  if (byHand !== null) return { version: decidedAt, ...byHand }
  // by the version of the decision, even though it does not name this selection, because an earlier decision of the
  // market may have
  if (outcome.score === null) return { ...voided('no-result'), version: decidedAt }
  const market = marketOf(leg.market)
  const score = rules === 1 ? outcome.score : decidingScore(leg, market?.period ?? null, outcome)
  if (market === null || score === null) return null
  return { version: decidedAt, ...gradePick(market.kind, leg, score) }
}

/** Null if the decision leaves the selection to the score. */
function gradeByHand({ selection, point }: StruckLeg, { selections }: DecidedMarket): LegGrade | null {
  const grade = selections.find((one) => one.selection === selection && one.point === point)?.grade
  return grade === undefined ? null : { grade, ...(grade === 'void' ? { voidReason: 'by-hand' } : {}) }
}

/** The score that the leg is settled by; null if it is not known. */
function decidingScore({ basis }: StruckLeg, period: string | null, outcome: FixtureResult): Score | null {
  if (basis === 'by-hand') return null
  if (period !== null) return outcome.periods?.find(({ name }) => name === period) ?? null
  return basis === 'final' ? outcome.score : (outcome.regulation ?? null)
}

export const gradedLeg = (index: number, leg: StruckLeg, { version, grade, voidReason }: DecidedLeg): GradedLeg => ({
  leg: index,
  fixture: leg.fixture,
  result: version,
  grade,
  ...(voidReason === undefined ? {} : { voidReason }),
  factor: factorOf(grade, leg.odds),
})
