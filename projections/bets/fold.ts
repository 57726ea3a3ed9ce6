// Every bet from placement to settlement, as screens show it. What settling needs of it is in `settlement`.
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { columnsOf, insertRows } from '../table.ts'
import type { Write } from '../write.ts'
import { betRow, type Ending, type OpenBet, placed, resettled, settled, voided } from './bet-rows.ts'
import { BetsBulkFold } from './bulk.ts'
import { RESETTLE, SETTLE } from './statements.ts'
import { bet, DDL, ending, laterEnding } from './tables.ts'

class BetsFold implements Fold {
  readonly #placed = new Map<string, { readonly open: OpenBet; ending: Ending | null }>()
  /** Endings of bets that were placed in an earlier batch: those open before this one, and those that had ended. */
  readonly #ended = new Map<string, Ending>()
  readonly #endedAgain = new Map<string, Ending>()

  get size(): number {
    return this.#placed.size + this.#ended.size + this.#endedAgain.size
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
        this.#put(event.data.bet, resettled(event), this.#ended.has(event.data.bet) ? this.#ended : this.#endedAgain)
    }
  }

  #end(id: string, ending: Ending): void {
    const before = this.#placed.get(id)?.ending ?? this.#endedAgain.get(id) ?? this.#ended.get(id)
    if (before && before.status !== 'pending') throw new Error(`bet ${id} is settled twice`)
    if (this.#endedAgain.has(id)) this.#endedAgain.set(id, ending)
    else this.#put(id, ending, this.#ended)
  }

  #put(id: string, ending: Ending, others: Map<string, Ending>): void {
    const placed = this.#placed.get(id)
    if (placed !== undefined) placed.ending = ending
    else others.set(id, ending)
  }

  writes(): Write[] {
    const writes: Write[] = []
    if (this.#placed.size > 0) {
      const rows = [...this.#placed.values()].map(({ open, ending }) => betRow(open, ending))
      writes.push(insertRows(bet, rows))
    }
    if (this.#ended.size > 0) writes.push(endings('settle_bet', SETTLE, this.#ended))
    if (this.#endedAgain.size > 0) writes.push(endings('resettle_shown_bet', RESETTLE, this.#endedAgain))
    return writes
  }
}

function endings(name: string, text: string, ended: ReadonlyMap<string, Ending>): Write {
  const rows = [...ended].map(([id, { status, returnCents, settledAt, graded, settledEvent }]) => [
    id,
    status,
    returnCents,
    settledAt,
    graded,
    settledEvent,
  ])
  return { name, text, values: columnsOf(ending.columns, rows), rows: rows.length }
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
