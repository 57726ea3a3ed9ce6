// One row per draw on the treasury, including floats that a super admin raised.
import { bool, NULL, text, time } from '../../postgres/table-lines.ts'
import type { Draw } from '../../replay/entities.ts'
import type { WholeTable } from '../read-model.ts'
import { byKey, wholeModel } from './whole-model.ts'

const treasuryDraw: WholeTable = {
  spec: {
    table: 'treasury_draw',
    columns: [
      'draw_id',
      'account_id',
      'amount_cents',
      'basis',
      'requested_by',
      'at',
      'state',
      'paid',
      'decided_by',
      'decided_at',
      'event',
      'recorded_at',
    ],
  },
  keyColumns: 1,
  rows: ({ draws }) =>
    byKey(draws, ({ id, account, amountCents, basis, requestedBy, at, state, paid, place, ...draw }: Draw) =>
      [
        id,
        account,
        amountCents,
        basis,
        text(requestedBy),
        time(at),
        state,
        bool(paid),
        draw.decidedBy === null ? NULL : text(draw.decidedBy),
        draw.decidedAt === null ? NULL : time(draw.decidedAt),
        `${place.stream}@${place.version}`,
        time(draw.recordedAt),
      ].join('\t'),
    ),
}
export const treasuryModel = wholeModel('treasury', [treasuryDraw])
