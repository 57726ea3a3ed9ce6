// Counts how much of earlier settlements an event of a fixture changed.
import type { EventCheck } from '../../replay/event-check.ts'

const PREFIX = 'fixture-'

/** Resettlements that no event of a fixture caused were made by hand, for a single bet, and do not count. */
export function countCorrected({ data, meta, place, state }: EventCheck<'BetResettled'>): void {
  if (meta.causation?.startsWith(PREFIX) !== true) return
  const key = meta.causation.slice(PREFIX.length).replace('@', ' ')
  let sums = state.corrected.get(key)
  if (sums === undefined) {
    sums = { bets: 0, reopened: 0, beforeCents: 0, afterCents: 0, number: 0 }
    state.corrected.set(key, sums)
  }
  sums.bets += 1
  sums.beforeCents += data.reversedReturnCents
  if (data.settlement === null) sums.reopened += 1
  else sums.afterCents += data.settlement.returnCents
  sums.number = place.number
}
