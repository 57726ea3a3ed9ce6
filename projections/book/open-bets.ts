// How a batch changes the open bets, and so the liability: which are opened and closed, and how decisions about their
// games change what they can return.
import type { ReadRows } from '../projection.ts'
import type { Row } from '../table.ts'
import type { Outcomes } from './outcomes.ts'
import { type BookBetRow, betOfRow, mostReturnOf, type StruckBet } from './struck-bet.ts'
import { Liability } from './sums.ts'

/** How many bets are read at once. */
const PAGE = 2_000

const ON_FIXTURE = `select l.leg, l.bet_id as leg_of, b.* from book_leg l left join book_bet b on b.bet_id = l.bet_id
  where l.fixture_id = $1 and (l.bet_id, l.leg) > ($2, $3) order by l.bet_id, l.leg limit ${PAGE}`

export class OpenBets {
  readonly liability = new Liability()
  /** Rows of table `book_leg`. */
  readonly opened: Row[] = []
  readonly closed: Row[] = []
  readonly #outcomes: Outcomes

  constructor(outcomes: Outcomes) {
    this.#outcomes = outcomes
  }

  async open(bets: readonly StruckBet[]): Promise<void> {
    await this.#outcomes.load(bets)
    for (const bet of bets) {
      this.liability.open(bet, 1, mostReturnOf(bet, this.#outcomes.after(bet)))
      this.opened.push(...legRows(bet))
    }
  }

  async close(bets: readonly StruckBet[]): Promise<void> {
    await this.#outcomes.load(bets)
    for (const bet of bets) {
      this.liability.open(bet, -1, -mostReturnOf(bet, this.#outcomes.before(bet)))
      this.closed.push(...legRows(bet))
    }
  }

  /** Updates bets that stay open while their games are decided. `closes`: whether a bet does not stay open. */
  async regrade(rows: ReadRows, fixtures: ReadonlySet<string>, closes: (bet: string) => boolean): Promise<void> {
    for (const fixture of fixtures) {
      for (let [bet, leg] = ['', -1]; ; ) {
        const page = await rows<BookBetRow & { leg: number; leg_of: string }>(ON_FIXTURE, [fixture, bet, leg])
        const bets = page.flatMap((row) => {
          if (row.bet_id === null) throw new Error(`there is no row of bet ${row.leg_of}`)
          const found = betOfRow(row)
          // a bet with several such legs is handled once
          const isFirst = found.legs.findIndex((one) => fixtures.has(one.fixture)) === row.leg
          return isFirst && !closes(found.bet) ? [found] : []
        })
        await this.#regrade(bets)
        const last = page.at(-1)
        if (last === undefined || page.length < PAGE) break
        ;[bet, leg] = [last.leg_of, last.leg]
      }
    }
  }

  async #regrade(bets: readonly StruckBet[]): Promise<void> {
    await this.#outcomes.load(bets)
    for (const bet of bets) {
      const change = mostReturnOf(bet, this.#outcomes.after(bet)) - mostReturnOf(bet, this.#outcomes.before(bet))
      if (change !== 0) this.liability.open(bet, 0, change)
    }
  }
}

/** In the column order of table `book_leg`. */
export const legRows = ({ bet, legs }: StruckBet): Row[] => legs.map(({ fixture }, leg) => [fixture, bet, leg])
