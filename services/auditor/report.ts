// What an audit found, for people and for programs.
import { styleText } from 'node:util'
import { FINDINGS, type Finding, type Gap } from './findings.ts'
import type { StoreName } from './log.ts'
import type { ReadModelPlace } from './read-models/comparison.ts'
import { TOOL_VERSION } from './version.ts'

/** One end of the range that was checked. */
export type End = { readonly number: number; readonly position: string; readonly hash: string }

export type Report = {
  readonly store: StoreName
  readonly logId: string | null
  /** First and last event checked; null in an empty log. */
  readonly first: End | null
  readonly last: End | null
  readonly counts: {
    readonly events: number
    /** Lines of the double-entry book. */
    readonly lines: number
    /** Placed, and of those still open. */
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
  readonly readModels: readonly ReadModelPlace[]
  /** Whether grants of the database keep the services from changing stored events: never where they are elsewhere. */
  readonly isProtected: boolean
  /** Sorted; at most FINDINGS_KEPT of `findingsInAll`. */
  readonly findings: readonly Finding[]
  readonly findingsInAll: number
  readonly byCode: Readonly<Record<string, number>>
  readonly gaps: readonly Gap[]
  readonly seconds: number
}

export const EXIT = { clean: 0, findings: 1, usage: 2, incomplete: 3, noConnection: 4, interrupted: 130 } as const

export function exitCodeOf({ findingsInAll, gaps }: Report): number {
  if (findingsInAll > 0) return EXIT.findings
  return gaps.length > 0 ? EXIT.incomplete : EXIT.clean
}

const RESULTS: Readonly<Record<number, string>> = {
  [EXIT.clean]: 'clean',
  [EXIT.findings]: 'findings',
  [EXIT.incomplete]: 'incomplete',
}

/** Version 1 of the report's JSON: members may be added, none changes its meaning. */
export function jsonReport(report: Report): string {
  const { store, logId, first, last, counts, readModels, isProtected } = report
  const { findings, findingsInAll, byCode, gaps, seconds } = report
  const json = {
    schema: 'fairbook-verify/1',
    tool: TOOL_VERSION,
    result: RESULTS[exitCodeOf(report)],
    log: logId,
    store,
    range: { first, last },
    counts,
    readModels,
    logProtectedByGrants: isProtected,
    findingsInAll,
    findingsByCode: byCode,
    findings,
    gaps,
    seconds: Number(seconds.toFixed(3)),
    eventsPerSecond: Math.round(counts.events / Math.max(seconds, 0.001)),
  }
  return `${JSON.stringify(json, null, 2)}\n`
}

const count = (value: number): string => value.toLocaleString('en-US')

const UNPROTECTED: Readonly<Record<StoreName, string>> = {
  Postgres: 'the log is not protected by grants: the role connected may change stored events',
  EventStoreDB:
    'the log is on EventStoreDB and not protected by grants of this database; times of storing are not checked',
}

/** `color`: for a terminal. */
export function textReport(report: Report, color: boolean): string {
  const paint = (style: 'red' | 'green' | 'yellow' | 'dim' | 'bold', text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text
  const { counts, findings, findingsInAll, gaps, last } = report
  const lines: string[] = []
  for (const finding of findings) lines.push(...findingLines(finding, paint))
  if (findingsInAll > findings.length) lines.push(`… and ${count(findingsInAll - findings.length)} more findings`, '')
  for (const gap of gaps) {
    lines.push(paint('yellow', `not judged: ${gap.what}${gap.number === null ? '' : ` (ledger number ${gap.number})`}`))
  }
  const code = exitCodeOf(report)
  const verdict = {
    [EXIT.clean]: () => paint('green', 'clean'),
    [EXIT.findings]: () => paint('red', findingsInAll === 1 ? '1 finding' : `${count(findingsInAll)} findings`),
    [EXIT.incomplete]: () => paint('yellow', 'incomplete: no findings, but not everything could be judged'),
  }[code]!()
  const range = last === null ? 'no events' : `ledger numbers ${report.first!.number} to ${last.number}`
  lines.push(
    `${paint('bold', 'ledger verify')}: ${verdict}`,
    `  log       ${report.logId ?? 'none'}`,
    `  range     ${range}${last === null ? '' : `, position ${last.position}, hash ${last.hash}`}`,
    `  checked   ${count(counts.events)} events, ${count(counts.lines)} lines, ${count(counts.bets)} bets (${count(counts.openBets)} open)`,
    `            ${count(counts.accounts)} accounts, ${count(counts.fixtures)} fixtures, ${count(counts.identities)} identities, ${count(counts.sessions)} sessions, ${count(counts.reasons)} reasons`,
    `  compared  ${count(counts.rows)} rows of read models (${placesOf(report)})`,
    `  grants    ${report.isProtected ? 'the services cannot change stored events' : paint('yellow', UNPROTECTED[report.store])}`,
    paint(
      'dim',
      `  tool      fairbook ledger ${TOOL_VERSION}, ${report.seconds.toFixed(1)} s, ${count(Math.round(counts.events / Math.max(report.seconds, 0.001)))} events/s`,
    ),
  )
  return `${lines.join('\n')}\n`
}

function findingLines(finding: Finding, paint: (style: 'red' | 'dim', text: string) => string): string[] {
  const { code, number, position, subject, account, expected, actual } = finding
  const place = number === null ? '' : ` at ledger number ${number} (position ${position})`
  return [
    `${paint('red', code)}${place}: ${subject}`,
    paint('dim', `  ${FINDINGS[code]}`),
    ...(account === null ? [] : [`  account   ${account}`]),
    `  expected  ${expected}`,
    `  actual    ${actual}`,
    '',
  ]
}

/** 'all at ledger number 812', or how far each is. */
function placesOf({ readModels, last }: Report): string {
  if (readModels.length === 0) return 'none'
  const numbers = new Set(readModels.map(({ number }) => number))
  if (numbers.size > 1) return readModels.map(({ projection, number }) => `${projection} at ${number}`).join(', ')
  const [number = -1] = numbers
  return number === (last?.number ?? -1) ? 'all at the end of the log' : `all at ledger number ${number}`
}
