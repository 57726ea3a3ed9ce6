// Checks when each event was stored, according to the store. This is no evidence, since no hash covers it, but
// manipulation shows: an event is stored after it was recorded, and before the next one. A log that was copied to
// another store has the times of the copy, and a clock that was set back shifts the recorded time as well: neither is a
// finding.
import { type Findings, type Place, placeOf } from '../../findings/findings.ts'
import { FARTHEST_MS } from '../../postgres/times.ts'
import type { Part } from '../../spill/kept-file.ts'
import { msOf } from './instant.ts'

/** By how much the clocks of two machines may differ. */
export const SKEW_MS = 10_000
/** Far longer than an append takes. */
export const STORED_WITHIN_MS = 60_000

type Stored = { readonly place: Place; readonly storedAt: number; readonly recordedAt: string }

export class StoredTimes implements Part<Stored | null> {
  readonly #findings: Findings
  /** The last event, if it was stored late. The next event shows whether that is an error. */
  #late: Stored | null = null
  /** The last event that was read here. */
  #last: { place: Place; storedAt: number; recordedAt: string } | null = null

  constructor(findings: Findings) {
    this.#findings = findings
  }

  write(): Stored | null {
    return this.#late
  }

  read(late: Stored | null): void {
    this.#late = late
  }

  add(place: Place, storedAt: number, recordedAt: string): void {
    this.#checkLate(storedAt)
    this.#late = null
    this.#last = { place, storedAt, recordedAt }
    const delay = storedAt - msOf(recordedAt)
    if (delay < -SKEW_MS) this.#wrong({ place, storedAt, recordedAt })
    else if (delay > STORED_WITHIN_MS) this.#late = { place: placeOf(place), storedAt, recordedAt }
  }

  /** To be called after the last event. `now`: the store's clock, in milliseconds. */
  finish(now: number): void {
    this.#checkLate(now)
    const last = this.#last
    if (this.#late === null && last !== null && last.storedAt > now + SKEW_MS) this.#wrong(last)
  }

  #checkLate(next: number): void {
    const late = this.#late
    if (late !== null && late.storedAt > next + SKEW_MS) this.#wrong(late)
  }

  #wrong({ place, storedAt, recordedAt }: Stored): void {
    const stored = Math.abs(storedAt) <= FARTHEST_MS ? new Date(storedAt).toISOString() : 'no time'
    this.#findings.at(place, 'stored_at_implausible', `soon after ${recordedAt}`, stored)
  }
}
