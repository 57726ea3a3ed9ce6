// What a batch changes about the open bets, and so about liability: which ones there are, and what their games leave of them.
import type { ReadRows } from '../projection.ts'
import type { Row } from '../table.ts'
import type { Outcomes } from './outcomes.ts'
import { type BookBetRow, betOfRow, mostReturnOf, outcomeOf, PARLAY, type StruckBet } from './struck-bet.ts'
import { Sums } from './sums.ts'

/** Bets that are read at once. */
const PAGE = 2_000

const ON_FIXTURE = `select l.leg, l.bet_id as leg_of, b.* from book_leg l left join book_bet b on b.bet_id = l.bet_id
  where l.fixture_id = $1 and (l.bet_id, l.leg) > ($2, $3) order by l.bet_id, l.leg limit ${PAGE}`

export class OpenBets {
  /** By outcome, in the order of table `liability`. */
  readonly liability = new Sums(9)
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
      this.#add(bet, 1, mostReturnOf(bet, this.#outcomes.after(bet)))
      this.opened.push(...legRows(bet))
    }
  }

  async close(bets: readonly StruckBet[]): Promise<void> {
    await this.#outcomes.load(bets)
    for (const bet of bets) {
      this.#add(bet, -1, -mostReturnOf(bet, this.#outcomes.before(bet)))
      this.closed.push(...legRows(bet))
    }
  }

  /** Bets that stay open while games of them are decided. `closes`: those that do not. */
  async regrade(rows: ReadRows, fixtures: ReadonlySet<string>, closes: (bet: string) => boolean): Promise<void> {
    for (const fixture of fixtures) {
      for (let [bet, leg] = ['', -1]; ; ) {
        const page = await rows<BookBetRow & { leg: number; leg_of: string }>(ON_FIXTURE, [fixture, bet, leg])
        const bets = page.flatMap((row) => {
          if (row.bet_id === null) throw new Error(`there is no row of bet ${row.leg_of}`)
          const found = betOfRow(row)
          // one with several such legs is looked at once
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
      if (change !== 0) this.#add(bet, 0, change)
    }
  }

  /** `times`: 1, -1 or 0 open bets more. `most`: by how much the most rises that it can still return, in cents. */
  #add({ market, stakeCents, returnCents, legs }: StruckBet, times: number, most: number): void {
    const [stakes, struck] = [times * stakeCents, times * returnCents]
    const cells =
      market === PARLAY
        ? [0, 0, 0, times, struck, struck, 0, most, most]
        : [times, stakes, struck, 0, 0, struck, most, 0, most]
    for (const leg of legs) this.liability.add(outcomeOf(leg), cells)
  }
}

const legRows = ({ bet, legs }: StruckBet): Row[] => legs.map(({ fixture }, leg) => [fixture, bet, leg])
