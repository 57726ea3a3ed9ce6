// All bets of a log at once: each row is written when it is final, and read by nobody before.
import type { LedgerEvent } from '../event.ts'
import type { BulkFold, CopyRow } from '../projection.ts'
import type { Row, Table } from '../table.ts'
import { betRow, type Ending, type OpenBet, openLegRows, placed, settled, voided } from './bet-rows.ts'
import { bet, decidedFixture, ending as lateEnding, openLeg, settledLeg } from './tables.ts'

/** Some 2 kB each. */
const OPEN_BETS_IN_MEMORY = 50_000

export class BetsBulkFold implements BulkFold {
  readonly #open = new Map<string, OpenBet>()
  readonly #decided = new Map<string, number>()
  #final: { table: Table; row: Row }[] = []
  #lateEndings = 0

  add(event: LedgerEvent): void {
    switch (event.type) {
      case 'BetPlaced':
        this.#open.set(event.data.bet, placed(event))
        break
      case 'BetSettled':
        this.#end(event.data.bet, settled(event))
        for (const { fixture, result } of event.data.legs) {
          this.#final.push({ table: settledLeg, row: [fixture, event.data.bet, result] })
        }
        break
      case 'BetVoided':
        this.#end(event.data.bet, voided(event))
        break
      case 'ResultRecorded':
      case 'ResultCorrected':
      case 'FixtureAbandoned':
        this.#decided.set(event.subject, event.version)
    }
  }

  #end(id: string, ending: Ending): void {
    const open = this.#open.get(id)
    if (open !== undefined) {
      this.#open.delete(id)
      this.#final.push({ table: bet, row: betRow(open, ending) })
      return
    }
    const { status, returnCents, settledAt, graded, settledEvent } = ending
    this.#lateEndings += 1
    this.#final.push({ table: lateEnding, row: [id, status, returnCents, settledAt, graded, settledEvent] })
  }

  drain(copy: CopyRow): void {
    for (const { table, row } of this.#final) copy(table, row)
    this.#final = []
    if (this.#open.size > OPEN_BETS_IN_MEMORY) this.#writeOpen(copy, this.#open.size - OPEN_BETS_IN_MEMORY / 2)
  }

  /** The oldest first: they have waited longest, and some are never settled. */
  #writeOpen(copy: CopyRow, count: number): void {
    for (const open of this.#open.values()) {
      if (count-- <= 0) return
      copy(bet, betRow(open, null))
      for (const row of openLegRows(open)) copy(openLeg, row)
      this.#open.delete(open.bet)
    }
  }

  end(copy: CopyRow): void {
    this.drain(copy)
    this.#writeOpen(copy, this.#open.size)
    for (const row of this.#decided) copy(decidedFixture, row)
    this.#decided.clear()
  }

  completion(): readonly { readonly text: string; readonly rows?: number }[] {
    return [
      {
        text: `update bet b set status = e.status, return_cents = e.return_cents, settled_at = e.settled_at,
            graded = e.graded, settled_event = e.settled_event
          from ending e where b.bet_id = e.bet_id and b.status = 'pending'`,
        rows: this.#lateEndings,
      },
      { text: 'delete from open_leg l using ending e where l.bet_id = e.bet_id' },
      {
        text: `insert into superseded_bet (bet_id, fixture_id, settled_result, current_result)
          select l.bet_id, l.fixture_id, l.result, d.result
          from settled_leg l join decided_fixture d on d.fixture_id = l.fixture_id and d.result > l.result`,
      },
    ]
  }
}
