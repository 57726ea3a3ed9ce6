// A moment of the log, as people write it: a ledger number or a time.
import type { LogRow } from '../events/log-row.ts'
import { Usage } from '../failures.ts'

/** `at`: in business time, as events have it. */
export type Moment = { readonly number: number } | { readonly at: string }

/** False for a number and a time, which only the log can compare. */
export function isAfter(one: Moment, other: Moment): boolean {
  if ('number' in one) return 'number' in other && one.number > other.number
  return 'at' in other && one.at > other.at
}

/** 812, #812 or #1,812. */
const NUMBER = /^#?(\d{1,15}|\d{1,3}(,\d{3}){1,4})$/
/** RFC 3339 with a date, a time and where that is. */
const TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/** Null where the text is no ledger number. */
export const parseLedgerNumber = (text: string): number | null =>
  NUMBER.test(text) ? Number(text.replace(/[#,]/g, '')) : null

/** `option`: what it was given for. Throws Usage. */
export function parseMoment(option: string, text: string | null): Moment | null {
  if (text === null) return null
  const number = parseLedgerNumber(text)
  if (number !== null) return { number }
  const time = TIME.test(text) ? Date.parse(text.replace(' ', 'T').toUpperCase()) : Number.NaN
  if (!Number.isNaN(time)) return { at: new Date(time).toISOString() }
  throw new Usage(`${option} takes a ledger number (812) or a time with its zone (2026-11-20T18:30:00Z), not '${text}'`)
}

/** Up to a moment: events come in the order of the log, and after one that is beyond it all are. */
export class Until {
  readonly #moment: Moment | null
  #isOver = false

  /** Null: no end. */
  constructor(moment: Moment | null) {
    this.#moment = moment
  }

  /** Whether the event is not part of it any more: later than the number, or the first of a later time, or after that one. */
  isBeyond(row: LogRow): boolean {
    if (this.#isOver || this.#moment === null) return this.#isOver
    if ('number' in this.#moment) this.#isOver = row.number > this.#moment.number
    else this.#isOver = timeOf(row) > this.#moment.at
    return this.#isOver
  }
}

/** What lies between two moments: begins with a ledger number, or after what had happened by a time. */
export class Period {
  readonly to: Moment | null
  readonly #before: Until

  /** Null: from the beginning; to the end. */
  constructor(from: Moment | null, to: Moment | null) {
    this.to = to
    this.#before = new Until(from === null || 'number' in from ? { number: (from?.number ?? 0) - 1 } : from)
  }

  /** To be asked for each event in the order of the log, up to the end of the period. */
  includes(row: LogRow): boolean {
    return this.#before.isBeyond(row)
  }
}

/** '' where the body cannot be read, which the replay reports. */
function timeOf({ body }: LogRow): string {
  try {
    return (JSON.parse(body) as { meta?: { at?: string } }).meta?.at ?? ''
  } catch {
    return ''
  }
}
