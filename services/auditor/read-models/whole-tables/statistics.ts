// One row per bettor who has ever bet.
import type { Account } from '../../replay/entities.ts'
import type { WholeTable } from '../read-model.ts'
import { itself, wholeModel } from './whole-model.ts'

const userStatistics: WholeTable = {
  spec: {
    table: 'user_statistics',
    columns: ['account_id', 'total_bets', 'total_stake_cents', 'total_winnings_cents', 'profit_cents', 'open_bets'],
  },
  keyColumns: 1,
  rows: ({ accounts, haveBet }) => ({
    rowOf: (key) => {
      const sums = accounts.peek(key)?.bets
      if (!sums) return null
      return [key, sums.placed, sums.stakeCents, sums.winningsCents, sums.profitCents, sums.open].join('\t')
    },
    keys: () => bettors(accounts.values()),
    count: haveBet,
    accountOf: itself,
  }),
}

function* bettors(accounts: Iterable<Account>): Generator<string> {
  for (const { id, bets } of accounts) if (bets !== null) yield id
}
export const statisticsModel = wholeModel('statistics', [userStatistics])
