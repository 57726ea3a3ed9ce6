// Checks when each event states that it was recorded. In a stream these times are in order, since each event was
// decided upon the one before; in the log they are as well, except for appends that were under way at the same time.
import type { Findings, Place } from '../../findings/findings.ts'
import type { Part } from '../../spill/kept-file.ts'
import { msOf } from './instant.ts'
import { SKEW_MS, STORED_WITHIN_MS } from './stored-times.ts'

/** `recordedAt`: of the stream's last event, in milliseconds. */
type Timed = { recordedAt: number }

export class RecordedTimes implements Part<number> {
  readonly #findings: Findings
  /** The latest so far, in milliseconds. */
  #latest = Number.NEGATIVE_INFINITY

  constructor(findings: Findings) {
    this.#findings = findings
  }

  write(): number {
    return this.#latest
  }

  read(latest: number): void {
    this.#latest = latest
  }

  /**
   * To be called in the order of the log, but not with the first event: that states when the store was set up, and a
   * generated history may be older.
   */
  add(place: Place, stream: Timed, recordedAt: string): void {
    const at = msOf(recordedAt)
    const earliest = Math.max(stream.recordedAt - SKEW_MS, this.#latest - STORED_WITHIN_MS - SKEW_MS)
    const isBackwards = at < earliest
    if (isBackwards) {
      const expected = `at ${new Date(earliest).toISOString()} or later`
      this.#findings.at(place, 'recorded_at_backwards', expected, recordedAt)
    }
    // if one event is too late, the next is reported, and the others are compared with that one
    this.#latest = isBackwards ? at : Math.max(this.#latest, at)
    stream.recordedAt = at
  }
}
