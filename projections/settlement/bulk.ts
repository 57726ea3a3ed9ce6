// Settlement from a whole log at once: a bet leaves memory when it ends, and is forgotten once no correction can reach
// it.
import type { LedgerEvent } from '../event.ts'
import type { BulkFold, CopyLines } from '../projection.ts'
import { copyLine } from '../table.ts'
import { completionOf } from './completion.ts'
import { forgetStart } from './resettlement-window.ts'
import { SettledInWindow } from './settled-in-window.ts'
import {
  decisionOf,
  openLegRows,
  type Placed,
  placedBet,
  type Resettled,
  resettledBetOf,
  resettledLegRows,
  type Settled,
  settledBetOf,
  voidedBetOf,
} from './settlement-rows.ts'
import * as tables from './tables.ts'

/** A bet takes as much memory as several other rows. */
const ROWS_OF_A_BET = 4

export class SettlementBulkFold implements BulkFold {
  /** In order of placement. */
  readonly #open = new Map<string, Placed>()
  /** The number of open legs of every fixture that was bet on. */
  readonly #openLegs = new Map<string, number>()
  readonly #decided = new Map<string, number>()
  readonly #settled: SettledInWindow
  /** Bets of which a settlement was taken back; there are few. */
  readonly #resettled = new Map<string, Resettled>()
  readonly #copy: CopyLines
  readonly #betsInMemory: number
  #now = ''

  constructor(copy: CopyLines, rowsInMemory: number) {
    this.#copy = copy
    this.#betsInMemory = Math.ceil(rowsInMemory / ROWS_OF_A_BET)
    this.#settled = new SettledInWindow(copy, this.#betsInMemory)
  }

  add(event: LedgerEvent): void {
    switch (event.type) {
      case 'BetPlaced':
        this.#place(placedBet(event))
        break
      case 'BetSettled':
        this.#settle(settledBetOf(event))
        break
      case 'BetVoided':
        this.#settle(voidedBetOf(event))
        break
      case 'BetResettled':
        this.#resettled.set(event.data.bet, resettledBetOf(event, this.#resettled.get(event.data.bet)))
        this.#settled.pin(event.data.bet)
        break
      // not MarketDecided: a decision by hand settles the open bets of its market, and leaves settled ones as they are
      case 'ResultRecorded':
      case 'ResultCorrected':
      case 'FixtureAbandoned':
      case 'FixtureVoided':
        this.#decide(event)
    }
  }

  #place(placed: Placed): void {
    this.#open.set(placed.bet, placed)
    for (const fixture of placed.fixtures) this.#openLegs.set(fixture, (this.#openLegs.get(fixture) ?? 0) + 1)
    if (this.#open.size > this.#betsInMemory) this.#writeOpen(Math.ceil(this.#open.size / 10))
  }

  #settle(settled: Settled): void {
    this.#passed(settled.at)
    const { bet, results, at } = settled
    if (this.#resettled.has(bet)) {
      this.#resettled.set(bet, { bet, results, at })
      return
    }
    const placed = this.#close(bet)
    if (placed !== null) this.#settled.add(settled, placed.fixtures)
    else {
      this.#copy(tables.ended, copyLine([bet, at]))
      this.#settled.add(settled, null)
    }
    this.#settled.forgetBefore(forgetStart(this.#now))
  }

  #close(bet: string): Placed | null {
    const placed = this.#open.get(bet)
    if (placed === undefined) return null
    this.#open.delete(bet)
    for (const fixture of placed.fixtures) this.#openLegs.set(fixture, this.#openLegs.get(fixture)! - 1)
    return placed
  }

  #decide(event: LedgerEvent): void {
    const decision = decisionOf(event)
    this.#decided.set(decision.fixture, decision.result)
    this.#settled.decide(decision)
    this.#copy(tables.decision, copyLine([decision.fixture, decision.result, decision.at]))
    this.#passed(decision.at)
  }

  #passed(at: string): void {
    if (at > this.#now) this.#now = at
  }

  /** The oldest first, because they are the least likely to be settled. */
  #writeOpen(count: number): void {
    let left = count
    for (const [bet, placed] of this.#open) {
      if (left-- === 0) return
      this.#copy(tables.openLeg, openLegRows(placed).map(copyLine).join(''))
      this.#open.delete(bet)
    }
  }

  end(): void {
    this.#writeOpen(this.#open.size)
    this.#settled.end()
    for (const row of this.#openLegs) this.#copy(tables.fixtureBets, copyLine(row))
    for (const row of this.#decided) this.#copy(tables.decidedFixture, copyLine(row))
    for (const { bet, results, at } of this.#resettled.values()) {
      this.#copy(tables.takenBack, copyLine([bet, results === 'open', at]))
    }
    this.#copy(tables.takenBackLeg, resettledLegRows(this.#resettled.values()).map(copyLine).join(''))
  }

  completion(): readonly { readonly text: string }[] {
    return completionOf(this.#now === '' ? '' : forgetStart(this.#now))
  }
}
