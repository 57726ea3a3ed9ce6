// The earliest and latest time of every thousand events.
import type { Findings } from '../../findings/findings.ts'
import type { Snapshot } from '../../postgres/snapshot.ts'
import { time } from '../../postgres/table-lines.ts'
import type { Part } from '../../spill/kept-file.ts'
import type { Spill } from '../../spill/spill.ts'
import { TableCheck } from '../table-check.ts'

export const AUDIT_SPAN = { table: 'audit_span', columns: ['span', 'first_at', 'last_at'] }
const SPAN = 1_000

type Span = { first: string; last: string }

export class AuditSpans implements Part<readonly Span[]> {
  readonly #times: Span[] = []

  write(): readonly Span[] {
    return this.#times
  }

  read(times: readonly Span[]): void {
    Object.assign(this.#times, times)
  }

  add(number: number, at: string): void {
    const times = this.#times[Math.floor(number / SPAN)]
    if (times === undefined) this.#times[Math.floor(number / SPAN)] = { first: at, last: at }
    else if (at < times.first) times.first = at
    else if (at > times.last) times.last = at
  }

  /** Returns the number of rows. */
  async compare({ main }: Snapshot, findings: Findings, spill: Spill): Promise<number> {
    const check = new TableCheck(AUDIT_SPAN, findings)
    const rowOf = (key: string): string | null => {
      const times = this.#times[Number(key) / SPAN]
      return times === undefined ? null : `${key}\t${time(times.first)}\t${time(times.last)}`
    }
    const keys = () => Object.keys(this.#times).map((at) => String(Number(at) * SPAN))
    await check.compareAll(main, spill, 1, { rowOf, keys })
    return check.rows
  }
}
