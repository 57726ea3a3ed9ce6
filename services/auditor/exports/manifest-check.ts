// Checks what the manifest of an export states against its events, and who signed it.
import { hash as digest } from 'node:crypto'
import type { Findings } from '../findings/findings.ts'
import type { Judged } from '../report/report-of.ts'
import { openNote, readVerifierKey, type VerifierKey } from '../tree/signed-note.ts'
import type { ExportedLog } from './exported-log.ts'
import { MANIFEST, MANIFEST_NOTE, type Manifest } from './manifest.ts'

/** The text that is signed. It names the manifest by its hash, so that the manifest stays a file of its own. */
export const textToSign = (manifestText: string): string =>
  `fairbook-export/1\n${MANIFEST} sha256 ${digest('sha256', manifestText, 'hex')}\n`

/**
 * Which of these keys signed the manifest. `why`: in words, why the signature is wrong; null if it is right, or there
 * is none.
 */
export function signersOf(
  { manifestText, note }: Pick<ExportedLog, 'manifestText' | 'note'>,
  keys: readonly VerifierKey[],
): { readonly signers: readonly VerifierKey[]; readonly why: string | null } {
  if (note === null) return { signers: [], why: null }
  const opened = openNote(note, keys)
  if (!opened.ok) return { signers: [], why: opened.why }
  if (opened.text !== textToSign(manifestText)) return { signers: [], why: 'it is of another manifest' }
  return { signers: opened.signers, why: null }
}

/** `keys`: the verifier keys that may have signed the manifest. Returns the names of those that did. */
export function checkManifest(
  log: ExportedLog,
  { replay, range, tree }: Pick<Judged, 'replay' | 'range' | 'tree'>,
  keys: readonly string[],
  findings: Findings,
): string[] {
  for (const { subject, code, expected, actual } of log.faults) findings.about(subject, code, expected, actual)
  const { manifest } = log
  const found = {
    log: replay.logId,
    range: range.first && range.last && { first: endOf(range.first), last: endOf(range.last) },
    counts: { events: replay.events, postings: replay.state.book.lines },
    tree: { size: tree.size, root: tree.root },
    rows: replay.events,
  }
  const said = { ...manifest, rows: manifest.files[0]?.rows }
  for (const what of ['log', 'range', 'counts', 'tree', 'rows'] as const) {
    const [expected, actual] = [JSON.stringify(found[what]), JSON.stringify(said[what])]
    if (expected !== actual) findings.about(`${MANIFEST} ${what}`, 'export_manifest_mismatch', expected, actual)
  }
  const { signers, why } = signersOf(
    log,
    keys.flatMap((key) => readVerifierKey(key) ?? []),
  )
  if (why !== null) findings.about(MANIFEST_NOTE, 'export_signature_invalid', `a note that signs ${MANIFEST}`, why)
  return signers.map(({ name }) => name)
}

const endOf = ({ number, hash }: NonNullable<Manifest['range']>['first']) => ({ number, hash })
