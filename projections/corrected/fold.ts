// Games whose end was changed after bets had been settled by it: how many bets, and their returns before and after.
import { fixtureStream } from '#domain/fixture/events.ts'
import { tablesIn } from '../ddl.ts'
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { insertRows } from '../table.ts'
import type { Write } from '../write.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { corrected_result: correctedResult } = tablesIn(DDL, 'corrected_result')

const SUMS = ['bets', 'reopened', 'returned_before_cents', 'returned_after_cents']
const ADD = `on conflict (fixture_id, version) do update set number = greatest(corrected_result.number, excluded.number),
  ${SUMS.map((sum) => `${sum} = corrected_result.${sum} + excluded.${sum}`).join(', ')}`
const CAUSE = new RegExp(`^${fixtureStream('')}([^@]+)@(\\d+)$`)

type Changed = { bets: number; reopened: number; beforeCents: number; afterCents: number; number: number }

class CorrectedFold implements Fold {
  /** By the event that caused it, '<fixture> <version>'. */
  readonly #changed = new Map<string, Changed>()

  get size(): number {
    return this.#changed.size
  }

  add({ type, data, meta, number }: LedgerEvent): void {
    if (type !== 'BetResettled') return
    // an admin who settles a single bet again has not corrected a result
    const [, fixture, version] = CAUSE.exec(meta.causation ?? '') ?? []
    if (fixture === undefined) return
    const key = `${fixture} ${version}`
    const before = this.#changed.get(key) ?? { bets: 0, reopened: 0, beforeCents: 0, afterCents: 0 }
    this.#changed.set(key, {
      bets: before.bets + 1,
      reopened: before.reopened + (data.settlement === null ? 1 : 0),
      beforeCents: before.beforeCents + data.reversedReturnCents,
      afterCents: before.afterCents + (data.settlement?.returnCents ?? 0),
      number,
    })
  }

  writes(): Write[] {
    const rows = [...this.#changed].map(([key, { bets, reopened, beforeCents, afterCents, number }]) => {
      const [fixture, version] = key.split(' ') as [string, string]
      return [fixture, Number(version), bets, reopened, beforeCents, afterCents, number]
    })
    return rows.length === 0 ? [] : [insertRows(correctedResult, rows, ADD)]
  }
}

export const correctedProjection: Projection = {
  name: 'corrected',
  ddl: DDL,
  tables: [correctedResult],
  fold: () => new CorrectedFold(),
  revision: 1,
}
