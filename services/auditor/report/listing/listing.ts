// An answer with tables: one sentence about what was found, what it rests on, and rows.
import type { Passage } from '../../walk/walk.ts'
import { EXIT } from '../report.ts'
import { numbered, type Value } from './cells.ts'
import type { Rows } from './rows.ts'

/** `key`: the table's name in the JSON. */
export type Table = { readonly key: string; readonly title: string; readonly rows: Rows }

/** One value about the whole answer. `shown`: to people; null if they read it elsewhere in the answer. */
export type Fact = {
  readonly key: string
  readonly title: string
  readonly value: Value
  readonly shown: string | null
}

export type Listing = {
  readonly command: string
  /** What was found and what it means. */
  readonly sentence: string
  /** How many things were found that should not be there. If there are any, the exit code is 1. */
  readonly findings: number
  readonly passage: Omit<Passage, 'state'>
  readonly facts: readonly Fact[]
  readonly tables: readonly Table[]
}

export const asText = (key: string, title: string, value: string | null): Fact => ({ key, title, value, shown: value })

/** The sentence, followed by a warning if the log itself has findings or gaps. */
export function wholeSentence({ sentence, passage: { findings } }: Listing): string {
  if (findings.count > 0) {
    const codes = Object.entries(findings.byCode()).map(([code, count]) => `${code} ${count}`)
    return `${sentence} The log itself has findings (${codes.join(', ')}), so that none of this can be relied on: ledger verify names them.`
  }
  const [gap] = findings.gaps
  if (gap === undefined) return sentence
  const from = gap.number === null ? '' : `, from ledger number ${numbered(gap.number)} on`
  return `${sentence} Not everything could be judged: ${gap.what}${from}.`
}

export function exitCodeOfListing({ findings, passage }: Listing): number {
  if (findings > 0 || passage.findings.count > 0) return EXIT.findings
  return passage.findings.gaps.length > 0 ? EXIT.incomplete : EXIT.clean
}
