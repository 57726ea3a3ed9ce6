// The report as text, for people.

import { styleText } from 'node:util'
import type { StoreName } from '../audited-log.ts'
import { FINDINGS } from '../findings/finding-codes.ts'
import { type CountsByCode, type Fault, faultsOf, leftOut } from './faults.ts'
import { printableIn } from './printable.ts'
import { EXIT, exitCodeOf, type Report, sentenceOf } from './report.ts'
import { TOOL_VERSION } from './version.ts'

const count = (value: number): string => value.toLocaleString('en-US')

/** Further faults are only counted, by code, so that a ruined log does not fill the screen. */
const MOST_FAULTS = 100
/** Only the last erasures are shown; --json has all. */
const MOST_ERASURES = 20

const UNPROTECTED: Readonly<Record<StoreName, string>> = {
  Postgres: 'the log is not protected by grants: the connected role may change stored events',
  'an export': 'an export has only the events: nothing that a database keeps beside them was checked',
  EventStoreDB:
    'the log is on EventStoreDB and not protected by grants of this database; times of storing are not checked',
}

/** 'may', because something else may be wrong with the same account as well. */
const FOLLOWING = ['finding that may follow from it', 'findings that may follow from it'] as const

/** `color`: whether to use a terminal's colours. */
export function textReport(judged: Report, color: boolean): string {
  const report = printableIn(judged)
  const paint = (style: 'red' | 'green' | 'yellow' | 'dim' | 'bold', text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text
  const { counts, findings, findingsInAll, gaps, last, resumedFrom } = report
  const lines: string[] = [sentenceOf(report), '']
  const faults = faultsOf(findings).slice(0, MOST_FAULTS)
  for (const fault of faults) lines.push(...faultLines(fault, paint))
  const others = leftOut(faults, report.byCode)
  if (others.size > 0) lines.push(`… and ${inShort(others, 'finding', 'findings')}`, '')
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
  const uncovered = report.notCovered.reduce((sum, { what, of }) => sum + (of === undefined ? what.length : 0), 0)
  const isUnsigned = report.notCovered.some(({ of }) => of === 'the manifest')
  lines.push(
    `${paint('bold', 'ledger verify')}: ${verdict}`,
    `  log       ${report.logId ?? 'none'}`,
    `  range     ${range}${last === null ? '' : `, ${placeOf(last.position)}, hash ${last.hash}`}`,
    `  tree      root ${report.tree.root}, ${signedOf(report)}`,
    `  against   ${heldOf(report)}`,
    ...(resumedFrom === null
      ? []
      : [
          `  earlier   ${count(resumedFrom.size)} events, audited ${resumedFrom.at}: of them only the signed tree was read again`,
        ]),
    `  checked   ${count(counts.events)} events, ${count(counts.lines)} postings, ${count(counts.bets)} bets (${count(counts.openBets)} open)`,
    `            ${count(counts.accounts)} accounts, ${count(counts.fixtures)} fixtures, ${count(counts.identities)} identities, ${count(counts.sessions)} sessions, ${count(counts.reasons)} reasons`,
    ...erasureLines(report),
    ...restoreLines(report),
    `  compared  ${count(counts.rows)} rows of read models (${placesOf(report)}), ${count(report.evidence)} prices and messages behind bets`,
    `  grants    ${report.isProtected ? 'the services cannot change stored events' : paint('yellow', UNPROTECTED[report.store])}`,
    `  uncovered ${count(uncovered)} tables and columns of the database, such as when a session was last used${isUnsigned ? ', and what only a signature of the manifest covers' : ''}: --json lists them all`,
    ...report.olderNotCovered.map(({ count: times, of, what }) => `            ${count(times)} ${of}: ${what}`),
    paint(
      'dim',
      `  tool      fairbook ledger ${TOOL_VERSION}, ${report.seconds.toFixed(1)} s, ${count(Math.round(counts.events / Math.max(report.seconds, 0.001)))} events/s`,
    ),
  )
  return `${lines.join('\n')}\n`
}

/** The number of erasures, and a line for each of the last ones. */
function erasureLines({ erasures }: Report): string[] {
  if (erasures.length === 0) return []
  const shown = erasures
    .slice(-MOST_ERASURES)
    .map(({ account, number, by, at }) => `            ledger number ${number}: ${account}, by ${by}, ${at}`)
  return [
    `  erased    personal data of ${count(erasures.length)} ${erasures.length === 1 ? 'account' : 'accounts'}`,
    ...shown,
  ]
}

/** Each restore, and what is known to be lost by it. A restore is no finding, and excuses none. */
function restoreLines({ restores }: Report): string[] {
  if (restores.length === 0) return []
  const lines = restores.flatMap(({ number, takenAt, recordedAt, by, signedAndLost }) => {
    const lost =
      signedAndLost === null ? 'no checkpoint of it is known' : `${count(signedAndLost)} signed events at least`
    return [
      `            ledger number ${number}: a backup of ${takenAt} was restored, for ${by}; what was recorded`,
      `            from then to ${recordedAt} is not in this log: ${lost}`,
    ]
  })
  return [`  restored  from a backup, ${count(restores.length)} ${restores.length === 1 ? 'time' : 'times'}`, ...lines]
}

const signedOf = ({ tree }: Report): string => {
  if (tree.signed === null) return 'never signed'
  const signed = tree.signed === tree.size ? 'signed to the end' : `signed up to ledger number ${tree.signed - 1}`
  const { cosigned } = tree
  if (cosigned === null) return signed
  return `${signed}, cosigned ${cosigned === tree.size ? 'to the end' : `up to ledger number ${cosigned - 1}`}`
}

/** What vouches for the log besides its own database. */
const heldOf = ({ tree: { heldAgainst } }: Report): string => {
  const { checkpoints, keys, remembered, followed } = heldAgainst
  const named = checkpoints.map(({ name, size }) => `${name} (${count(size)} events)`)
  if (keys.length > 0) named.push(keys.length === 1 ? `the key ${keys[0]}` : `${keys.length} keys that were given`)
  for (const key of remembered) named.push(`the key ${key}, as it was remembered`)
  for (const { to, number } of followed) named.push(`${to}, which that key endorses at ledger number ${number}`)
  return named.length === 0
    ? 'nothing that was kept: what the ledger says of its signatures is believed'
    : `${named.join(', ')}`
}

function faultLines({ first, following }: Fault, paint: (style: 'red' | 'dim', text: string) => string): string[] {
  const { code, number, position, subject, account, expected, actual } = first
  const place = number === null ? '' : ` at ledger number ${number} (${placeOf(position ?? '')})`
  return [
    `${paint('red', code)}${place}: ${subject}`,
    paint('dim', `  ${FINDINGS[code]}`),
    ...(account === null ? [] : [`  account   ${account}`]),
    `  expected  ${expected}`,
    `  actual    ${actual}`,
    ...(following.size === 0 ? [] : [paint('dim', `  … and ${inShort(following, ...FOLLOWING)}`)]),
    '',
  ]
}

/** Where the store has an event; in an export, the line of its file. */
const placeOf = (position: string): string => (position.startsWith('line ') ? position : `position ${position}`)

/** '3 findings that may follow from it: row_different x2, row_missing x1'. */
function inShort(byCode: CountsByCode, one: string, many: string): string {
  const codes = [...byCode].map(([code, times]) => `${code} x${count(times)}`)
  const all = [...byCode.values()].reduce((sum, times) => sum + times, 0)
  return `${count(all)} ${all === 1 ? one : many}: ${codes.join(', ')}`
}

/** How far the read models have come: 'all at ledger number 812', or each by itself. */
function placesOf({ readModels, last }: Report): string {
  if (readModels.length === 0) return 'none'
  const numbers = new Set(readModels.map(({ number }) => number))
  if (numbers.size > 1) return readModels.map(({ projection, number }) => `${projection} at ${number}`).join(', ')
  const [number = -1] = numbers
  return number === (last?.number ?? -1) ? 'all at the end of the log' : `all at ledger number ${number}`
}
