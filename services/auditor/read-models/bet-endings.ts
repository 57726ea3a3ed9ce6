// Every ending that a bet ever had: one row for each event, in the order of the log.
import { NULL } from '../postgres/table-lines.ts'
import type { OpenBet } from '../replay/entities.ts'
import type { Replayed } from '../replay/replay.ts'
import { resettledCells, settledCells, voidedCells } from './bet-cells.ts'
import type { Beginning } from './read-model.ts'
import { RowsInStep } from './rows-in-step.ts'

export const BET_ENDING = {
  table: 'bet_ending',
  columns: ['number', 'bet_id', 'status', 'return_cents', 'rule', 'graded'],
  json: ['graded'],
}

export class BetEndings {
  readonly #rows: RowsInStep

  private constructor(rows: RowsInStep) {
    this.#rows = rows
  }

  static async begin(beginning: Beginning): Promise<BetEndings> {
    const keyOf = (line: string) => line.slice(0, line.indexOf('\t'))
    return new BetEndings(await RowsInStep.begin(beginning, BET_ENDING, keyOf))
  }

  get rows(): number {
    return this.#rows.rows
  }

  event(replayed: Replayed): void | Promise<void> {
    const { row, bet } = replayed
    const ending = bet === null ? null : endingOf(replayed, bet)
    if (bet === null || ending === null) return
    // the cells are those of the bet's own row: status, return, time, event, number, resettled, graded
    const [status, returned, , , , , graded] = ending.cells.split('\t')
    const line = [row.number, bet.owner, status, returned, ending.rule ?? NULL, graded].join('\t')
    return this.#rows.expect([{ key: String(row.number), line, about: '' }])
  }

  async finish(): Promise<void> {
    await this.#rows.finish(() => false)
  }
}

/** Null if the event ends no bet. `rule`: the version of the settlement rules; null if a person decided. */
function endingOf(replayed: Replayed, bet: OpenBet): { readonly cells: string; readonly rule: number | null } | null {
  const { body } = replayed
  if (body?.type === 'BetSettled') return { cells: settledCells(replayed, body.data), rule: body.data.rule }
  if (body?.type === 'BetVoided') return { cells: voidedCells(replayed, bet), rule: null }
  if (body?.type !== 'BetResettled') return null
  const { settlement } = body.data
  const byRule = settlement !== null && settlement.legs.length > 0
  return { cells: resettledCells(replayed, body.data), rule: byRule ? settlement.rule : null }
}
