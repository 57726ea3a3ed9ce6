// The days of admins' floats. A movement counts on its own business day, or on the newest day of the float if that is
// later; once a day is closed, it counts on the next day at the earliest (domain/float/float-days.ts).

import { businessDay, daysAfter } from '#domain/calendar/business-day.ts'
import { FLOAT_KINDS } from '#domain/float/float-kinds.ts'
import { floatMoves } from '#domain/float/float-moves.ts'
import { tablesIn } from '../ddl.ts'
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { type Columns, columnsOf, type Row, selectColumns, unnestAs } from '../table.ts'
import type { Write } from '../write.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { float_day: floatDay } = tablesIn(DDL, 'float_day')

const SUMS = FLOAT_KINDS.map((kind) => `${kind.replace('-', '_')}_cents`)
const EVENT: Columns = {
  ...selectColumns(floatDay, ['account_id']),
  number: 'bigint',
  /**
   * The earliest day on which the event can count. A close moves nothing: this is the earliest day for later events.
   */
  from_day: 'text',
  ...selectColumns(floatDay, SUMS),
  moves: 'boolean',
}
const total = SUMS.join(' + ')
const sums = (text: (column: string) => string): string => SUMS.map(text).join(', ')

const INSERT = `
  with event as (
    select u.*, greatest(
      max(u.from_day) over (partition by u.account_id order by u.number rows unbounded preceding),
      (select max(case when d.closed_number is null then d.day else (d.day::date + 1)::text end)
        from float_day d where d.account_id = u.account_id)
    ) as counted_day
    from ${unnestAs(EVENT)}
  ), sum_of_day as (
    select account_id, counted_day, ${sums((column) => `sum(${column})::bigint as ${column}`)}, max(number) as last_number
    from event where moves group by account_id, counted_day
  ), ended as (
    select s.*, coalesce((select d.closing_cents from float_day d
        where d.account_id = s.account_id order by d.day desc limit 1), 0)
      + sum(${total}) over (partition by account_id order by counted_day)::bigint as closing_cents
    from sum_of_day s
  )
  insert into float_day (account_id, day, opening_cents, ${SUMS.join(', ')}, closing_cents, last_number)
  select account_id, counted_day, closing_cents - (${total}), ${SUMS.join(', ')}, closing_cents, last_number from ended
  on conflict (account_id, day) do update set
    ${sums((column) => `${column} = float_day.${column} + excluded.${column}`)},
    closing_cents = excluded.closing_cents, last_number = excluded.last_number`

const CLOSE = selectColumns(floatDay, ['account_id', 'day', 'opening_cents', 'closed_number', 'closed_at'])
const MARK = `
  insert into float_day (account_id, day, opening_cents, ${SUMS.join(', ')}, closing_cents, closed_number, closed_at)
  select account_id, day, opening_cents, ${sums(() => '0')}, opening_cents, closed_number, closed_at
  from ${unnestAs(CLOSE)}
  on conflict (account_id, day) do update set closed_number = excluded.closed_number, closed_at = excluded.closed_at`

class FloatsFold implements Fold {
  readonly #events: Row[] = []
  readonly #closes: Row[] = []

  get size(): number {
    return this.#events.length
  }

  add(event: LedgerEvent): void {
    const { type, data, subject, number, meta } = event
    if (type === 'FloatDayClosed') {
      this.#events.push([subject, number, daysAfter(data.day, 1), ...SUMS.map(() => 0), false])
      this.#closes.push([subject, data.day, data.openingCents, number, meta.at])
      return
    }
    const moves = floatMoves(event)
    if (moves.length === 0) return
    const cents = FLOAT_KINDS.map((kind) => moves.reduce((sum, move) => sum + (move.kind === kind ? move.cents : 0), 0))
    this.#events.push([subject, number, businessDay(meta.at), ...cents, true])
  }

  writes(): Write[] {
    return [
      ...(this.#events.length === 0
        ? []
        : [{ name: 'add_float_day', text: INSERT, values: columnsOf(EVENT, this.#events) }]),
      ...(this.#closes.length === 0
        ? []
        : [{ name: 'close_float_day', text: MARK, values: columnsOf(CLOSE, this.#closes), rows: this.#closes.length }]),
    ]
  }
}

export const floatsProjection: Projection = {
  name: 'floats',
  ddl: DDL,
  tables: [floatDay],
  fold: () => new FloatsFold(),
  revision: 1,
}
