// Checks the product's clock, as its database has it, against the events of its present run: since its anchor was set,
// business time has been running from there at one speed.
import type { Findings, Place } from '../../findings/findings.ts'
import { NotResumable } from '../../spill/not-resumable.ts'
import type { Meta } from '../body.ts'
import { BUSINESS_SKEW_MS, KNOWN_AFTER_MS } from './business-times.ts'
import { msOf } from './instant.ts'
import { SKEW_MS } from './stored-times.ts'

/**
 * The row of app.clock, in milliseconds. `speed`: business per system seconds. `now`: when it was read, by the
 * database's clock.
 */
export type BusinessClock = {
  readonly anchorSystem: number
  readonly anchorBusiness: number
  readonly speed: number
  readonly now: number
}

/**
 * The clock was moved if this many commands in a row, over this time, are behind it. A single one may come from a
 * machine that had stopped.
 */
const BEHIND = 3
const BEHIND_FOR_MS = 60_000

/** What is kept of it for the next audit: its fields, and the clock's anchor. */
export type ClockState = {
  readonly anchor: readonly number[]
  readonly behind: ReadonlySet<string>
  readonly since: number | null
}

export class ClockLine {
  readonly #findings: Findings
  readonly #clock: BusinessClock
  /** The commands in a row that are behind the clock. */
  #behind = new Set<string>()
  /** When the first of them was recorded; null once it was reported. */
  #since: number | null = 0

  constructor(findings: Findings, clock: BusinessClock) {
    this.#findings = findings
    this.#clock = clock
  }

  write(): ClockState {
    return { anchor: this.#anchor, behind: this.#behind, since: this.#since }
  }

  /**
   * `kept`: null if there was no clock. `recordedAt`: of the last earlier event. Throws NotResumable if earlier events
   * have to be checked again, against another anchor.
   */
  read(kept: ClockState | null, recordedAt: string | null): void {
    if (kept !== null && this.#anchor.every((part, at) => part === kept.anchor[at])) {
      this.#behind = new Set(kept.behind)
      this.#since = kept.since
    } else if (recordedAt !== null && Date.parse(recordedAt) >= this.#clock.anchorSystem + KNOWN_AFTER_MS) {
      throw new NotResumable(
        'the product’s clock was set to another time, by which earlier events are to be judged, too',
      )
    }
  }

  get #anchor(): readonly number[] {
    const { anchorSystem, anchorBusiness, speed } = this.#clock
    return [anchorSystem, anchorBusiness, speed]
  }

  /** To be called with each event, in the order of the log. */
  add(place: Place, { at, recordedAt, command }: Meta): void {
    const { anchorSystem, anchorBusiness, speed, now } = this.#clock
    const recorded = msOf(recordedAt)
    // running processes go by the old anchor for a moment
    if (recorded < anchorSystem + KNOWN_AFTER_MS || recorded > now) return
    const due = anchorBusiness + (recorded - anchorSystem) * speed
    const found = msOf(at)
    const latest = due + SKEW_MS * speed
    if (found > latest) {
      this.#findings.at(place, 'business_time_ahead', `${shown(latest)} at most, by the product's clock`, at)
    }
    if (found >= due - KNOWN_AFTER_MS * speed - BUSINESS_SKEW_MS) this.#behind.clear()
    else this.#noteBehind(command.id, recorded, due, found)
  }

  #noteBehind(command: string, recorded: number, due: number, found: number): void {
    if (this.#since === null) return
    if (this.#behind.size === 0) this.#since = recorded
    this.#behind.add(command)
    if (this.#behind.size < BEHIND || recorded - this.#since < BEHIND_FOR_MS) return
    this.#since = null
    const expected = `business time ${shown(found)} at ${shown(recorded)}, as its events have it`
    this.#findings.about('clock', 'clock_moved', expected, shown(due))
  }
}

const shown = (at: number): string => new Date(at).toISOString()
