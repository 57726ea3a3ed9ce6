// The tables of bets, as the folds write them.
import { tablesIn } from '../ddl.ts'
import { selectColumns } from '../table.ts'

export const DDL = `${import.meta.dirname}/table.sql`

export const { bet, bet_ending: betEnding } = tablesIn(DDL, 'bet', 'bet_ending')

const ENDING = ['status', 'return_cents', 'settled_at', 'graded', 'settled_event', 'settled_number', 'resettled']

/** The columns of how a bet ended, or was settled again. */
export const ending = { name: 'ending', columns: selectColumns(bet, ['bet_id', ...ENDING]) }

/** During a rebuild: endings of bets that are no longer in memory, with the ledger number of the event. */
export const laterEnding = { name: 'later_ending', columns: selectColumns(bet, ['bet_id', ...ENDING, 'number']) }

/** Table `bet` with the columns of the ending last, so that a line can be completed when the bet ends. */
export const betEndingLast = {
  name: bet.name,
  columns: selectColumns(bet, [
    'bet_id',
    'account_id',
    'stake_cents',
    'odds',
    'struck_return_cents',
    'placed_at',
    'legs',
    'placed_event',
    'number',
    'sports',
    'market',
    'topics',
    ...ENDING,
  ]),
}
