// The findings of an audit, and its gaps: what could not be checked.
import type { FindingCode } from './finding-codes.ts'

export type Finding = {
  readonly code: FindingCode
  /** Ledger number and position of the event; null if it is not about a single event. */
  readonly number: number | null
  readonly position: string | null
  /** '<stream>@<version>', or '<table> <key>'. */
  readonly subject: string
  /** The account concerned, as the ledger names it ('user:<id>:wallet') or its id; null if there is none. */
  readonly account: string | null
  readonly expected: string
  readonly actual: string
}

/** Something that could not be checked. An audit with a gap is not clean. */
export type Gap = { readonly what: string; readonly number: number | null }

/**
 * Findings to be reported elsewhere. `items`: in the order they were found, no more than are kept. `count`: by code,
 * all of them.
 */
export type Found = { readonly items: readonly Finding[]; readonly count: ReadonlyMap<FindingCode, number> }

/** Further findings are only counted, so that a corrupted log does not fill memory. */
export const MAX_FINDINGS = 10_000

/**
 * Codes about whether the log is the one that was signed, and how far read models have read it. They come first, since
 * they may explain the findings about rows.
 */
const OF_THE_TREE: ReadonlySet<FindingCode> = new Set([
  ...(['log_cut', 'signed_root_mismatch', 'tile_mismatch', 'tree_mismatch', 'log_key_invalid'] as const),
  ...(['checkpoint_gone', 'checkpoint_invalid', 'checkpoint_key_mismatch', 'checkpoint_mismatch'] as const),
  'log_key_mismatch',
])

/** The order of findings that are not about a single event. */
function rankOf({ code, number }: Finding): number {
  if (number !== null || OF_THE_TREE.has(code)) return 0
  return code.startsWith('row_') ? 2 : 1
}

const MAX_LENGTH = 300
const shown = (value: unknown): string => {
  const text = textOf(value)
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? 'undefined'
  } catch {
    // JSON.parse takes any depth, JSON.stringify does not
    return 'a value too deep to be shown'
  }
}

/** An event as findings name it. */
export type Place = {
  readonly number: number
  readonly position: string
  readonly stream: string
  readonly version: number
}

/** A copy without the other fields of a row. */
export const placeOf = ({ number, position, stream, version }: Place): Place => ({ number, position, stream, version })

const accountOf = ({ stream }: Place): string | null => /^account-([0-9a-f]{32})$/.exec(stream)?.[1] ?? null

export class Findings {
  readonly items: Finding[] = []
  readonly gaps: Gap[] = []
  count = 0
  readonly #byCode = new Map<FindingCode, number>()

  /** Reports something about one event. `account`: by default the account whose stream it is on. */
  at(
    place: Place,
    code: FindingCode,
    expected: unknown,
    actual: unknown,
    account: string | null = accountOf(place),
  ): void {
    const { number, position, stream, version } = place
    this.add({
      code,
      number,
      position,
      subject: `${stream}@${version}`,
      account,
      expected: shown(expected),
      actual: shown(actual),
    })
  }

  /** Reports something that is not about a single event, such as a row. `subject`: '<table> <key>' for a row. */
  about(subject: string, code: FindingCode, expected: unknown, actual: unknown, account: string | null = null): void {
    this.add({
      code,
      number: null,
      position: null,
      subject,
      account,
      expected: shown(expected),
      actual: shown(actual),
    })
  }

  add(finding: Finding): void {
    this.count += 1
    this.#byCode.set(finding.code, (this.#byCode.get(finding.code) ?? 0) + 1)
    if (this.items.length < MAX_FINDINGS) this.items.push(finding)
  }

  /** Removes all findings so far and returns them, to be added elsewhere. */
  take(): Found {
    const found = { items: this.items.splice(0), count: new Map(this.#byCode) }
    this.count = 0
    this.#byCode.clear()
    return found
  }

  addAll({ items, count }: Found): void {
    const rest = new Map(count)
    for (const finding of items) {
      this.add(finding)
      rest.set(finding.code, rest.get(finding.code)! - 1)
    }
    for (const [code, more] of rest) {
      if (more === 0) continue
      this.count += more
      this.#byCode.set(code, (this.#byCode.get(code) ?? 0) + more)
    }
  }

  /**
   * Reports what could not be checked. `number`: from which event on. Of equal ones only the first is kept: they have
   * the same cause.
   */
  gap(what: string, number: number | null = null): void {
    if (!this.gaps.some((gap) => gap.what === what)) this.gaps.push({ what, number })
  }

  /**
   * In an order that is the same in every run: by ledger number, then those without one, about the tree first and about
   * rows last, then by code and subject.
   */
  sorted(): Finding[] {
    const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
    return this.items.toSorted(
      (a, b) =>
        (a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER) ||
        rankOf(a) - rankOf(b) ||
        text(a.code, b.code) ||
        text(a.subject, b.subject) ||
        text(a.account ?? '', b.account ?? '') ||
        text(a.expected, b.expected) ||
        text(a.actual, b.actual),
    )
  }

  byCode(): Record<string, number> {
    return Object.fromEntries([...this.#byCode].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
}
