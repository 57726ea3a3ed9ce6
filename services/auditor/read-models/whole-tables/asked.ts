// One row per decision that waits for a second admin.
import { text, time } from '../../postgres/table-lines.ts'
import type { WholeTable } from '../read-model.ts'
import { byKey, wholeModel } from './whole-model.ts'

const askedSettlement: WholeTable = {
  spec: {
    table: 'asked_settlement',
    columns: ['request_id', 'stream', 'asked_by', 'asked_at', 'moves_cents', 'data', 'asked_event'],
    json: ['data'],
  },
  keyColumns: 1,
  rows: ({ asked }) =>
    byKey(asked, ({ data, stream, by, at, version }) =>
      [data.request, stream, by, time(at), data.movesCents, text(JSON.stringify(data)), `${stream}@${version}`].join(
        '\t',
      ),
    ),
}
export const askedModel = wholeModel('asked', [askedSettlement])
