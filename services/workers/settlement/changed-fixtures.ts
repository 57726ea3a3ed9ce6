// Of which fixtures the settler hears that something about them may have been decided, or that bets were settled.
import { isDecidingType } from '#domain/fixture/outcome-after.ts'
import type { Announcement } from '#projections/runner/announcement.ts'

/** Null: any. So many bets at once that nothing is named say nothing of a game, unless something was decided among them. */
export function changedFixtures(announcement: Announcement): readonly string[] | null {
  if (!('all' in announcement)) return announcement.fixtures
  return announcement.types === undefined || announcement.types.some(isDecidingType) ? null : []
}

const SETTLEMENTS: ReadonlySet<string> = new Set(['BetSettled', 'BetResettled'])

/**
 * Whether bets were settled that may have been settled by what was in force no more: whoever settled them has crashed before it looked
 * again, or was a person. What replaced it was folded before, and says nothing any more.
 */
export const settledBets = ({ types, folded }: Announcement): boolean =>
  (types === undefined || types.some((type) => SETTLEMENTS.has(type))) && folded?.includes('settlement') !== false
