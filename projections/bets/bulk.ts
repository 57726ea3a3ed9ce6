// All bets of a log at once: each row is written when it is final, and read by nobody before.
import type { LedgerEvent } from '../event.ts'
import type { BulkFold, CopyRow } from '../projection.ts'
import { betRow, type Ending, type OpenBet, openLegRows, placed, settled, voided } from './bet-rows.ts'
import { bet, decidedFixture, ending as lateEnding, openLeg, settledLeg } from './tables.ts'

export class BetsBulkFold implements BulkFold {
  readonly #open = new Map<string, OpenBet>()
  readonly #decided = new Map<string, number>()
  readonly #copy: CopyRow
  /** A bet takes as much room as several other rows. */
  readonly #betsInMemory: number
  #lateEndings = 0

  constructor(copy: CopyRow, rowsInMemory: number) {
    this.#copy = copy
    this.#betsInMemory = Math.ceil(rowsInMemory / 4)
  }

  add(event: LedgerEvent): void {
    switch (event.type) {
      case 'BetPlaced':
        this.#open.set(event.data.bet, placed(event))
        if (this.#open.size > this.#betsInMemory) this.#writeOpen(Math.ceil(this.#open.size / 10))
        break
      case 'BetSettled':
        this.#end(event.data.bet, settled(event))
        for (const { fixture, result } of event.data.legs) this.#copy(settledLeg, [fixture, event.data.bet, result])
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
      this.#copy(bet, betRow(open, ending))
      return
    }
    const { status, returnCents, settledAt, graded, settledEvent } = ending
    this.#lateEndings += 1
    this.#copy(lateEnding, [id, status, returnCents, settledAt, graded, settledEvent])
  }

  /** The oldest first: they have waited longest, and some are never settled. */
  #writeOpen(count: number): void {
    for (const open of this.#open.values()) {
      if (count-- <= 0) return
      this.#copy(bet, betRow(open, null))
      for (const row of openLegRows(open)) this.#copy(openLeg, row)
      this.#open.delete(open.bet)
    }
  }

  end(): void {
    this.#writeOpen(this.#open.size)
    for (const row of this.#decided) this.#copy(decidedFixture, row)
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
