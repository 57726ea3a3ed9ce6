// How many bets were placed on each fixture.
import type { WholeTable } from '../read-model.ts'
import { wholeModel } from './whole-model.ts'

const fixturePopularity: WholeTable = {
  spec: { table: 'fixture_popularity', columns: ['fixture_id', 'bets'] },
  keyColumns: 1,
  rows: ({ betsOn }) => ({
    rowOf(key) {
      const bets = betsOn.peek(key)
      return bets === undefined ? null : `${key}\t${bets}`
    },
    keys: () => betsOn.keys(),
    count: betsOn.size,
  }),
}
export const popularityModel = wholeModel('popularity', [fixturePopularity])
