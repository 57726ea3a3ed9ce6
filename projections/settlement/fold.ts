// What the settler needs of every bet and fixture, separate from what screens show: a read model of the screens that
// stops does not stop settling.
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { arrayLiteral, columnsOf, insertRows, type Row } from '../table.ts'
import type { Write } from '../write.ts'
import { SettlementBulkFold } from './bulk.ts'
import { INTACT } from './intact.ts'
import { forgetStart, windowStart } from './resettlement-window.ts'
import {
  type Decision,
  decisionOf,
  openLegRows,
  type Placed,
  placedBet,
  type Resettled,
  resettledBetOf,
  resettledLegRows,
  type Settled,
  settledBetOf,
  settledBetRow,
  settledLegRows,
  voidedBetOf,
} from './settlement-rows.ts'
import { ADD_OPEN, COUNT_OPEN, DECIDE, END, FORGET, RESETTLE, SETTLED_BY_OLD_RESULT, SUPERSEDE } from './statements.ts'
import * as tables from './tables.ts'

const { openLeg, settledBet, settledLeg } = tables

class SettlementFold implements Fold {
  readonly #open = new Map<string, Placed>()
  /** Fixtures of bets that were both placed and ended in this batch. */
  readonly #closed: string[] = []
  /** Endings of bets that were placed in an earlier batch, with their times. */
  readonly #ended = new Map<string, string>()
  readonly #settledBets: Row[] = []
  readonly #settledLegs: Row[] = []
  readonly #decisions: Decision[] = []
  readonly #resettled = new Map<string, Resettled>()
  /** The newest business time of a settlement or decision. */
  #now = ''

  get size(): number {
    return this.#open.size + this.#ended.size + this.#settledLegs.length + this.#decisions.length + this.#resettled.size
  }

  add(event: LedgerEvent): void {
    switch (event.type) {
      case 'BetPlaced':
        this.#open.set(event.data.bet, placedBet(event))
        break
      case 'BetSettled':
        this.#settle(settledBetOf(event))
        break
      case 'BetVoided':
        this.#settle(voidedBetOf(event))
        break
      case 'BetResettled':
        this.#resettled.set(event.data.bet, resettledBetOf(event, this.#resettled.get(event.data.bet)))
        break
      // not MarketDecided: a decision by hand settles the open bets of its market, and leaves settled ones as they are
      case 'ResultRecorded':
      case 'ResultCorrected':
      case 'FixtureAbandoned':
      case 'FixtureVoided':
        this.#decisions.push(decisionOf(event))
        this.#passed(event.meta.at)
    }
  }

  #settle(settled: Settled): void {
    this.#passed(settled.at)
    const { bet, results, at } = settled
    // a bet that this batch resettles is written last, in its final state
    if (this.#resettled.has(bet)) {
      this.#resettled.set(bet, { bet, results, at })
      return
    }
    const placed = this.#close(settled.bet)
    if (placed !== null) this.#settledBets.push(settledBetRow(settled, placed.fixtures))
    else this.#ended.set(settled.bet, settled.at)
    this.#settledLegs.push(...settledLegRows(settled))
  }

  /** The bet, if it was placed in this batch. */
  #close(bet: string): Placed | null {
    const placed = this.#open.get(bet)
    if (placed === undefined) return null
    this.#open.delete(bet)
    this.#closed.push(...placed.fixtures)
    return placed
  }

  #passed(at: string): void {
    if (at > this.#now) this.#now = at
  }

  writes(): Write[] {
    return [...this.#openWrites(), ...this.#settledWrites(), ...this.#resettledWrites(), ...this.#decidedWrites()]
  }

  #openWrites(): Write[] {
    const legs = [...this.#open.values()].flatMap(openLegRows)
    const counts = new Map<string, number>(this.#closed.map((fixture) => [fixture, 0]))
    for (const [fixture] of legs) counts.set(fixture as string, (counts.get(fixture as string) ?? 0) + 1)
    if (counts.size === 0) return []
    const values = [arrayLiteral([...counts.keys()]), arrayLiteral([...counts.values()])]
    const added: Write[] = [{ name: 'add_open', text: ADD_OPEN, values, rows: counts.size }]
    if (legs.length === 0) return added
    return [
      insertRows(openLeg, legs),
      ...added,
      { name: 'count_open', text: COUNT_OPEN, values: [legs.length], rows: 1 },
    ]
  }

  #settledWrites(): Write[] {
    const writes: Write[] = []
    if (this.#settledBets.length > 0) writes.push(insertRows(settledBet, this.#settledBets))
    if (this.#ended.size > 0) {
      const values = [arrayLiteral([...this.#ended.keys()]), arrayLiteral([...this.#ended.values()])]
      writes.push({ name: 'end_bet', text: END, values, rows: 1 })
    }
    return [...writes, ...legWrites(this.#settledLegs)]
  }

  #resettledWrites(): Write[] {
    if (this.#resettled.size === 0) return []
    const bets = [...this.#resettled.values()]
    const values = [
      arrayLiteral(bets.map(({ bet }) => bet)),
      arrayLiteral(bets.map(({ results }) => results === 'open')),
      arrayLiteral(bets.map(({ at }) => at)),
    ]
    return [{ name: 'resettle_bet', text: RESETTLE, values, rows: 1 }, ...legWrites(resettledLegRows(bets))]
  }

  #decidedWrites(): Write[] {
    const writes: Write[] = []
    if (this.#decisions.length > 0) {
      const last = new Map(this.#decisions.map(({ fixture, result }) => [fixture, result]))
      const decided = [arrayLiteral([...last.keys()]), arrayLiteral([...last.values()])]
      const all = [
        arrayLiteral(this.#decisions.map(({ fixture }) => fixture)),
        arrayLiteral(this.#decisions.map(({ result }) => result)),
        arrayLiteral(this.#decisions.map(({ at }) => windowStart(at))),
      ]
      writes.push(
        { name: 'decide_fixture', text: DECIDE, values: decided, rows: 1 },
        { name: 'supersede_bet', text: SUPERSEDE, values: all },
      )
    }
    if (this.#now !== '') writes.push({ name: 'forget_settled', text: FORGET, values: [forgetStart(this.#now)] })
    return writes
  }
}

/** Legs that counted, and which of them were settled by a result that an earlier batch had replaced. */
function legWrites(legs: readonly Row[]): Write[] {
  if (legs.length === 0) return []
  const values = columnsOf(settledLeg.columns, legs)
  return [insertRows(settledLeg, legs), { name: 'settled_by_old_result', text: SETTLED_BY_OLD_RESULT, values }]
}

export const settlementProjection: Projection = {
  name: 'settlement',
  ddl: tables.DDL,
  tables: [
    tables.settlement,
    openLeg,
    tables.fixtureBets,
    tables.decidedFixture,
    settledBet,
    settledLeg,
    tables.supersededBet,
  ],
  fold: () => new SettlementFold(),
  bulk: (copy, rowsInMemory) => new SettlementBulkFold(copy, rowsInMemory),
  scratch: [tables.ended, tables.decision, tables.takenBack, tables.takenBackLeg],
  intact: INTACT,
  revision: 4,
}
