import {
  COMPLETED_WITHIN_MS,
  MAX_LEGS,
  MIN_PARLAY_LEGS,
  RESETTLEMENT_WINDOW_MS,
  RESULT_READS_APART_MS,
  SOCCER_COMPLETED_WITHIN_MS,
} from '#domain/limits.ts'
import { factorOf } from '#domain/settlement/parlay-return.ts'
import { HOUR_MS } from '#ui/lib/time/durations.ts'
import { RuleSection } from './rule-section.tsx'

const hours = (ms: number): number => ms / HOUR_MS
const seconds = (ms: number): number => ms / 1_000

export function ResultRules() {
  return (
    <RuleSection id="results" title="When a result counts">
      <p>
        A result counts once two equal readings of the finished game, {seconds(RESULT_READS_APART_MS)} seconds apart,
        say so; of a game that Fairbook added itself, an admin records it. If a result is corrected within{' '}
        {hours(RESETTLEMENT_WINDOW_MS)} hours of the settlement, the bet is settled again by the corrected one;
        afterwards it stays as it is.
      </p>
    </RuleSection>
  )
}

export function VoidRules() {
  return (
    <RuleSection id="void" title="When a bet is void">
      <p>The stake of a single comes back, and a parlay goes on as if the selection had not been picked:</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>when the bet was accepted after its game was decided, whatever the result;</li>
        <li>
          when the game was not finished within {hours(SOCCER_COMPLETED_WITHIN_MS)} hours of its start in football,{' '}
          {hours(COMPLETED_WITHIN_MS)} hours in other sports;
        </li>
        <li>when it was cancelled, was a walkover or was listed twice; what had been played counts for nothing;</li>
        <li>when it ended without a result, a no contest included;</li>
        <li>when an admin decides so, with a reason that is recorded.</li>
      </ul>
    </RuleSection>
  )
}

export function ReturnRules() {
  const half = (grade: 'half-won' | 'half-lost') => factorOf(grade, '2.00')
  return (
    <RuleSection id="returns" title="What a bet pays">
      <p>
        Stake times odds, rounded half up to the cent. A parlay has {MIN_PARLAY_LEGS} to {MAX_LEGS} selections; its odds
        are their product. A void selection counts {factorOf('void', '2.00')}, a half lost one {half('half-lost')}, a
        half won one half of its odds and a half: {half('half-won')} at odds of 2.00.
      </p>
      <p>
        One lost selection loses a parlay at once, whatever is still to be played. A bet is called won where it returns
        more than its stake, refunded where it returns as much, and lost where it returns less.
      </p>
    </RuleSection>
  )
}

export function OtherRules() {
  return (
    <>
      <RuleSection id="periods" title="Halves, quarters, periods and innings">
        <p>
          The score of that part alone decides, whatever came before and after. Fairbook offers none at present, because
          its results have no scores of parts.
        </p>
      </RuleSection>
      <RuleSection id="other" title="Any other market">
        <p>A bet on a market without a rule of its own waits for an admin, who decides it with a reason.</p>
      </RuleSection>
    </>
  )
}
