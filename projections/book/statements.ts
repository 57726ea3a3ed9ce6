// The statements that change rows of the book.
import { unnestAs } from '../table.ts'
import { bookLeg, houseDay, liability } from './tables.ts'

const added = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', ')

const DAY_KEY = ['day', 'league', 'market']
const DAY_SUMS = Object.keys(houseDay.columns).slice(DAY_KEY.length)

/** The sums of a batch by day, league and market. */
export const ADD_DAYS = `
  insert into house_day select * from ${unnestAs(houseDay.columns)}
  on conflict (${DAY_KEY.join(', ')}) do update set ${added('house_day', DAY_SUMS)}`

const OUTCOME = ['fixture_id', 'market', 'point', 'selection']
const LIABILITY_SUMS = Object.keys(liability.columns).slice(OUTCOME.length)

/** What a batch changes about open bets, by outcome. */
export const ADD_LIABILITY = `
  insert into liability select * from ${unnestAs(liability.columns)}
  on conflict (${OUTCOME.join(', ')}) do update set ${added('liability', LIABILITY_SUMS)}`

export const FORGET_LIABILITY = 'delete from liability where singles = 0 and parlays = 0'

/** The legs of bets that ended. */
export const CLOSE_LEGS = `
  delete from book_leg l using ${unnestAs(bookLeg.columns)}
  where l.fixture_id = u.fixture_id and l.bet_id = u.bet_id and l.leg = u.leg`
