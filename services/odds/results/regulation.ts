// The score after regulation time, where it can be told from what was read. The provider's final score includes overtime and
// says nothing about it.
import type { Score } from '#domain/fixture/fixture-values.ts'
import { MINUTE } from '#services/platform/clock/durations.ts'
import { familyOf, mayGoToExtraTime } from '../catalog/catalog.ts'
import type { ScoreState } from './results.ts'

/**
 * A soccer game that is over this soon after its true start had no extra time: with half-time, the breaks and thirty minutes
 * more it takes 150.
 */
const WITHOUT_EXTRA_TIME_MS = 130 * MINUTE
/** Overtime and shoot-outs of ice hockey end with one goal. */
const HOCKEY_OVERTIME_MARGIN = 1

/**
 * The score after regulation time, of the last read if that was a completed one with a score; null if it was not, or if overtime
 * may be in it. `startsAt`: the true start, as the provider moved it in play.
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

/** A score that changed later is either a correction or the end of extra time after all: nobody can tell. */
function readBeforeExtraTime({ firstResult, changedAt }: ScoreState, startsAt: Date): boolean {
  const until = startsAt.getTime() + WITHOUT_EXTRA_TIME_MS
  return firstResult !== null && firstResult.readAt.getTime() <= until && changedAt.getTime() <= until
}
