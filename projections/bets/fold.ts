// Every bet from placement to settlement, as screens show it. What settling needs of a bet is in `settlement`.
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { columnsOf, insertInParts, insertRows, type Row } from '../table.ts'
import type { Write } from '../write.ts'
import {
  betEndingRow,
  betRow,
  type Ending,
  type EndingEvent,
  endingOf,
  endingRow,
  type OpenBet,
  placed,
  ruleOf,
} from './bet-rows.ts'
import { BetsBulkFold } from './bulk.ts'
import { RESETTLE, SETTLE } from './statements.ts'
import { bet, betEnding, DDL, ending, laterEnding } from './tables.ts'

/** Keeps the parameters small: the legs of a bet have some 1,000 characters. */
const BETS_AT_ONCE = 64

class BetsFold implements Fold {
  readonly #placed = new Map<string, { readonly open: OpenBet; ending: Ending | null }>()
  /**
   * Endings of bets placed in an earlier batch. `#ended`: the bet was open before this batch; `#endedAgain`: it had
   * ended.
   */
  readonly #ended = new Map<string, Ending>()
  readonly #endedAgain = new Map<string, Ending>()
  readonly #endings: Row[] = []

  get size(): number {
    return this.#placed.size + this.#ended.size + this.#endedAgain.size + this.#endings.length
  }

  add(event: LedgerEvent): void {
    switch (event.type) {
      case 'BetPlaced':
        this.#placed.set(event.data.bet, { open: placed(event), ending: null })
        break
      case 'BetSettled':
      case 'BetVoided':
        this.#end(event.data.bet, this.#endingBy(event))
        break
      case 'BetResettled': {
        const { bet } = event.data
        this.#put(bet, this.#endingBy(event), this.#ended.has(bet) ? this.#ended : this.#endedAgain)
      }
    }
  }

  #endingBy(event: EndingEvent): Ending {
    const ending = endingOf(event)
    this.#endings.push(betEndingRow(event.number, event.data.bet, ruleOf(event), ending))
    return ending
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
      writes.push(...insertInParts(bet, rows, BETS_AT_ONCE))
    }
    if (this.#ended.size > 0) writes.push(endings('settle_bet', SETTLE, this.#ended))
    if (this.#endedAgain.size > 0) writes.push(endings('resettle_shown_bet', RESETTLE, this.#endedAgain))
    if (this.#endings.length > 0) writes.push(insertRows(betEnding, this.#endings))
    return writes
  }
}

function endings(name: string, text: string, ended: ReadonlyMap<string, Ending>): Write {
  const rows = [...ended].map(([id, one]) => endingRow(id, one))
  return { name, text, values: columnsOf(ending.columns, rows), rows: rows.length }
}

export const bets: Projection = {
  name: 'bets',
  ddl: DDL,
  tables: [bet, betEnding],
  fold: () => new BetsFold(),
  bulk: (copy, rowsInMemory) => new BetsBulkFold(copy, rowsInMemory),
  scratch: [laterEnding],
  revision: 3,
}
