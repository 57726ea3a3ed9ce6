// The rules of settlement by the auditor's own reading: how legs and bets are graded, from the events alone.
import type { BetOutcome, LegSettled, Score, SelectionDecided } from '../events/payloads.ts'
import { hundredths, productOfOdds, returnCents } from './arithmetic.ts'
import { type KnownMarket, knownMarket } from './markets.ts'

/** The parts of a placed leg that its grade depends on. */
export type PlacedLeg = {
  readonly fixture: string
  readonly market: string
  readonly point: string | undefined
  readonly selection: string
  readonly drawOffered: boolean
  readonly odds: string
  /** See `overtimeCounts`. */
  readonly overtime: boolean | undefined
}

/** How a fixture ended, by the event at one version of its stream. */
export type Ending = {
  readonly version: number
  readonly closedAt: string
  readonly abandoned: boolean
  readonly notCompleted: boolean
  /** Null if it ended without a result, or was abandoned. */
  readonly score: Score | null
  readonly regulation: Score | undefined
  readonly periods: readonly (Score & { readonly name: string })[]
}

/** What an admin decided about a market. `version`: of the event on the fixture's stream. */
export type MarketDecision = {
  readonly version: number
  readonly market: string
  readonly selections: readonly SelectionDecided[]
}

export type LegVerdict = Pick<LegSettled, 'grade' | 'voidReason' | 'factor'>

const voidFor = (voidReason: string): LegVerdict => ({ grade: 'void', voidReason, factor: '1.00' })

/**
 * Grades a leg by the ending of its fixture; null if that does not decide it. A bet accepted at the closing time or
 * later is late, whatever its place in the log. `placedAt`: business time. `rule`: version of the settlement rules.
 */
export function gradeLeg(leg: PlacedLeg, placedAt: string, ending: Ending, rule: number): LegVerdict | null {
  // all times have the same length and zone, so they compare as text
  if (placedAt >= ending.closedAt) return voidFor('late')
  if (ending.abandoned) return voidFor(ending.notCompleted ? 'not-completed' : 'abandoned')
  if (ending.score === null) return voidFor('no-result')
  const market = knownMarket(leg.market)
  const score = market === null ? null : rule === 1 ? ending.score : decidingScore(leg, market, ending)
  return market === null || score === null ? null : byScore(market, leg, score)
}

/** The grade that an admin gave the leg; null if the decision does not name its selection. */
export function gradeByHand(leg: PlacedLeg, { market, selections }: MarketDecision): LegVerdict | null {
  if (market !== leg.market) return null
  const grade = selections.find(({ selection, point }) => selection === leg.selection && point === leg.point)?.grade
  if (grade === undefined) return null
  return grade === 'void' ? voidFor('by-hand') : { grade, factor: factorFor(grade, leg.odds) }
}

function decidingScore(leg: PlacedLeg, { period }: KnownMarket, ending: Ending): Score | null {
  if (leg.overtime === undefined) return null
  if (period !== '') return ending.periods.find(({ name }) => name === period) ?? null
  return leg.overtime ? ending.score : (ending.regulation ?? null)
}

function byScore({ name }: KnownMarket, leg: PlacedLeg, { home, away }: Score): LegVerdict {
  const decided = (won: boolean): LegVerdict => verdict(won ? 'won' : 'lost', leg)
  const winner = home === away ? 'draw' : home > away ? 'home' : 'away'
  switch (name) {
    case 'h2h':
      return winner === 'draw' && !leg.drawOffered ? voidFor('draw-not-offered') : decided(leg.selection === winner)
    case 'h2h_3_way':
      return decided(leg.selection === winner)
    case 'draw_no_bet':
      return winner === 'draw' ? voidFor('draw') : decided(leg.selection === winner)
    case 'double_chance':
      return decided(leg.selection.startsWith(winner) || leg.selection.endsWith(winner))
    case 'btts':
      return decided((Math.min(home, away) > 0 ? 'yes' : 'no') === leg.selection)
    case 'spreads': {
      const ahead = leg.selection === 'home' ? home - away : away - home
      return onLine(leg, (line) => ahead * 4 + line)
    }
    case 'totals':
      return onLine(leg, over(leg.selection, home + away))
    case 'team_totals': {
      const [team = '', side = ''] = leg.selection.split('-')
      return onLine(leg, over(side, team === 'home' ? home : away))
    }
  }
}

const over = (side: string, points: number) => (line: number) =>
  side === 'over' ? points * 4 - line : line - points * 4

/**
 * Grades a leg on a line. On a quarter line, half the stake is on the line below and half on the line above; each half
 * wins, loses or is returned. `gain`: by how much the leg beats a line; both in quarters of a point.
 */
function onLine(leg: PlacedLeg, gain: (line: number) => number): LegVerdict {
  const line = Math.round(Number(leg.point) * 4)
  const halves = line % 2 === 0 ? [line, line] : [line - 1, line + 1]
  const signs = halves.reduce((sum, half) => sum + Math.sign(gain(half)), 0)
  if (signs === 0) return voidFor('push')
  const grade = signs === 2 ? 'won' : signs === 1 ? 'half-won' : signs === -1 ? 'half-lost' : 'lost'
  return verdict(grade, leg)
}

const verdict = (grade: Exclude<LegSettled['grade'], 'void'>, { odds }: PlacedLeg): LegVerdict => ({
  grade,
  factor: factorFor(grade, odds),
})

/** If half the stake wins, the other half comes back: (odds + 1) / 2, to three places. */
function factorFor(grade: Exclude<LegSettled['grade'], 'void'>, odds: string): string {
  if (grade === 'won') return odds
  if (grade === 'lost') return '0.00'
  if (grade === 'half-lost') return '0.50'
  const thousandths = String((hundredths(odds) + 100n) * 5n).padStart(4, '0')
  return `${thousandths.slice(0, -3)}.${thousandths.slice(-3)}`
}

/** One lost leg loses the bet. Otherwise the factors of all legs are multiplied; that of a void leg is 1.00. */
export function gradeBet(
  stakeCents: number,
  verdicts: readonly LegVerdict[],
): { readonly outcome: BetOutcome; readonly returnCents: number } {
  if (verdicts.some(({ grade }) => grade === 'lost')) return { outcome: 'lost', returnCents: 0 }
  const paid = verdicts.some(({ grade }) => grade.startsWith('half-'))
    ? exactReturn(stakeCents, verdicts)
    : returnCents(stakeCents, productOfOdds(verdicts.map(({ factor }) => factor)))
  return { outcome: paid > stakeCents ? 'won' : paid === stakeCents ? 'refunded' : 'lost', returnCents: paid }
}

/**
 * With half legs, the return is an exact fraction that is rounded half up once. Factors are in thousandths: none has
 * more places.
 */
function exactReturn(stakeCents: number, verdicts: readonly LegVerdict[]): number {
  let product = BigInt(stakeCents)
  for (const { factor } of verdicts) {
    const [whole = '', places = ''] = factor.split('.')
    product *= BigInt(whole + places.padEnd(3, '0'))
  }
  const unit = 1000n ** BigInt(verdicts.length)
  return Number((product + unit / 2n) / unit)
}
