// The statements that change rows of the book.
import { columnsOf, type Table, unnestAs } from '../table.ts'
import type { Write } from '../write.ts'
import type { Sums } from './sums.ts'
import { bookLeg, houseDay, liability } from './tables.ts'

const added = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', ')

const DAY_KEY = ['day', 'league', 'market']
const DAY_SUMS = Object.keys(houseDay.columns).slice(DAY_KEY.length)

/** Adds the sums of a batch by day, league and market. */
const ADD_DAYS = `
  insert into house_day select * from ${unnestAs(houseDay.columns)}
  on conflict (${DAY_KEY.join(', ')}) do update set ${added('house_day', DAY_SUMS)}`

const OUTCOME = ['fixture_id', 'market', 'point', 'selection']
const LIABILITY_SUMS = Object.keys(liability.columns).slice(OUTCOME.length)

/** Adds the changes of open bets, by outcome. */
const ADD_LIABILITY = `
  insert into liability select * from ${unnestAs(liability.columns)}
  on conflict (${OUTCOME.join(', ')}) do update set ${added('liability', LIABILITY_SUMS)}`

export const FORGET_LIABILITY = 'delete from liability where singles = 0 and parlays = 0'

/** The legs of bets that ended. */
export const CLOSE_LEGS = `
  delete from book_leg l using ${unnestAs(bookLeg.columns)}
  where l.fixture_id = u.fixture_id and l.bet_id = u.bet_id and l.leg = u.leg`

const write = (name: string, text: string, { columns }: Table, sums: Sums): Write => ({
  name,
  text,
  values: columnsOf(columns, sums.rows()),
})

export const addDays = (sums: Sums): Write => write('add_house_days', ADD_DAYS, houseDay, sums)
export const addLiability = (sums: Sums): Write => write('add_liability', ADD_LIABILITY, liability, sums)

/** Whether every bet that something was booked for has a row. */
export const COUNT_BOOKED_LATER = `
  select from (select count(*) as found from booked_later k join book_bet b on b.bet_id = k.bet_id) c
  where found = $1::bigint`

export const ADD_BOOKED_LATER = `
  insert into house_day (${DAY_KEY.join(', ')}, ${DAY_SUMS.join(', ')})
  select k.day, b.league, b.market, 0, 0, sum(k.settled)::bigint, sum(k.stakes_cents)::bigint, sum(k.returns_cents)::bigint
  from booked_later k join book_bet b on b.bet_id = k.bet_id group by 1, 2, 3
  on conflict (${DAY_KEY.join(', ')}) do update set ${added('house_day', DAY_SUMS)}`
