// `ledger backup verify`: checks an export as a backup. Is it whole, is it what was signed, how old is it, what does it
// lack? In formats other than jsonl: are these the files that somebody vouches for?
import type { Answer, Call } from '../commands/command.ts'
import type { Gap } from '../findings/findings.ts'
import { checkpointsOption, keysOption } from '../proofs/kept.ts'
import { answerOfVerdict } from '../proofs/verdict.ts'
import { counted, numbered } from '../report/listing/cells.ts'
import { EXIT, exitCodeOf, type Report, resultOf } from '../report/report.ts'
import { textReport } from '../report/text-report.ts'
import { TOOL_VERSION } from '../report/version.ts'
import { answerOfFiles } from './files-answer.ts'
import { openExport } from './open-export.ts'
import { type VerifiedExport, verifyExport } from './verify-export.ts'
import { verifyFiles } from './verify-files.ts'

const LACKS =
  'names, emails, passwords, second factors, sessions, texts of reasons and notes, and what the provider said'
const UNSIGNED: Gap = { what: 'no checkpoint was signed over it, so that nobody vouches for its events', number: null }

export async function answerBackup(call: Call): Promise<Answer> {
  const startedAt = performance.now()
  const checkpoints = checkpointsOption(call, 'checkpoint')
  const given = keysOption(call)
  const folder = call.argument!
  const opened = openExport(folder)
  if (opened.manifest.format !== 'jsonl') return answerOfFiles(verifyFiles(opened, { keys: given, checkpoints }))
  const keys = given.map(({ text }) => text)
  const verified = await verifyExport({ folder, kept: { checkpoints, keys }, remembers: true })
  const { manifest, recordedAt, signers, seen } = verified
  const { gaps } = verified.report
  const report: Report = {
    ...verified.report,
    gaps: manifest.checkpoint === null ? [...gaps, UNSIGNED] : gaps,
    seconds: (performance.now() - startedAt) / 1_000,
  }
  const exitCode = exitCodeOf(report)
  const sentence = sentenceOf(exitCode, report, verified, Date.now())
  const { text } = answerOfVerdict({
    command: 'backup',
    isRight: exitCode === EXIT.clean,
    sentence,
    facts: [
      { key: 'recordedAt', title: 'last recorded', value: recordedAt ?? 'none' },
      { key: 'signed', title: 'events signed', value: manifest.checkpoint?.size ?? 'none' },
      { key: 'signers', title: 'manifest by', value: signers.join(', ') || 'nobody whose key is known' },
      { key: 'lacks', title: 'it lacks', value: LACKS },
    ],
  })
  const { findings, findingsInAll, byCode, logId, first, last, tree, counts, notCovered } = report
  const json = {
    schema: 'fairbook-backup/1',
    tool: TOOL_VERSION,
    result: resultOf(exitCode),
    sentence,
    checked: 'the log',
    format: manifest.format,
    log: logId,
    range: { first, last },
    tree,
    counts,
    recordedAt,
    manifestSignedBy: signers,
    verifiedBefore: seen,
    ...{ findingsInAll, findingsByCode: byCode, findings, gaps: report.gaps },
    lacks: notCovered.filter(({ of }) => of === undefined),
    notCovered: notCovered.filter(({ of }) => of !== undefined),
  }
  return {
    exitCode,
    json: () => [`${JSON.stringify(json, null, 2)}\n`],
    text: (color) => [...text(color), '\n', textReport(report, color)],
  }
}

function sentenceOf(exitCode: number, report: Report, verified: VerifiedExport, now: number): string {
  const { counts, last, byCode, gaps } = report
  if (exitCode === EXIT.findings) {
    const codes = Object.entries(byCode).map(([code, count]) => `${code} ${count}`)
    return `This backup is not to be relied on: ${codes.join(', ')}.`
  }
  if (exitCode === EXIT.incomplete) return `This backup cannot be judged as a whole: ${gaps[0]!.what}.`
  const { manifest, recordedAt, seen } = verified
  const signed = manifest.checkpoint!.size
  const cover = signed === counts.events ? 'all of them are signed' : `the first ${numbered(signed)} of them are signed`
  const newer =
    seen !== null && seen > counts.events ? ` The log had ${counted(seen, 'event')} when it was verified last.` : ''
  return `This backup is whole: ${counted(counts.events, 'event')} up to ledger number ${numbered(last!.number)}, the last recorded ${age(now - Date.parse(recordedAt!))} ago; ${cover}. It lacks ${LACKS}.${newer}`
}

const MINUTE_MS = 60_000
const UNITS = [
  [1_440, 'day'],
  [60, 'hour'],
  [1, 'minute'],
] as const

/** '3 days', in whole units. */
function age(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS))
  const [unit, name] = UNITS.find(([length]) => minutes >= length) ?? [1, 'minute']
  return counted(Math.floor(minutes / unit), name)
}
