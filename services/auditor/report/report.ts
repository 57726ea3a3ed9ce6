// The report of an audit, and its exit code.

import type { StoreName } from '../audited-log.ts'
import type { NotCovered, OlderNotCovered } from '../coverage.ts'
import type { Finding, Gap } from '../findings/findings.ts'
import type { Erasure } from '../identity/erasure.ts'
import type { ReadModelPlace } from '../read-models/comparison.ts'
import type { Restore } from '../tree/restores.ts'
import type { Signed } from '../tree/signed-note.ts'
import type { TreeReport } from '../tree/signed-roots.ts'

/** One end of the range that was checked. `event`: '<stream>@<version>'. */
export type End = { readonly number: number; readonly position: string; readonly hash: string; readonly event: string }

export type Report = {
  readonly store: StoreName
  readonly logId: string | null
  /** First and last event checked; null in an empty log. */
  readonly first: End | null
  readonly last: End | null
  /** The tree over all events checked, and how many of them were signed. */
  readonly tree: TreeReport
  /**
   * The earlier audit that this one went on from: how many events it had read, their root, and when. Null if this one
   * read everything.
   */
  readonly resumedFrom: { readonly size: number; readonly root: string; readonly at: string } | null
  /**
   * With kept state: why this audit read everything although it was to go on (`whole`), and why the next one will have
   * to (`notKept`). Each is null if that is not so.
   */
  readonly state: { readonly whole: string | null; readonly notKept: string | null } | null
  /**
   * The newest checkpoint, for the next audit to begin with. It has to be taken from here: a running notary replaces
   * its row within a second.
   */
  readonly newestSigned: Signed | null
  readonly counts: {
    readonly events: number
    /** Postings of the double-entry book. */
    readonly lines: number
    /** Bets placed, and how many of them are open. */
    readonly bets: number
    readonly openBets: number
    readonly accounts: number
    readonly fixtures: number
    /** Rows checked against their commitments. */
    readonly identities: number
    readonly sessions: number
    readonly reasons: number
    /** Rows of read models compared. */
    readonly rows: number
  }
  /** In the order of the log. */
  readonly erasures: readonly Erasure[]
  /** In the order of the log. */
  readonly restores: readonly Restore[]
  readonly readModels: readonly ReadModelPlace[]
  /** How many stored prices and messages behind bets and results were compared. */
  readonly evidence: number
  /** Whether grants keep the services from changing stored events; false if the log is not in this database. */
  readonly isProtected: boolean
  /** Sorted; at most MAX_FINDINGS of `findingsInAll`. */
  readonly findings: readonly Finding[]
  readonly findingsInAll: number
  readonly byCode: Readonly<Record<string, number>>
  readonly gaps: readonly Gap[]
  /** Tables and columns that no audit covers, with the reasons. */
  readonly notCovered: readonly NotCovered[]
  /** What else is not covered, because it is from before the ledger said so. */
  readonly olderNotCovered: readonly OlderNotCovered[]
  readonly seconds: number
}

export const EXIT = { clean: 0, findings: 1, usage: 2, incomplete: 3, noConnection: 4, interrupted: 130 } as const

const RESULTS: Readonly<Record<number, string>> = {
  [EXIT.clean]: 'clean',
  [EXIT.findings]: 'findings',
  [EXIT.incomplete]: 'incomplete',
}
/** What an exit code is called in JSON. */
export const resultOf = (exitCode: number): string => RESULTS[exitCode]!

export function exitCodeOf({ findingsInAll, gaps }: Pick<Report, 'findingsInAll' | 'gaps'>): number {
  if (findingsInAll > 0) return EXIT.findings
  return gaps.length > 0 ? EXIT.incomplete : EXIT.clean
}

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

const UNVOUCHED = '; but it was never signed, and checked against nothing that was kept: nothing vouches for it.'
const isVouchedFor = ({ tree: { signed, heldAgainst } }: Report): boolean =>
  signed !== null || heldAgainst.checkpoints.length > 0

/** One or more sentences: what was found, and what it means. */
export function sentenceOf(report: Report): string {
  return [verdictOf(report), ...stateOf(report), ...anotherOf(report)].join(' ')
}

/** For audits with kept state. */
function stateOf({ state }: Report): string[] {
  const { whole = null, notKept = null } = state ?? {}
  return [
    ...(whole === null ? [] : [`All of it was read, since ${whole}.`]),
    ...(notKept === null ? [] : [`The next audit will not go on from this one, since ${notKept}.`]),
  ]
}

function anotherOf(report: Report): string[] {
  const { another } = report.tree.heldAgainst
  if (another === null) return []
  const before = `Another log, ${another.logId} with ${counted(another.size, 'signed event')}, stood behind this address when it was verified last: what was remembered of it says nothing about this one.`
  return [before]
}

function verdictOf(report: Report): string {
  const { store, counts, findingsInAll, byCode, gaps, resumedFrom } = report
  const earlier = resumedFrom?.size ?? 0
  const since = `${counted(counts.events - earlier, 'event')} after the ${earlier.toLocaleString('en-US')} of an earlier audit, of which only the signed tree was read again`
  const checked =
    resumedFrom !== null
      ? since
      : `${counted(counts.events, 'event')}, ${counted(counts.lines, 'posting')} and ${counted(counts.bets, 'bet')}`
  switch (exitCodeOf(report)) {
    case EXIT.findings: {
      const codes = Object.entries(byCode).map(([code, count]) => `${code} ${count.toLocaleString('en-US')}`)
      return `${counted(findingsInAll, 'finding')} in ${checked} (${codes.join(', ')}): something was changed, or breaks the rules.`
    }
    case EXIT.incomplete:
      return `No finding in ${checked}, but not everything could be judged (${gaps[0]!.what}), and unverified is not clean.`
    default: {
      const beside = store === 'an export' ? '' : `, and ${counted(counts.rows, 'row')} of read models from them`
      return `Nothing was found in ${checked}: each follows from the rules${beside}${isVouchedFor(report) ? '.' : UNVOUCHED}`
    }
  }
}
