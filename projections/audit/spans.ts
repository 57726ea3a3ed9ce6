// The earliest and latest time of every thousand events, by which a filter by time is turned into a range of ledger
// numbers.
import type { LedgerEvent } from '../event.ts'
import type { Row } from '../table.ts'

export const SPAN = 1_000

type Span = { readonly span: number; firstAt: string; lastAt: string }

export class Spans {
  readonly #spans = new Map<number, Span>()

  add({ number, meta: { at } }: LedgerEvent): void {
    const start = number - (number % SPAN)
    const span = this.#spans.get(start)
    if (span === undefined) this.#spans.set(start, { span: start, firstAt: at, lastAt: at })
    else if (at < span.firstAt) span.firstAt = at
    else if (at > span.lastAt) span.lastAt = at
  }

  /** The spans in the order of the log; removes them. */
  take(): Row[] {
    const rows = [...this.#spans.values()].map(({ span, firstAt, lastAt }): Row => [span, firstAt, lastAt])
    this.#spans.clear()
    return rows
  }
}
