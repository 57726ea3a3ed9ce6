// What the routes read. Reads never touch the event store.
import type pg from 'pg'
import { type BetReads, createBetReads } from './bets.ts'
import { type Overview, readOverview } from './overview.ts'
import { createPeopleReads, type PeopleReads } from './people.ts'

export type Reads = {
  readonly bets: BetReads
  readonly people: PeopleReads
  overview(admin: string): Promise<Overview>
}

export const createReads = (pool: pg.Pool): Reads => ({
  bets: createBetReads(pool),
  people: createPeopleReads(pool),
  overview: (admin) => readOverview(pool, admin),
})
