// Reports superseded bets that nobody could settle again within the resettlement window.
import { RESETTLEMENT_WINDOW_MS } from '#domain/limits.ts'
import { withMissedResettlements } from '#projections/settlement/queries.ts'
import { windowStart } from '#projections/settlement/resettlement-window.ts'
import { HOUR } from '#services/platform/clock/durations.ts'
import type { Queries } from '#services/platform/database/queries.ts'

const HOURS = RESETTLEMENT_WINDOW_MS / HOUR

type Watched = {
  readonly queries: Queries
  readonly businessNow: () => Date
  readonly log: (line: string) => void
}

/** Returns a function that looks for such bets, and reports each fixture's once. */
export function createMissedResettlements({ queries, businessNow, log }: Watched): () => Promise<void> {
  const said = new Map<string, number>()
  return async () => {
    for (const { fixture, bets } of await withMissedResettlements(queries, windowStart(businessNow().toISOString()))) {
      if (bets <= (said.get(fixture) ?? 0)) continue
      said.set(fixture, bets)
      log(`${bets} bets on ${fixture} stay settled by a result that was corrected: their ${HOURS} hours have passed`)
    }
  }
}
