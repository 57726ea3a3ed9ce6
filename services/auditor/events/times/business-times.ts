// Checks the business time of each command against that of others: no process ever shows an earlier time than it or
// another has shown before. Nothing in the log says how fast business time runs, so a command is compared with those
// recorded minutes earlier, in system time.
import { type Findings, type Place, placeOf } from '../../findings/findings.ts'
import type { Part } from '../../spill/kept-file.ts'
import type { Meta } from '../body.ts'
import { msOf } from './instant.ts'
import { SKEW_MS, STORED_WITHIN_MS } from './stored-times.ts'

/** System time: a command recorded this long ago was known before one that is recorded now was decided. */
export const KNOWN_AFTER_MS = 120_000
/** Business time by which clocks of several machines may differ, if one was stopped while they were read. */
export const BUSINESS_SKEW_MS = 60_000
/**
 * If this many commands in a row are too early, the clock was set back: from then on, commands are compared with these.
 */
const SET_BACK = 3

type Said = { readonly place: Place; readonly command: string; readonly at: number; readonly recordedAt: number }
/** Of the commands recorded in one second, the two with the latest business times. */
type Bucket = { readonly second: number; readonly latest: Said[] }

const shown = (at: number): string => new Date(at).toISOString()
/** A copy without the row, which should not be kept in memory. */
const kept = (said: Said): Said => ({ ...said, place: placeOf(said.place) })
/** By how much business time is ahead of system time. */
const aheadOf = ({ at, recordedAt }: Said): number => at - recordedAt

/** What is kept for the next audit. `latest` and `known` may be in `recent` as well. */
type Written = {
  readonly now: number
  readonly recent: readonly Bucket[]
  readonly latest: Said | null
  readonly known: Said | null
  readonly early: ReadonlySet<string>
}

export class BusinessTimes implements Part<Written> {
  readonly #findings: Findings
  /** When the last event was recorded, in milliseconds. */
  #now = Number.NEGATIVE_INFINITY
  /** Commands recorded within KNOWN_AFTER_MS, in order. */
  readonly #recent: Bucket[] = []
  /**
   * Of the commands recorded before those: the one with the latest business time, and the latest that another command
   * confirms.
   */
  #latest: Said | null = null
  #known: Said | null = null
  /** Commands in a row that were too early. */
  #early = new Set<string>()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  write(): Written {
    return { now: this.#now, recent: this.#recent, latest: this.#latest, known: this.#known, early: this.#early }
  }

  read({ now, recent, latest, known, early }: Written): void {
    this.#now = now
    this.#recent.push(...recent)
    this.#latest = latest
    this.#known = known
    this.#early = new Set(early)
  }

  /** To be called with each event, in the order of the log. */
  add(row: Place, { at, recordedAt, command }: Meta): void {
    const recorded = msOf(recordedAt)
    const said = { place: row, command: command.id, at: msOf(at), recordedAt: recorded }
    const isBackwards = recorded < this.#now - STORED_WITHIN_MS - SKEW_MS
    // reported by RecordedTimes
    if (isBackwards) this.#recent.length = 0
    this.#now = isBackwards ? recorded : Math.max(this.#now, recorded)
    this.#learn(this.#now - KNOWN_AFTER_MS)
    if (this.#isEarly(said)) return
    if (this.#early.size > 0) this.#early.clear()
    this.#keep(said)
  }

  /** Reports a command that is earlier than what was known. Returns whether it is. */
  #isEarly(said: Said): boolean {
    const [latest, known] = [this.#latest, this.#known]
    if (known !== null && said.at < known.at - BUSINESS_SKEW_MS) return this.#tellEarly(said, known)
    if (latest === null || latest.command === said.command || said.at >= latest.at - BUSINESS_SKEW_MS) return false
    // one of the two is wrong: the one that is farther from the previous difference between the clocks
    const usual = known === null ? 0 : aheadOf(known)
    if (known !== null && Math.abs(aheadOf(latest) - usual) < Math.abs(aheadOf(said) - usual)) {
      return this.#tellEarly(said, latest)
    }
    const expected = `${shown(said.at)} at most, as ledger number ${said.place.number} has it, which was recorded later`
    this.#findings.at(latest.place, 'business_time_ahead', expected, shown(latest.at))
    this.#latest = known
    return false
  }

  #tellEarly(said: Said, known: Said): true {
    const expected = `${shown(known.at)} or later, as ledger number ${known.place.number} has it, which was recorded before`
    this.#findings.at(said.place, 'business_time_backwards', expected, shown(said.at))
    if (this.#early.add(said.command).size < SET_BACK) return true
    this.#early.clear()
    this.#recent.length = 0
    this.#latest = kept(said)
    this.#known = null
    return true
  }

  #keep(said: Said): void {
    const second = Math.floor(this.#now / 1_000)
    const bucket = this.#recent.at(-1)
    if (bucket?.second !== second) {
      this.#recent.push({ second, latest: [kept(said)] })
      return
    }
    const [first, other] = bucket.latest as [Said, Said?]
    const isOfFirst = first.command === said.command
    if (said.at > first.at) {
      // the common case
      bucket.latest[0] = kept(said)
      if (!isOfFirst) bucket.latest[1] = first
    } else if (!isOfFirst && (other === undefined || said.at > other.at)) bucket.latest[1] = kept(said)
  }

  /** Commands recorded by then count as known from now on. */
  #learn(by: number): void {
    while (this.#recent.length > 0 && this.#recent[0]!.second * 1_000 + 1_000 <= by) {
      for (const said of this.#recent.shift()!.latest) this.#bearOut(said)
    }
  }

  #bearOut(said: Said): void {
    const before = this.#latest
    if (before === null) this.#latest = said
    else if (before.command === said.command) this.#latest = before.at < said.at ? said : before
    else {
      const [less, more] = said.at < before.at ? [said, before] : [before, said]
      this.#latest = more
      if (less.at > (this.#known?.at ?? Number.NEGATIVE_INFINITY)) this.#known = less
    }
  }
}
