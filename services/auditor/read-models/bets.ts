// Rows of bets are read in step with the log, by the ledger number of BetPlaced. The ending that a row shows is kept
// only until the log reaches it, so that settled bets take no memory.
import type { EventData } from '../events/payloads.ts'
import { type Findings, placeOf } from '../findings/findings.ts'
import { flat, NULL, type TableLines } from '../postgres/table-lines.ts'
import type { OpenBet } from '../replay/entities.ts'
import type { Replayed } from '../replay/replay.ts'
import {
  ACCOUNT,
  BET,
  ENDED,
  endOfCells,
  OPEN,
  OPEN_AGAIN,
  PLACED,
  placedCells,
  resettledCells,
  settledCells,
  voidedCells,
} from './bet-cells.ts'
import { BET_ENDING, BetEndings } from './bet-endings.ts'
import { claimEarlier, linesOfEarlier } from './earlier-bets.ts'
import type { ReadModel } from './read-model.ts'
import { TableCheck } from './table-check.ts'

export const betsModel: ReadModel = {
  projection: 'bets',
  tables: [BET, BET_ENDING],
  async begin(beginning) {
    const { snapshot, findings, from } = beginning
    const earlier = from > 0 ? await linesOfEarlier(beginning) : null
    const lines = await new TableCheck(BET, findings).linesInOrder(snapshot, 'number', from)
    const bets = new BetRows(lines, findings)
    const endings = await BetEndings.begin(beginning)
    return {
      async ready() {
        if (earlier !== null) await claimEarlier(earlier, beginning)
      },
      event(replayed) {
        const ended = endings.event(replayed)
        const placed = bets.event(replayed)
        return ended === undefined ? placed : ended.then(() => placed)
      },
      async finish(state) {
        await bets.finish(state.openBets.values())
        await endings.finish()
        await lines.close()
      },
      rows: () => bets.rows + endings.rows,
    }
  },
}

/** The last ending of a bet by the log, as long as its row shows another one: `claim`. */
type Unlike = {
  readonly claim: string
  readonly bettor: string
  readonly cells: string
  readonly origin: { readonly number: number; readonly position: string }
}

/** Replaces a claim that the log has confirmed. */
const MATCHED = 'matched'
/** Reported as the cells of a row that still shows an ending which a later event replaced. */
const AS_BEFORE = ['as before this event', NULL, NULL, NULL, NULL, NULL, NULL].join('\t')

class BetRows {
  readonly #unlike = new Map<string, Unlike>()
  readonly #lines: TableLines
  readonly #check: TableCheck
  readonly #endCheck: TableCheck

  constructor(lines: TableLines, findings: Findings) {
    this.#lines = lines
    this.#check = new TableCheck(BET, findings)
    this.#endCheck = new TableCheck({ ...BET, columns: ENDED }, findings)
  }

  get rows(): number {
    return this.#check.rows
  }

  event(replayed: Replayed): void | Promise<void> {
    const { body, bet } = replayed
    if (body?.type === 'BetPlaced') return this.#place(replayed, body.data)
    if (bet === null) return
    if (body?.type === 'BetSettled') this.#end(replayed, bet, settledCells(replayed, body.data))
    else if (body?.type === 'BetVoided') this.#end(replayed, bet, voidedCells(replayed, bet))
    else if (body?.type === 'BetResettled') this.#end(replayed, bet, resettledCells(replayed, body.data))
  }

  #place(replayed: Replayed, data: EventData['BetPlaced']): void | Promise<void> {
    const { row } = replayed
    const line = this.#lines.peek()
    const placed = placedCells(replayed, data)
    // the common case
    if (line?.startsWith(placed)) {
      this.#lines.next()
      this.#check.rows += 1
      return claimEnd(replayed.bet, line, placed.length)
    }
    if (line === undefined && !this.#lines.ended) return this.#lines.fill().then(() => this.#place(replayed, data))
    const account = row.stream.slice(ACCOUNT.length)
    const number = line === undefined ? Number.POSITIVE_INFINITY : Number(line.slice(0, line.indexOf('\t')))
    if (line === undefined || number > row.number) return this.#check.missing(data.bet, account, row)
    this.#lines.next()
    if (number < row.number) {
      this.#extra(line)
      return this.#place(replayed, data)
    }
    const end = endOfCells(line, PLACED.length)
    this.#check.compare(data.bet, placed + line.slice(end), line, account, row)
    claimEnd(replayed.bet, line, end)
  }

  /** A row shows only the last of several endings, so one that differs is reported only when no other can follow. */
  #end({ row }: Replayed, bet: OpenBet, cells: string): void {
    const { claim, owner, bettor } = bet
    if (claim === null) return
    if (claim === cells) {
      // a bet that is open again looks the same each time, and may be settled and opened once more
      if (cells !== OPEN_AGAIN) bet.claim = MATCHED
      this.#unlike.delete(owner)
    } else if (claim === MATCHED) this.#endCheck.compare(owner, cells, AS_BEFORE, bettor, row)
    else this.#unlike.set(owner, { claim, bettor, cells, origin: placeOf(row) })
  }

  #extra(line: string): void {
    const [, bet = '', account = null] = line.split('\t', 3)
    this.#check.extra(bet, account, line)
  }

  /** Reports rows after the last bet, rows with a wrong ending, and rows with an ending of bets that are open. */
  async finish(openBets: Iterable<OpenBet>): Promise<void> {
    for await (const line of this.#lines) this.#extra(line)
    for (const [owner, { claim, bettor, cells, origin }] of this.#unlike) {
      this.#endCheck.compare(owner, cells, claim, bettor, origin)
    }
    for (const { owner, claim, bettor, takenBack } of openBets) {
      if (claim === null || claim === MATCHED || this.#unlike.has(owner)) continue
      // a bet that is open again has matched, unless it was taken back in an earlier audit
      const open = takenBack === null ? OPEN : OPEN_AGAIN
      if (claim !== open) this.#endCheck.compare(owner, open, claim, bettor)
    }
  }
}

/** Keeps the ending that the row shows until the log reaches it. `from`: where the ending begins in the line. */
function claimEnd(bet: OpenBet | null, line: string, from: number): void {
  if (bet === null) return
  const open = line.length - from === OPEN.length && line.endsWith(OPEN)
  bet.claim = open ? OPEN : flat(line.slice(from))
}
