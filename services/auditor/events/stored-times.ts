// The store's own note of when it wrote each event. It is no evidence (nothing hashes it), but a change by hand shows:
// an event is stored after it was recorded, and before the next one. A log that was copied to another store has the
// times of the copying, and a clock that was set back moves the time of recording along: neither is a finding.
import type { Findings, Place } from '../findings.ts'

/** Clocks of two machines may differ by so much. */
const SKEW_MS = 10_000
/** An append has an outcome well within it. */
const STORED_WITHIN_MS = 60_000

type Stored = { readonly place: Place; readonly storedAt: number; readonly recordedAt: string }

export class StoredTimes {
  readonly #findings: Findings
  /** The last event, if it was stored late: not before the next one is it known whether that is a fault. */
  #late: Stored | null = null

  constructor(findings: Findings) {
    this.#findings = findings
  }

  add(place: Place, storedAt: number, recordedAt: string): void {
    this.#judge(storedAt)
    const delay = storedAt - Date.parse(recordedAt)
    if (delay < -SKEW_MS) this.#wrong({ place, storedAt, recordedAt })
    else if (delay > STORED_WITHIN_MS) this.#late = { place, storedAt, recordedAt }
  }

  /** `now`: the clock of the store. */
  finish(now: number): void {
    this.#judge(now)
  }

  #judge(next: number): void {
    const late = this.#late
    this.#late = null
    if (late !== null && late.storedAt > next + SKEW_MS) this.#wrong(late)
  }

  #wrong({ place, storedAt, recordedAt }: Stored): void {
    const stored = Number.isFinite(storedAt) ? new Date(storedAt).toISOString() : 'no time'
    this.#findings.at(place, 'stored_at_implausible', `soon after ${recordedAt}`, stored)
  }
}
