// One row per account.
import { bool, time } from '../../postgres/table-lines.ts'
import type { Account } from '../../replay/entities.ts'
import type { WholeTable } from '../read-model.ts'
import { byKey, itself, wholeModel } from './whole-model.ts'

const account: WholeTable = {
  spec: {
    table: 'account',
    columns: [
      'account_id',
      'role',
      'opened_by',
      'opened_at',
      'blocked',
      'closed',
      'closing',
      'wallet_cents',
      'float_cents',
      'owed_cents',
      'version',
    ],
  },
  keyColumns: 1,
  rows: ({ accounts }) => ({
    ...byKey(
      accounts,
      ({ id, role, openedBy, openedAt, blocked, closed, closingSince, wallet, float, owed }: Account) =>
        [
          id,
          role,
          openedBy,
          time(openedAt),
          bool(blocked),
          bool(closed),
          bool(closingSince !== null),
          wallet.cents,
          float.cents,
          owed.cents,
          accounts.versionOf(id),
        ].join('\t'),
    ),
    accountOf: itself,
  }),
}

export const accountsModel = wholeModel('accounts', [account])
