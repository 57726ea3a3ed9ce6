// How many bets were placed on each fixture: a counter, so that nobody has to count legs.
import { tablesIn } from '../ddl.ts'
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { insertRows } from '../table.ts'
import type { Write } from '../write.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { fixture_popularity: fixturePopularity } = tablesIn(DDL, 'fixture_popularity')

class PopularityFold implements Fold {
  readonly #bets = new Map<string, number>()

  get size(): number {
    return this.#bets.size
  }

  add({ type, data }: LedgerEvent): void {
    if (type !== 'BetPlaced') return
    for (const { fixture } of data.legs) this.#bets.set(fixture, (this.#bets.get(fixture) ?? 0) + 1)
  }

  writes(): Write[] {
    if (this.#bets.size === 0) return []
    const onConflict = 'on conflict (fixture_id) do update set bets = fixture_popularity.bets + excluded.bets'
    return [insertRows(fixturePopularity, [...this.#bets], onConflict)]
  }
}

export const popularity: Projection = {
  name: 'popularity',
  ddl: DDL,
  tables: [fixturePopularity],
  fold: () => new PopularityFold(),
  revision: 1,
}
