// All bets of a log at once: each row is written when it is final, and never read before.
import type { LedgerEvent } from '../event.ts'
import type { BulkFold, CopyLines } from '../projection.ts'
import { copyFields, copyLine } from '../table.ts'
import {
  betEndingRow,
  type EndingEvent,
  type EventOf,
  endingCells,
  endingOf,
  endingRow,
  placed,
  ruleOf,
} from './bet-rows.ts'
import { betEnding, betEndingLast, laterEnding } from './tables.ts'

export class BetsBulkFold implements BulkFold {
  /** The beginning of each open bet's line, in order of placement. */
  readonly #open = new Map<string, string>()
  readonly #copy: CopyLines
  /** A bet takes as much memory as several other rows. */
  readonly #betsInMemory: number
  #laterEndings = 0
  /** Whether some bet was settled again, so that it has more than one ending. */
  #resettled = false

  constructor(copy: CopyLines, rowsInMemory: number) {
    this.#copy = copy
    this.#betsInMemory = Math.ceil(rowsInMemory / 20)
  }

  add(event: LedgerEvent): void {
    switch (event.type) {
      case 'BetPlaced':
        this.#place(event)
        break
      case 'BetResettled':
        this.#resettled = true
        this.#end(event)
        break
      case 'BetSettled':
      case 'BetVoided':
        this.#end(event)
    }
  }

  #place(event: EventOf<'BetPlaced'>): void {
    const open = placed(event)
    const { bet, account, stakeCents, odds, struckReturnCents, placedAt, legs, placedEvent, number } = open
    const row = [bet, account, stakeCents, odds, struckReturnCents, placedAt, legs, placedEvent, number]
    this.#open.set(bet, copyFields([...row, open.sports, open.market, open.topics]))
    if (this.#open.size > this.#betsInMemory) this.#writeOpen(Math.ceil(this.#open.size / 10))
  }

  #end(event: EndingEvent): void {
    const { bet } = event.data
    const ending = endingOf(event)
    this.#copy(betEnding, copyLine(betEndingRow(event.number, bet, ruleOf(event), ending)))
    const open = this.#open.get(bet)
    if (open !== undefined) {
      this.#open.delete(bet)
      this.#copy(betEndingLast, `${open}\t${copyLine(endingCells(ending))}`)
      return
    }
    this.#laterEndings += 1
    this.#copy(laterEnding, copyLine([...endingRow(bet, ending), event.number]))
  }

  /** Writes the oldest bets first, because they are the least likely to be settled. */
  #writeOpen(count: number): void {
    let left = count
    for (const [id, fields] of this.#open) {
      if (left-- === 0) return
      this.#copy(betEndingLast, `${fields}\t${STILL_OPEN}`)
      this.#open.delete(id)
    }
  }

  end(): void {
    this.#writeOpen(this.#open.size)
  }

  completion(): readonly { readonly text: string; readonly rows?: number }[] {
    return [
      {
        text: `update bet b set status = e.status, return_cents = e.return_cents, settled_at = e.settled_at,
            graded = e.graded, settled_event = e.settled_event, settled_number = e.settled_number,
            resettled = e.resettled
          from (select distinct on (bet_id) * from later_ending order by bet_id, number desc) e
          where b.bet_id = e.bet_id${this.#resettled ? '' : " and b.status = 'pending'"}`,
        ...(this.#resettled ? {} : { rows: this.#laterEndings }),
      },
    ]
  }
}

/** The ending columns of an open bet. */
const STILL_OPEN = copyLine(['pending', null, null, null, null, null, false])
