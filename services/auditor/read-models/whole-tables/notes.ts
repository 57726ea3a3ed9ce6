// One row per note about a bettor.
import { time } from '../../postgres/table-lines.ts'
import type { WholeTable } from '../read-model.ts'
import { byKey, wholeModel } from './whole-model.ts'

const note: WholeTable = {
  spec: { table: 'note', columns: ['commitment', 'account_id', 'number', 'admin_id', 'at'] },
  keyColumns: 1,
  rows: ({ notes }) => ({
    ...byKey(notes, ({ text, account, number, by, at }) => [text, account, number, by, time(at)].join('\t')),
    accountOf: (key) => notes.peek(key)?.account ?? '',
  }),
}

export const notesModel = wholeModel('notes', [note])
