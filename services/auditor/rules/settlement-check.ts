// A settlement against the results that it names.
import type { LegSettled } from '../events/payloads.ts'
import type { OpenBet } from '../replay/entities.ts'
import type { EventCheck } from '../replay/event-check.ts'
import { endingOf } from './fixtures.ts'
import { gradeBet, gradeLeg } from './grading.ts'

/** `atEnd`: the whole log has been read, so a result that is still unknown does not exist. */
export function checkSettlement(event: EventCheck<'BetSettled'>, bet: OpenBet, atEnd = false): void {
  const { data, place, findings, state, subject } = event
  const wrong = (code: 'leg_mismatch' | 'result_unknown' | 'grade_mismatch', expected: string, leg: LegSettled) =>
    findings.at(place, code, expected, leg, subject)
  if (!legsComplete(event, bet)) return
  const verdicts = []
  for (const leg of data.legs) {
    const placed = bet.legs[leg.leg]!
    if (placed.fixture !== leg.fixture) {
      wrong('leg_mismatch', `leg ${leg.leg} on fixture ${placed.fixture}`, leg)
      return
    }
    const ending = endingOf(state, leg.fixture, leg.result)
    if (ending === undefined) {
      if (atEnd) wrong('result_unknown', `a result or abandonment at fixture-${leg.fixture}@${leg.result}`, leg)
      else state.deferredChecks.push(() => checkSettlement(event, bet, true))
      return
    }
    const verdict = gradeLeg(placed, bet.placedAt, ending)
    if (verdict.grade !== leg.grade || verdict.voidReason !== leg.voidReason || verdict.factor !== leg.factor) {
      wrong('grade_mismatch', JSON.stringify(verdict), leg)
    }
    verdicts.push(verdict)
  }
  const expected = gradeBet(bet.stakeCents, verdicts)
  if (data.outcome !== expected.outcome) findings.at(place, 'outcome_mismatch', expected.outcome, data.outcome, subject)
  if (data.returnCents !== expected.returnCents) {
    findings.at(place, 'return_mismatch', expected.returnCents, data.returnCents, subject)
  }
}

/** Whether the settlement has every leg, once and in order; a lost bet may have only lost legs. */
function legsComplete({ data, place, findings, subject }: EventCheck<'BetSettled'>, bet: OpenBet): boolean {
  let before = -1
  for (const { leg } of data.legs) {
    if (leg <= before || leg >= bet.legs.length) {
      findings.at(place, 'leg_mismatch', `legs 0 to ${bet.legs.length - 1}, in order`, data.legs, subject)
      return false
    }
    before = leg
  }
  const some = data.legs.length < bet.legs.length
  if (some && data.legs.some(({ grade }) => grade !== 'lost')) {
    findings.at(place, 'legs_incomplete', `${bet.legs.length} legs, or lost ones alone`, data.legs, subject)
  }
  return true
}
