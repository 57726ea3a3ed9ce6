// Options that several commands share, and how their values are read.
import { Usage } from '../failures.ts'
import { isAfter, type Moment, Period, parseMoment } from '../walk/moment.ts'
import type { Call, OptionSpec } from './command.ts'

/** Options of every command that answers with a report. */
export const OUTPUT: readonly OptionSpec[] = [
  { flags: '--json', says: 'answer for programs, in the versioned schema of the command' },
  { flags: '-o, --output <file>', says: "where the answer goes; '-' is standard output", default: '-' },
]

/** In the details of commands that tell a story. */
export const JUDGED_SO_FAR =
  'The whole log is searched, and judged up to the last event of the story: anything wrong after that is not a finding here. ledger verify judges all of it.'

/** For every command that needs only the log. */
export const SOURCE: OptionSpec = {
  flags: '--source <folder>',
  says: 'read an export (jsonl) instead of the database, which is not needed then',
}

export const AS_OF: OptionSpec = {
  flags: '--as-of <moment>',
  says: 'a ledger number (812, #1,812), or a time (2026-11-20T18:30:00Z): up to the last event before anything later happened',
}

export const PERIOD: readonly OptionSpec[] = [
  { flags: '--from <moment>', says: 'begin with this ledger number, or after all that had happened by this time' },
  { flags: '--to <moment>', says: 'end with this ledger number, or with what had happened by this time' },
]

export function textOption({ options }: Call, name: string): string | null {
  const value = options[name]
  return typeof value === 'string' ? value : null
}

/** Null if the option was not given. */
export function listOption({ options }: Call, name: string): readonly string[] | null {
  const value = options[name]
  return Array.isArray(value) ? (value as readonly string[]) : null
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** In milliseconds; null if the option was not given. Throws Usage. */
export function durationOption(call: Call, name: string): number | null {
  const text = textOption(call, name)
  if (text === null) return null
  const [, digits, unit] = /^([1-9]\d{0,5})(ms|s|m|h)$/.exec(text) ?? []
  if (digits === undefined || unit === undefined)
    throw new Usage(`'${text}' is not a time such as 500ms, 10s, 5m or 2h`)
  return Number(digits) * UNITS[unit]!
}

/** Throws Usage. */
export const asOfOption = (call: Call): Moment | null => parseMoment('--as-of', textOption(call, 'asOf'))

/** Throws Usage. */
export function periodOption(call: Call): Period {
  const from = parseMoment('--from', textOption(call, 'from'))
  const to = parseMoment('--to', textOption(call, 'to'))
  if (from !== null && to !== null && isAfter(from, to)) throw new Usage('--from is after --to')
  return new Period(from, to)
}
