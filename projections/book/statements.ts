// The statements that add to the sums. What a batch says of bets of earlier batches is joined with what those were struck on:
// a bet that is not there leaves a null where none may be, which stops the read model.
import { unnestAs } from '../table.ts'
import { bookBet, houseDay, liability } from './tables.ts'

/** What an event books on its day, of a bet that an earlier batch placed. */
export const BOOKINGS = {
  day: 'text',
  bet_id: 'text',
  settled: 'bigint',
  stakes_cents: 'bigint',
  returns_cents: 'bigint',
} as const

/** Bets of earlier batches that ended (-1) or are open again (1). */
export const CHANGES = { bet_id: 'text', open: 'bigint' } as const

const added = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', ')

const summed = (columns: readonly string[]): string => columns.map((column) => `sum(${column})::bigint`).join(', ')

const DAY_KEY = ['day', 'league', 'market']
const DAY_SUMS = Object.keys(houseDay.columns).slice(DAY_KEY.length)

/** The sums of a batch by day, league and market. */
export const ADD_DAYS = `
  insert into house_day select * from ${unnestAs(houseDay.columns)}
  on conflict (${DAY_KEY.join(', ')}) do update set ${added('house_day', DAY_SUMS)}`

export const ADD_BOOKINGS = `
  insert into house_day
  select u.day, b.league, b.market, 0, 0, sum(u.settled)::bigint, sum(u.stakes_cents)::bigint, sum(u.returns_cents)::bigint
  from ${unnestAs(BOOKINGS)} left join ${bookBet.name} b on b.bet_id = u.bet_id
  group by 1, 2, 3
  on conflict (${DAY_KEY.join(', ')}) do update set ${added('house_day', DAY_SUMS)}`

const OUTCOME = ['fixture_id', 'market', 'point', 'selection']
const LIABILITY_SUMS = Object.keys(liability.columns).slice(OUTCOME.length)
const onConflict = `on conflict (${OUTCOME.join(', ')}) do update set ${added('liability', LIABILITY_SUMS)}`

/** The open bets of a batch, by outcome. */
export const ADD_LIABILITY = `insert into liability select * from ${unnestAs(liability.columns)} ${onConflict}`

export const CHANGE_LIABILITY = `
  insert into liability
  select fixture_id, c.market, point, selection, ${summed(LIABILITY_SUMS)} from (
    select l ->> 0 as fixture_id, l ->> 1 as market, l ->> 2 as point, l ->> 3 as selection,
      case when b.market = 'parlay' then 0 else u.open end as singles,
      case when b.market = 'parlay' then 0 else u.open * b.stake_cents end as stakes_cents,
      case when b.market = 'parlay' then 0 else u.open * b.return_cents end as returns_cents,
      case when b.market = 'parlay' then u.open else 0 end as parlays,
      case when b.market = 'parlay' then u.open * b.return_cents else 0 end as parlay_returns_cents,
      u.open * b.return_cents as exposure_cents
    from ${unnestAs(CHANGES)} left join ${bookBet.name} b on b.bet_id = u.bet_id
      left join lateral json_array_elements(b.legs) l on true) c
  group by 1, 2, 3, 4
  ${onConflict}`

export const FORGET_LIABILITY = 'delete from liability where singles = 0 and parlays = 0'
