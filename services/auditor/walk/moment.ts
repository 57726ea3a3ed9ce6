// A moment of the log, as people write it: a ledger number or a time.
import type { LogRow } from '../events/log-row.ts'
import { Usage } from '../failures.ts'

/** `at`: business time, as events have it. */
export type Moment = { readonly number: number } | { readonly at: string }

/** Whether `one` is after `other`. False for a number and a time, since only the log can compare those. */
export function isAfter(one: Moment, other: Moment): boolean {
  if ('number' in one) return 'number' in other && one.number > other.number
  return 'at' in other && one.at > other.at
}

/** 812, #812 or #1,812. */
const NUMBER = /^#?(\d{1,15}|\d{1,3}(,\d{3}){1,4})$/
/** RFC 3339: date, time and offset. */
const TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/** Null if the text is not a ledger number. */
export const parseLedgerNumber = (text: string): number | null =>
  NUMBER.test(text) ? Number(text.replace(/[#,]/g, '')) : null

/** `option`: the name to show if the text is wrong, for which it throws Usage. */
export function parseMoment(option: string, text: string | null): Moment | null {
  if (text === null) return null
  const number = parseLedgerNumber(text)
  if (number !== null) return { number }
  const time = TIME.test(text) ? Date.parse(text.replace(' ', 'T').toUpperCase()) : Number.NaN
  if (!Number.isNaN(time)) return { at: new Date(time).toISOString() }
  throw new Usage(`${option} takes a ledger number (812) or a time with its zone (2026-11-20T18:30:00Z), not '${text}'`)
}

/**
 * Everything up to a moment. Business times need not be in order, so once an event is beyond the moment, all later ones
 * are.
 */
export class Until {
  readonly #moment: Moment | null
  #isOver = false

  /** `moment`: null for no end. */
  constructor(moment: Moment | null) {
    this.#moment = moment
  }

  /** Whether the event is beyond the moment. To be called for each event, in the order of the log. */
  isBeyond(row: LogRow): boolean {
    if (this.#isOver || this.#moment === null) return this.#isOver
    if ('number' in this.#moment) this.#isOver = row.number > this.#moment.number
    else this.#isOver = timeOf(row) > this.#moment.at
    return this.#isOver
  }
}

/** The events between two moments. A period begins with a ledger number, or with the first event after a time. */
export class Period {
  readonly to: Moment | null
  readonly #before: Until

  /** `from`: null for the beginning. `to`: null for the end. */
  constructor(from: Moment | null, to: Moment | null) {
    this.to = to
    this.#before = new Until(from === null || 'number' in from ? { number: (from?.number ?? 0) - 1 } : from)
  }

  /** To be called for each event in the order of the log, up to the end of the period. */
  includes(row: LogRow): boolean {
    return this.#before.isBeyond(row)
  }
}

/** The event's business time; '' if the body cannot be read, which the replay reports. */
function timeOf({ body }: LogRow): string {
  try {
    return (JSON.parse(body) as { meta?: { at?: string } }).meta?.at ?? ''
  } catch {
    return ''
  }
}
