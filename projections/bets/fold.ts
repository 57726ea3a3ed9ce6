// Every bet from placement to settlement, its open and settled legs, and settlements that a correction has superseded.
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { arrayLiteral, columnsOf, insertRows, type Row } from '../table.ts'
import type { Write } from '../write.ts'
import { betRow, type Ending, type OpenBet, openLegRows, placed, settled, voided } from './bet-rows.ts'
import { BetsBulkFold } from './bulk.ts'
import { SETTLE, SETTLED_BY_OLD_RESULT, SUPERSEDED } from './statements.ts'
import { bet, DDL, decidedFixture, ending, openLeg, settledLeg, supersededBet } from './tables.ts'

class BetsFold implements Fold {
  readonly #placed = new Map<string, { readonly open: OpenBet; ending: Ending | null }>()
  /** Endings of bets that were placed in an earlier batch. */
  readonly #ended = new Map<string, Ending>()
  readonly #settledLegs: Row[] = []
  readonly #decided = new Map<string, number>()
  readonly #replaced = new Set<string>()

  get size(): number {
    return this.#placed.size + this.#ended.size + this.#decided.size
  }

  add(event: LedgerEvent): void {
    switch (event.type) {
      case 'BetPlaced':
        this.#placed.set(event.data.bet, { open: placed(event), ending: null })
        break
      case 'BetSettled':
        this.#end(event.data.bet, settled(event))
        for (const { fixture, result } of event.data.legs) this.#settledLegs.push([fixture, event.data.bet, result])
        break
      case 'BetVoided':
        this.#end(event.data.bet, voided(event))
        break
      case 'ResultRecorded':
      case 'FixtureAbandoned':
      case 'ResultCorrected':
        this.#decide(event)
    }
  }

  #end(id: string, ending: Ending): void {
    const placed = this.#placed.get(id)
    if (placed?.ending || this.#ended.has(id)) throw new Error(`bet ${id} is settled twice`)
    if (placed !== undefined) placed.ending = ending
    else this.#ended.set(id, ending)
  }

  /** Any event but the first result may replace a result that bets were settled by. */
  #decide({ subject, version, type }: LedgerEvent): void {
    if (type !== 'ResultRecorded') this.#replaced.add(subject)
    this.#decided.set(subject, version)
  }

  writes(): Write[] {
    return [...this.#betWrites(), ...this.#legWrites()]
  }

  #betWrites(): Write[] {
    const writes: Write[] = []
    if (this.#placed.size > 0) {
      const bets = [...this.#placed.values()]
      const legs = bets.flatMap(({ open, ending }) => (ending === null ? openLegRows(open) : []))
      const rows = bets.map(({ open, ending }) => betRow(open, ending))
      writes.push(insertRows(bet, rows))
      if (legs.length > 0) writes.push(insertRows(openLeg, legs))
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
      writes.push(
        { name: 'settle_bet', text: SETTLE, values: columnsOf(ending.columns, rows), rows: rows.length },
        {
          name: 'delete_open_leg',
          text: 'delete from open_leg where bet_id = any($1::text[])',
          values: [arrayLiteral([...this.#ended.keys()])],
        },
      )
    }
    return writes
  }

  #legWrites(): Write[] {
    const writes: Write[] = []
    if (this.#settledLegs.length > 0) writes.push(insertRows(settledLeg, this.#settledLegs))
    if (this.#decided.size > 0) {
      const onConflict = 'on conflict (fixture_id) do update set result = excluded.result'
      writes.push(insertRows(decidedFixture, [...this.#decided], onConflict))
    }
    if (this.#settledLegs.length > 0) {
      const values = columnsOf(settledLeg.columns, this.#settledLegs)
      writes.push({ name: 'settled_by_old_result', text: SETTLED_BY_OLD_RESULT, values })
    }
    if (this.#replaced.size > 0)
      writes.push({ name: 'superseded', text: SUPERSEDED, values: [arrayLiteral([...this.#replaced])] })
    return writes
  }
}

export const bets: Projection = {
  name: 'bets',
  ddl: DDL,
  tables: [bet, openLeg, settledLeg, decidedFixture, supersededBet],
  fold: () => new BetsFold(),
  bulk: (copy, rowsInMemory) => new BetsBulkFold(copy, rowsInMemory),
  scratch: [ending],
  revision: 1,
}
