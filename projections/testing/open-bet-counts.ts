import { type CommonQueryMethods, sql } from 'slonik'
import { FixtureWithBets } from '../settlement/queries.ts'

/** The number of open legs on each fixture that has any, as the settler's read model counts them. */
export const openBetCounts = (db: CommonQueryMethods): Promise<readonly FixtureWithBets[]> =>
  db.any(sql.type(FixtureWithBets)`
    select fixture_id as fixture, open_legs as bets from app.fixture_bets where open_legs > 0`)
