// Checks a settlement against the results that it names.
import type { LegSettled, Settlement } from '../events/payloads.ts'
import type { Fixture, OpenBet } from '../replay/entities.ts'
import type { CheckContext } from '../replay/event-check.ts'
import { gradeBet, type LegVerdict } from './grading.ts'
import { replacedBy, verdictOf } from './settlement/in-force.ts'

/** System time: nobody settles by what is recorded later, however the events of two streams came into one order. */
const KNOWN_WITHIN_MS = 3_600_000

/** Version 1 of BetSettled was by version 1 of the settlement rules, and everything later is by version 2. */
export function checkRuleVersion({ type, schema, place, findings, subject }: CheckContext, { rule }: Settlement): void {
  const due = type === 'BetSettled' && schema === 1 ? 1 : 2
  if (rule !== due) findings.at(place, 'settlement_rules_wrong', `version ${due}`, `version ${rule}`, subject)
}

/** `atEnd`: the whole log has been read, so a result that is still unknown does not exist. */
export function checkSettlement(event: CheckContext, bet: OpenBet, settlement: Settlement, atEnd = false): void {
  const { place, findings, state, subject } = event
  const wrong = (
    code: 'leg_mismatch' | 'result_unknown' | 'result_replaced' | 'grade_mismatch',
    expected: string,
    leg: LegSettled,
  ) => findings.at(place, code, expected, leg, subject)
  if (!legsComplete(event, bet, settlement)) return
  const verdicts: LegVerdict[] = []
  for (const leg of settlement.legs) {
    const placed = bet.legs[leg.leg]!
    if (placed.fixture !== leg.fixture) {
      wrong('leg_mismatch', `leg ${leg.leg} on fixture ${placed.fixture}`, leg)
      return
    }
    const fixture = state.fixtures.get(leg.fixture)
    if (fixture === undefined || !hasDecision(fixture, leg.result)) {
      if (atEnd) wrong('result_unknown', `a result or abandonment at fixture-${leg.fixture}@${leg.result}`, leg)
      else state.deferredChecks.push(() => checkSettlement(event, bet, settlement, true))
      return
    }
    if (atEnd) {
      const { recordedAt } = fixture.decided.find(({ version }) => version === leg.result)!
      if (Date.parse(recordedAt) - Date.parse(event.meta.recordedAt) > KNOWN_WITHIN_MS)
        wrong('result_unknown', `a result by then: it was recorded at ${recordedAt}`, leg)
    }
    const verdict = verdictOf(placed, bet.placedAt, fixture, leg.result, settlement.rule)
    if (verdict === null) {
      wrong('grade_mismatch', 'undecided by what it names', leg)
      return
    }
    if (verdict.grade !== leg.grade || verdict.voidReason !== leg.voidReason || verdict.factor !== leg.factor) {
      wrong('grade_mismatch', JSON.stringify(verdict), leg)
    }
    const replaced = replacedBy(placed, bet.placedAt, fixture, leg.result, event.meta.at)
    if (replaced !== null) wrong('result_replaced', `what decides it since fixture-${leg.fixture}@${replaced}`, leg)
    verdicts.push(verdict)
  }
  const expected = gradeBet(bet.stakeCents, verdicts)
  const { outcome, returnCents } = settlement
  if (outcome !== expected.outcome) findings.at(place, 'outcome_mismatch', expected.outcome, outcome, subject)
  if (returnCents !== expected.returnCents) {
    findings.at(place, 'return_mismatch', expected.returnCents, returnCents, subject)
  }
}

const hasDecision = ({ endings, decisions, voids }: Fixture, version: number): boolean =>
  [endings, decisions, voids].some((events) => events.some((event) => event.version === version))

/**
 * Returns whether the legs are in order and exist. Reports missing ones, unless all legs of the settlement are lost:
 * one is enough.
 */
function legsComplete({ place, findings, subject }: CheckContext, bet: OpenBet, { legs }: Settlement): boolean {
  let before = -1
  for (const { leg } of legs) {
    if (leg <= before || leg >= bet.legs.length) {
      findings.at(place, 'leg_mismatch', `legs 0 to ${bet.legs.length - 1}, in order`, legs, subject)
      return false
    }
    before = leg
  }
  const some = legs.length < bet.legs.length
  if (some && legs.some(({ grade }) => grade !== 'lost')) {
    findings.at(place, 'legs_incomplete', `${bet.legs.length} legs, or lost ones alone`, legs, subject)
  }
  return true
}
