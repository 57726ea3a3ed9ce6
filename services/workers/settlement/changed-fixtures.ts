// Which announcements the settler acts on: something about fixtures may have been decided, or bets were settled.
import { isDecidingType } from '#domain/fixture/outcome-after.ts'
import type { Announcement } from '#projections/runner/announcement.ts'

/** Fixtures that the announcement is about; null for any. One that names none counts only if it includes decisions. */
export function changedFixtures({ fixtures, types }: Announcement): readonly string[] | null {
  return fixtures ?? (types === undefined || types.some(isDecidingType) ? null : [])
}

const SETTLEMENTS: ReadonlySet<string> = new Set(['BetSettled', 'BetResettled'])

/**
 * Whether bets were settled, perhaps by a result that is no longer in force: the process that settled them may have
 * crashed before it looked again, or a person settled them. The event that replaced the result was folded earlier and
 * is not announced again.
 */
export const settledBets = ({ types, folded }: Announcement): boolean =>
  (types === undefined || types.some((type) => SETTLEMENTS.has(type))) && folded?.includes('settlement') !== false
