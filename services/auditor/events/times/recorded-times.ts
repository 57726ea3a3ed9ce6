// When each event was recorded, as it says itself: in a stream in the order of its versions, since each was decided upon the
// one before; in the log as well, but for appends that were under way at the same time.
import type { Findings, Place } from '../../findings/findings.ts'
import type { Part } from '../../spill/kept-file.ts'
import { msOf } from './instant.ts'
import { SKEW_MS, STORED_WITHIN_MS } from './stored-times.ts'

/** What is kept of a stream: when its last event was recorded, in milliseconds. */
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

  /** In the order of the log; not for its first event, which says when its store was set up: a made history may be older. */
  add(place: Place, stream: Timed, recordedAt: string): void {
    const at = msOf(recordedAt)
    const earliest = Math.max(stream.recordedAt - SKEW_MS, this.#latest - STORED_WITHIN_MS - SKEW_MS)
    const isBackwards = at < earliest
    if (isBackwards) {
      const expected = `at ${new Date(earliest).toISOString()} or later`
      this.#findings.at(place, 'recorded_at_backwards', expected, recordedAt)
    }
    // where one event is too late, the next is found, and the others follow on that
    this.#latest = isBackwards ? at : Math.max(this.#latest, at)
    stream.recordedAt = at
  }
}
