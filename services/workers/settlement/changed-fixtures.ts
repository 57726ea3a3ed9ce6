// Of which fixtures the settler hears that something about them may have been decided.
import { isDecidingType } from '#domain/fixture/outcome-after.ts'
import type { Announcement } from '#projections/runner/announcement.ts'

/** Null: any. So many bets at once that nothing is named say nothing of a game, unless something was decided among them. */
export function changedFixtures(announcement: Announcement): readonly string[] | null {
  if (!('all' in announcement)) return announcement.fixtures
  return announcement.types === undefined || announcement.types.some(isDecidingType) ? null : []
}
