// Every bet from placement to settlement, as screens show it. What settling needs of it is in `settlement`.
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { columnsOf, insertRows } from '../table.ts'
import type { Write } from '../write.ts'
import { betRow, type Ending, type OpenBet, placed, resettled, settled, voided } from './bet-rows.ts'
import { BetsBulkFold } from './bulk.ts'
import { SETTLE } from './statements.ts'
import { bet, DDL, ending, laterEnding } from './tables.ts'

class BetsFold implements Fold {
  readonly #placed = new Map<string, { readonly open: OpenBet; ending: Ending | null }>()
  /** Endings of bets that were placed in an earlier batch. */
  readonly #ended = new Map<string, Ending>()

  get size(): number {
    return this.#placed.size + this.#ended.size
  }

  add(event: LedgerEvent): void {
    switch (event.type) {
      case 'BetPlaced':
        this.#placed.set(event.data.bet, { open: placed(event), ending: null })
        break
      case 'BetSettled':
        this.#end(event.data.bet, settled(event))
        break
      case 'BetVoided':
        this.#end(event.data.bet, voided(event))
        break
      case 'BetResettled':
        this.#put(event.data.bet, resettled(event))
    }
  }

  #end(id: string, ending: Ending): void {
    const before = this.#placed.get(id)?.ending ?? this.#ended.get(id)
    if (before && before.status !== 'pending') throw new Error(`bet ${id} is settled twice`)
    this.#put(id, ending)
  }

  #put(id: string, ending: Ending): void {
    const placed = this.#placed.get(id)
    if (placed !== undefined) placed.ending = ending
    else this.#ended.set(id, ending)
  }

  writes(): Write[] {
    const writes: Write[] = []
    if (this.#placed.size > 0) {
      const rows = [...this.#placed.values()].map(({ open, ending }) => betRow(open, ending))
      writes.push(insertRows(bet, rows))
    }
    if (this.#ended.size > 0) {
      const rows = [...this.#ended].map(([id, { status, returnCents, settledAt, graded, settledEvent }]) => [
        id,
        status,
        returnCents,
        settledAt,
        graded,
        settledEvent,
      ])
      const values = columnsOf(ending.columns, rows)
      writes.push({ name: 'settle_bet', text: SETTLE, values, rows: rows.length })
    }
    return writes
  }
}

export const bets: Projection = {
  name: 'bets',
  ddl: DDL,
  tables: [bet],
  fold: () => new BetsFold(),
  bulk: (copy, rowsInMemory) => new BetsBulkFold(copy, rowsInMemory),
  scratch: [laterEnding],
  revision: 2,
}
