// Whether an audit names what was done, as the first fault of its report, with place and field.
import type { Finding } from '#services/auditor/findings/findings.ts'
import { CHECKPOINTS } from '#services/auditor/read-models/checkpoints.ts'
import { faultsOf } from '#services/auditor/report/faults.ts'
import { EXIT, exitCodeOf, type Report } from '#services/auditor/report/report.ts'
import { EVENTS } from '#tests/audit/covered.ts'
import type { Made } from './changes.ts'

const BY_CHECKPOINT: readonly Finding['code'][] = ['log_cut', 'signed_root_mismatch']

/** What the report calls the subject of a table's rows, if it is not the table. */
const NAMES: Readonly<Record<string, RegExp>> = {
  'app.authenticator': /factor/,
  'app.recovery_code': /factor/,
  'app.recovery_code_set': /factor/,
  'app.note_text': /note/,
  'app.reason_text': /reason/,
  'app.request': /request/,
  'app.session': /session/,
  'app.session_address': /session/,
  'app.log_checkpoint': /log_/,
  'app.log_key': /log_/,
  'app.log_tree': /log_/,
}

/** Null if it does; otherwise why not, in words. */
export function missed(made: Made, report: Report): string | null {
  // a read model without its checkpoint may never have been built, so it is reported as something that could not be
  // judged
  if (made.table === CHECKPOINTS && exitCodeOf(report) === EXIT.incomplete) {
    return report.gaps.some(({ what }) => what.includes('has no checkpoint')) ? null : 'not named'
  }
  if (exitCodeOf(report) !== EXIT.findings) return 'not found'
  const { first } = faultsOf(report.findings)[0]!
  const told = `${first.code} ${first.number ?? ''} ${first.subject}: ${first.expected} / ${first.actual}`
  if (made.kind === 'rewrite' || made.kind === 'cut') {
    return report.findings.some(({ code }) => BY_CHECKPOINT.includes(code)) ? null : `only by its rules: ${told}`
  }
  if (made.table === EVENTS) {
    const isThere = first.number !== null && made.numbers.some((number) => Math.abs(number - first.number!) <= 1)
    // for the last event, the read models say that they had folded it
    const isSaid = made.numbers.some((number) => told.endsWith(`/ number = ${number}`))
    return isThere || isSaid ? null : `elsewhere: ${told}`
  }
  const isNamed = NAMES[made.table]?.test(told) ?? first.subject.startsWith(`${made.table.split('.')[1]} `)
  return isNamed ? null : `elsewhere: ${told}`
}
