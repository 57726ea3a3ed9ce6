// The settings of the book with their history, and what betting is stopped on.
import { scopeKey } from '#domain/desk/stops.ts'
import { tablesIn } from '../ddl.ts'
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { arrayLiteral, insertRows, type Row } from '../table.ts'
import type { Write } from '../write.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { desk_setting: deskSetting, betting_stop: bettingStop } = tablesIn(DDL, 'desk_setting', 'betting_stop')

type Stop = { readonly fixture: string; readonly market: string; readonly row: Row | null }

class DeskFold implements Fold {
  readonly #settings: Row[] = []
  /** By scope; without a row if it was resumed. */
  readonly #stops = new Map<string, Stop>()

  get size(): number {
    return this.#settings.length + this.#stops.size
  }

  add({ type, data, meta, number }: LedgerEvent): void {
    const reason = meta.reason?.text ?? null
    if (type === 'SettingsSet') {
      for (const { setting, before, after } of data.settings) {
        const was = before === undefined ? null : String(before)
        this.#settings.push([setting, number, was, String(after), meta.at, meta.actor.id, reason])
      }
    } else if (type === 'BettingStopped' || type === 'BettingResumed') {
      const { fixture = '', market = '' } = data
      const row = type === 'BettingResumed' ? null : [fixture, market, number, meta.at, meta.actor.id, reason]
      this.#stops.set(scopeKey(data), { fixture, market, row })
    }
  }

  writes(): Write[] {
    const stops = [...this.#stops.values()]
    const stopped = stops.flatMap(({ row }) => (row === null ? [] : [row]))
    return [
      ...(this.#settings.length === 0 ? [] : [insertRows(deskSetting, this.#settings)]),
      // first, because a stop that was resumed and made again in one batch gets a new row
      ...(stops.length === 0 ? [] : [deleteStops(stops)]),
      ...(stopped.length === 0 ? [] : [insertRows(bettingStop, stopped)]),
    ]
  }
}

const deleteStops = (stops: readonly Stop[]): Write => ({
  name: 'delete_betting_stops',
  text: `delete from betting_stop s using unnest($1::text[], $2::text[]) as u (fixture_id, market)
    where s.fixture_id = u.fixture_id and s.market = u.market`,
  values: [arrayLiteral(stops.map(({ fixture }) => fixture)), arrayLiteral(stops.map(({ market }) => market))],
})

export const deskProjection: Projection = {
  name: 'desk',
  ddl: DDL,
  tables: [deskSetting, bettingStop],
  fold: () => new DeskFold(),
  revision: 1,
}
