// The single row of the house.
import type { State } from '../../replay/state.ts'
import type { WholeTable } from '../read-model.ts'
import { wholeModel } from './whole-model.ts'

const house: WholeTable = {
  spec: {
    table: 'house',
    columns: [
      'one',
      'treasury_cents',
      'grants_cents',
      'profit_cents',
      'settled_bets',
      'open_bets',
      'open_stakes_cents',
      'transit_cents',
      'bettors',
      'wallets_cents',
      'goodwill_cents',
    ],
  },
  keyColumns: 1,
  rows: (state) => ({ rowOf: (key) => (key === 't' ? houseLine(state) : null), keys: () => ['t'] }),
}

function houseLine({ bettors, book, betsSettled, openBets, openStakesCents }: State): string {
  const { treasury, grants, profit, transit, wallet, goodwill } = book.totals
  const bets = [betsSettled, openBets.size, openStakesCents]
  return ['t', treasury, grants, profit, ...bets, transit, bettors, wallet, goodwill].join('\t')
}
export const houseModel = wholeModel('house', [house])
