// The score after regulation time, if it can be derived from what was read. The provider's final score includes
// overtime and does not mention it.
import type { Score } from '#domain/fixture/fixture-values.ts'
import { MINUTE } from '#services/platform/clock/durations.ts'
import { familyOf, mayGoToExtraTime } from '../catalog/catalog.ts'
import type { ScoreState } from './results.ts'

/**
 * A soccer game that is over this soon after its true start had no extra time: half-time, the breaks and thirty more
 * minutes take it to 150.
 */
const WITHOUT_EXTRA_TIME_MS = 130 * MINUTE
/** Overtime and shoot-outs in ice hockey end with one goal. */
const HOCKEY_OVERTIME_MARGIN = 1

/**
 * The score after regulation time, from the last read if that was a completed one with a score. Null if it was not, or
 * if overtime may be included. `startsAt`: the true start, as the provider corrected it in play.
 */
export function regulationScore(state: ScoreState, startsAt: Date, league: string): Score | null {
  const { completed, home, away } = state
  if (!completed || home === null || away === null) return null
  const final = { home, away }
  if (!mayGoToExtraTime(league)) return final
  switch (familyOf(league)) {
    case 'soccer':
      return readBeforeExtraTime(state, startsAt) ? final : null
    case 'icehockey':
      return Math.abs(home - away) > HOCKEY_OVERTIME_MARGIN ? final : null
    default:
      return null
  }
}

/** A score that changed later is either a correction, or extra time after all; nobody can tell. */
function readBeforeExtraTime({ firstResult, changedAt }: ScoreState, startsAt: Date): boolean {
  const until = startsAt.getTime() + WITHOUT_EXTRA_TIME_MS
  return firstResult !== null && firstResult.readAt.getTime() <= until && changedAt.getTime() <= until
}
