// One row per transfer in transit.
import { time } from '../../postgres/table-lines.ts'
import type { Transfer } from '../../replay/entities.ts'
import type { WholeTable } from '../read-model.ts'
import { byKey, wholeModel } from './whole-model.ts'

const transfer: WholeTable = {
  spec: {
    table: 'transfer',
    columns: [
      'transfer_id',
      'sender',
      'from_purse',
      'receiver',
      'into_purse',
      'amount_cents',
      'purpose',
      'sent_at',
      'sent_recorded_at',
      'sent_event',
    ],
  },
  keyColumns: 1,
  rows: ({ transfers }) =>
    byKey(transfers, ({ id, sender, from, to, into, amountCents, purpose, sentAt, sentRecordedAt, sent }: Transfer) =>
      [
        id,
        sender,
        from,
        to,
        into,
        amountCents,
        purpose,
        time(sentAt),
        time(sentRecordedAt),
        `${sent.stream}@${sent.version}`,
      ].join('\t'),
    ),
}
export const transfersModel = wholeModel('transfers', [transfer])
