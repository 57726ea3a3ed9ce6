// The answer of `ledger backup verify` about an export in a format other than jsonl.
import type { Answer } from '../commands/command.ts'
import { FINDINGS } from '../findings/finding-codes.ts'
import { answerOfVerdict } from '../proofs/verdict.ts'
import { counted } from '../report/listing/cells.ts'
import { printable, printableIn } from '../report/printable.ts'
import { EXIT, exitCodeOf, resultOf } from '../report/report.ts'
import { TOOL_VERSION } from '../report/version.ts'
import type { VerifiedFiles } from './verify-files.ts'

export function answerOfFiles({ manifest, findings, signers }: VerifiedFiles): Answer {
  const exitCode = exitCodeOf({ findingsInAll: findings.count, gaps: findings.gaps })
  const sentence = sentenceOf(exitCode, manifest, { gaps: findings.gaps, byCode: findings.byCode() }, signers)
  const { format, log, range, counts, tree, checkpoint, files } = manifest
  const { text } = answerOfVerdict({
    command: 'backup',
    isRight: exitCode === EXIT.clean,
    sentence,
    facts: [
      { key: 'format', title: 'format', value: format },
      { key: 'files', title: 'files', value: files.map(({ name }) => name).join(', ') || 'none' },
      { key: 'signers', title: 'manifest by', value: signers.join(', ') || 'nobody whose key was given' },
      { key: 'log', title: 'it says: log', value: log ?? 'none' },
      {
        key: 'range',
        title: 'range',
        value: range === null ? 'none' : `${range.first.number} to ${range.last.number}`,
      },
      { key: 'root', title: 'root', value: tree.root },
      { key: 'signed', title: 'events signed', value: checkpoint?.size ?? 'none' },
    ],
  })
  const json = {
    schema: 'fairbook-backup/1',
    tool: TOOL_VERSION,
    result: resultOf(exitCode),
    sentence,
    checked: 'files',
    format,
    ...{ log, range, tree, counts },
    files: files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
    manifestSignedBy: signers,
    findingsInAll: findings.count,
    findingsByCode: findings.byCode(),
    findings: findings.sorted(),
    gaps: findings.gaps,
  }
  const lines = printableIn(findings.sorted()).map(
    ({ code, subject, expected, actual }) =>
      `\n${code}: ${subject}\n  ${FINDINGS[code]}\n  expected  ${expected}\n  actual    ${actual}\n`,
  )
  return {
    exitCode,
    json: () => [`${JSON.stringify(json, null, 2)}\n`],
    text: (color) => [
      ...text(color),
      ...lines,
      ...findings.gaps.map(({ what }) => `\nnot judged: ${printable(what)}\n`),
    ],
  }
}

function sentenceOf(
  exitCode: number,
  { format, counts }: VerifiedFiles['manifest'],
  { byCode, gaps }: Pick<VerifiedFiles['findings'], 'gaps'> & { readonly byCode: Readonly<Record<string, number>> },
  signers: readonly string[],
): string {
  if (exitCode === EXIT.findings) {
    const codes = Object.entries(byCode).map(([code, count]) => `${code} ${count}`)
    return `These files are not what was exported: ${codes.join(', ')}.`
  }
  const said = `what its manifest was made for, as ${format} of ${counted(counts.events, 'event')}`
  if (exitCode === EXIT.incomplete)
    return `Every file is ${said}, but not everything could be judged: ${gaps[0]!.what}.`
  return `Every file is ${said}, and ${signers.join(', ')} vouches for it. That the files follow from the events only the events show: ledger export --source of a jsonl export makes the same bytes.`
}
