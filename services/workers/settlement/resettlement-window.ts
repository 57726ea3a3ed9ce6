// Which superseded bets are settled again, and what is said of those for which it is too late.
import { RESETTLEMENT_WINDOW_MS } from '#domain/limits.ts'
import { withMissedResettlements } from '#projections/settlement/queries.ts'
import type { Queries } from '#services/platform/database/queries.ts'

/** What was settled before the time returned stays as it is. */
export const resettlementWindow = (now: Date): string => new Date(now.getTime() - RESETTLEMENT_WINDOW_MS).toISOString()

type Watched = {
  readonly queries: Queries
  readonly businessNow: () => Date
  readonly log: (line: string) => void
}

/** Returns what looks for bets that nobody could settle again in time, and says each fixture's once. */
export function createMissedResettlements({ queries, businessNow, log }: Watched): () => Promise<void> {
  const said = new Map<string, number>()
  return async () => {
    for (const { fixture, bets } of await withMissedResettlements(queries, resettlementWindow(businessNow()))) {
      if (bets <= (said.get(fixture) ?? 0)) continue
      said.set(fixture, bets)
      log(`${bets} bets on ${fixture} stay settled by a result that was corrected: their 72 hours have passed`)
    }
  }
}
