// What the routes read. Reads never touch the event store.
import type { Announcement } from '#projections/runner/announcement.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { type BetReads, createBetReads } from './bets.ts'
import { type Overview, readOverview } from './overview.ts'
import { createPeopleReads, type PeopleReads } from './people.ts'

export type Reads = {
  readonly bets: BetReads
  readonly people: PeopleReads
  overview(admin: string): Promise<Overview>
  /** Takes an announcement of the projector; null: some may have been missed. */
  projected(announcement: Announcement | null): void
}

export function createReads(db: Queries): Reads {
  const bets = createBetReads(db)
  return {
    bets,
    people: createPeopleReads(db),
    overview: (admin) => readOverview(db, admin),
    projected: bets.projected,
  }
}
