// All bets of a log at once: each row is written when it is final, and not read before.
import type { LedgerEvent } from '../event.ts'
import type { BulkFold, CopyLines } from '../projection.ts'
import { copyFields, copyLine } from '../table.ts'
import { type Ending, type EventOf, openLegRows, placed, settled, voided } from './bet-rows.ts'
import { betEndingLast, decidedFixture, ending as laterEnding, openLeg, settledLeg } from './tables.ts'

/** The beginning of its line, and the lines of its open legs. */
type Open = { readonly fields: string; readonly legs: string }

export class BetsBulkFold implements BulkFold {
  /** In order of placement. */
  readonly #open = new Map<string, Open>()
  readonly #decided = new Map<string, number>()
  readonly #copy: CopyLines
  /** A bet takes as much memory as several other rows. */
  readonly #betsInMemory: number
  #laterEndings = 0

  constructor(copy: CopyLines, rowsInMemory: number) {
    this.#copy = copy
    this.#betsInMemory = Math.ceil(rowsInMemory / 20)
  }

  add(event: LedgerEvent): void {
    switch (event.type) {
      case 'BetPlaced':
        this.#place(event)
        break
      case 'BetSettled':
        this.#end(event.data.bet, settled(event))
        for (const { fixture, result } of event.data.legs) {
          this.#copy(settledLeg, `${fixture}\t${event.data.bet}\t${result}\n`)
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

  #place(event: EventOf<'BetPlaced'>): void {
    const open = placed(event)
    const { bet, account, stakeCents, odds, struckReturnCents, placedAt, legs, placedEvent, number } = open
    const row = [bet, account, stakeCents, odds, struckReturnCents, placedAt, legs, placedEvent, number]
    this.#open.set(bet, { fields: copyFields(row), legs: openLegRows(open).map(copyLine).join('') })
    if (this.#open.size > this.#betsInMemory) this.#writeOpen(Math.ceil(this.#open.size / 10))
  }

  #end(id: string, { status, returnCents, settledAt, graded, settledEvent }: Ending): void {
    const open = this.#open.get(id)
    if (open !== undefined) {
      this.#open.delete(id)
      this.#copy(betEndingLast, `${open.fields}\t${copyLine([status, returnCents, settledAt, graded, settledEvent])}`)
      return
    }
    this.#laterEndings += 1
    this.#copy(laterEnding, copyLine([id, status, returnCents, settledAt, graded, settledEvent]))
  }

  /** The oldest first: they are the least likely to be settled. */
  #writeOpen(count: number): void {
    let left = count
    for (const [id, { fields, legs }] of this.#open) {
      if (left-- === 0) return
      this.#copy(betEndingLast, `${fields}\t${STILL_OPEN}`)
      this.#copy(openLeg, legs)
      this.#open.delete(id)
    }
  }

  end(): void {
    this.#writeOpen(this.#open.size)
    for (const row of this.#decided) this.#copy(decidedFixture, copyLine(row))
    this.#decided.clear()
  }

  completion(): readonly { readonly text: string; readonly rows?: number }[] {
    return [
      {
        text: `update bet b set status = e.status, return_cents = e.return_cents, settled_at = e.settled_at,
            graded = e.graded, settled_event = e.settled_event
          from ending e where b.bet_id = e.bet_id and b.status = 'pending'`,
        rows: this.#laterEndings,
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

/** The columns of an ending, for an open bet. */
const STILL_OPEN = copyLine(['pending', null, null, null, null])
