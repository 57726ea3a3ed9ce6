// What the routes read. Reads never touch the event store.
import type { Queries } from '../../database/queries.ts'
import { type BetReads, createBetReads } from './bets.ts'
import { type Overview, readOverview } from './overview.ts'
import { createPeopleReads, type PeopleReads } from './people.ts'

export type Reads = {
  readonly bets: BetReads
  readonly people: PeopleReads
  overview(admin: string): Promise<Overview>
}

export const createReads = (db: Queries): Reads => ({
  bets: createBetReads(db),
  people: createPeopleReads(db),
  overview: (admin) => readOverview(db, admin),
})
