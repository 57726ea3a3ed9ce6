// Checks an export in a format other than jsonl: its files against the manifest, and the manifest against its
// signature. Only the events could show that the files follow from them.
import { Findings } from '../findings/findings.ts'
import { openCheckpoint, openNote, readVerifierKey, rootIn, type VerifierKey } from '../tree/signed-note.ts'
import { TABLES } from './formats/tables.ts'
import { type FormatName, MANIFEST, MANIFEST_NOTE, type Manifest } from './manifest.ts'
import { signersOf } from './manifest-check.ts'
import { fileFaults, type OpenExport } from './open-export.ts'

export type VerifiedFiles = {
  readonly manifest: Manifest
  readonly findings: Findings
  /** Names of the trusted keys that signed the manifest. */
  readonly signers: readonly string[]
}

type Kept = {
  readonly keys: readonly VerifierKey[]
  readonly checkpoints: readonly { readonly name: string; readonly note: string }[]
}

const UNSIGNED = `nobody signed ${MANIFEST} (--sign-with does): whoever changed a file could have changed what it says of it`
const UNKNOWN = `${MANIFEST} is signed by no key that was given (--key): whoever changed a file could have signed it anew`

const FILES: Readonly<Record<Exclude<FormatName, 'jsonl'>, readonly string[]>> = {
  csv: TABLES.map(({ name }) => `${name}.csv`),
  parquet: TABLES.map(({ name }) => `${name}.parquet`),
  beancount: ['ledger.beancount'],
}

/** Throws Incomplete if a file cannot be read. */
export function verifyFiles(opened: OpenExport, { keys, checkpoints }: Kept): VerifiedFiles {
  const { folder, manifest, note } = opened
  const findings = new Findings()
  for (const { subject, code, expected, actual } of opened.faults) findings.about(subject, code, expected, actual)
  const expected = manifest.format === 'jsonl' ? [] : FILES[manifest.format]
  const named = manifest.files.map(({ name }) => name)
  if (named.join() !== expected.join())
    findings.about(`${MANIFEST} files`, 'export_manifest_mismatch', expected.join(', '), named.join(', ') || 'none')
  for (const file of manifest.files)
    for (const fault of fileFaults(folder, file))
      findings.about(fault.subject, fault.code, fault.expected, fault.actual)
  checkSigned(manifest, keys, findings)
  for (const kept of checkpoints) holdAgainst(kept, manifest, keys, findings)
  const { signers, why } = signersOf(opened, keys)
  if (why !== null) findings.about(MANIFEST_NOTE, 'export_signature_invalid', `a note that signs ${MANIFEST}`, why)
  else if (signers.length === 0) findings.gap(note === null ? UNSIGNED : UNKNOWN)
  return { manifest, findings, signers: signers.map(({ name }) => name) }
}

/** Checks the manifest's checkpoint as far as possible without events, which would say when each key was in force. */
function checkSigned(
  { checkpoint, tree, keys: ofTheLog }: Manifest,
  given: readonly VerifierKey[],
  findings: Findings,
): void {
  if (checkpoint === null) return
  const subject = `log_checkpoint ${checkpoint.size}`
  const keys = [...given, ...ofTheLog.flatMap((text) => readVerifierKey(text) ?? [])]
  const opened = openCheckpoint(checkpoint.note, keys)
  if (!opened.ok) {
    findings.about(subject, 'checkpoint_invalid', 'a checkpoint signed by a key of this log', opened.why)
    return
  }
  const { size, root } = opened.checkpoint
  if (size !== checkpoint.size) findings.about(subject, 'checkpoint_invalid', `size = ${size}`, checkpoint.size)
  if (size > tree.size) findings.about(subject, 'log_cut', `${size} events at least`, `${tree.size} events`)
  else if (size === tree.size && root !== tree.root) findings.about(subject, 'signed_root_mismatch', root, tree.root)
}

function holdAgainst(
  { name, note }: Kept['checkpoints'][number],
  { tree }: Manifest,
  keys: readonly VerifierKey[],
  findings: Findings,
): void {
  const said = rootIn(note)!
  const opened = openNote(note, keys)
  if (!opened.ok) findings.about(name, 'checkpoint_invalid', 'a checkpoint signed by a key of this log', opened.why)
  else if (opened.signers.length === 0) findings.gap(`${name} proves nothing: no key that was given has signed it`)
  else if (said.size > tree.size) findings.about(name, 'log_cut', `${said.size} events at least`, `${tree.size} events`)
  else if (said.size < tree.size)
    findings.gap(
      `${name} is of ${said.size} events, and not of the ${tree.size} of this export: only one as jsonl can be compared with it`,
    )
  else if (said.root !== tree.root) findings.about(name, 'signed_root_mismatch', said.root, tree.root)
}
