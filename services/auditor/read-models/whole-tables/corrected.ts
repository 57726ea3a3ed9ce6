// One row per event of a fixture that changed settlements.
import type { WholeTable } from '../read-model.ts'
import { wholeModel } from './whole-model.ts'

const correctedResult: WholeTable = {
  spec: {
    table: 'corrected_result',
    columns: ['fixture_id', 'version', 'bets', 'reopened', 'returned_before_cents', 'returned_after_cents', 'number'],
  },
  keyColumns: 2,
  rows: ({ corrected }) => ({
    rowOf(key) {
      const sums = corrected.peek(key)
      if (sums === undefined) return null
      return [key.replace(' ', '\t'), sums.bets, sums.reopened, sums.beforeCents, sums.afterCents, sums.number].join(
        '\t',
      )
    },
    keys: () => corrected.keys(),
    count: corrected.size,
  }),
}
export const correctedModel = wholeModel('corrected', [correctedResult])
