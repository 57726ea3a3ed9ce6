// One row per business day on which an admin's float moved, or that was closed.
import { NULL, time } from '../../postgres/table-lines.ts'
import type { WholeTable } from '../read-model.ts'
import { byKey, wholeModel } from './whole-model.ts'

const floatDay: WholeTable = {
  spec: {
    table: 'float_day',
    columns: [
      'account_id',
      'day',
      'opening_cents',
      'granted_cents',
      'drawn_cents',
      'given_back_cents',
      'deposited_cents',
      'withdrawn_cents',
      'returned_cents',
      'closing_cents',
      'last_number',
      'closed_number',
      'closed_at',
    ],
  },
  keyColumns: 2,
  rows({ floats }) {
    const days = [...floats].flatMap(([account, { days }]) => [...days.values()].map((row) => ({ account, ...row })))
    return {
      ...byKey(
        new Map(days.map((row) => [`${row.account} ${row.day}`, row])),
        ({ account, day, opening, sums, closing, last, closed }) =>
          [
            ...[account, day, opening, sums.granted, sums.drawn, sums.givenBack, sums.deposited, sums.withdrawn],
            ...[sums.returned, closing, last?.number ?? NULL, closed?.number ?? NULL],
            closed === null ? NULL : time(closed.at),
          ].join('\t'),
      ),
      accountOf: (key) => key.split(' ')[0]!,
    }
  },
}
export const floatsModel = wholeModel('floats', [floatDay])
