// The log of a jsonl export, read without any database. Faults of the export itself are found while it is read.
import { closeSync } from 'node:fs'
import { join } from 'node:path'
import { type LogBatch, unchecked } from '../audited-log.ts'
import type { LogRow } from '../events/log-row.ts'
import { Incomplete, Usage } from '../failures.ts'
import type { FindingCode } from '../findings/finding-codes.ts'
import { MAX_FINDINGS } from '../findings/findings.ts'
import type { SignedRows } from '../tree/tree-rows.ts'
import { type Line, linesOf } from './files/lines-of.ts'
import { openPlain } from './files/open-file.ts'
import { EVENTS_FILE, MAX_LINE_BYTES, rowOf } from './lines.ts'
import { MANIFEST, type Manifest, signedIn } from './manifest.ts'
import { type Fault, fileFaults, openExport } from './open-export.ts'

/** Most characters of a line that are shown. */
const SHOWN = 300

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export class ExportedLog {
  readonly manifest: Manifest
  readonly manifestText: string
  /** The signed note over the manifest; null if nobody signed it. */
  readonly note: string | null
  readonly signed: SignedRows
  readonly #folder: string
  /** By subject, since a log may be read several times, with the same faults each time. */
  readonly #faults = new Map<string, Fault>()

  /**
   * Hashes the file of events. Throws Usage if there is no folder or it is of another format, Incomplete if it is not a
   * whole export.
   */
  constructor(folder: string) {
    this.#folder = folder
    const { manifest, manifestText, note, faults } = openExport(folder)
    if (manifest.format !== 'jsonl') {
      throw new Usage(
        `${folder} is an export as ${manifest.format}: only one as jsonl has the events themselves; ledger backup verify checks its files`,
      )
    }
    this.manifest = manifest
    this.manifestText = manifestText
    this.note = note
    this.signed = signedIn(manifest)
    for (const fault of faults) this.#keep(fault)
    this.#compareFile()
  }

  /** What is wrong with the export: with its files, and with the lines that were read so far. */
  get faults(): Iterable<Fault> {
    return this.#faults.values()
  }

  /** Every line that holds an event, in order. */
  async *read(signal?: AbortSignal): AsyncGenerator<LogBatch> {
    const file = this.#opened()
    try {
      for (const lines of linesOf(file, MAX_LINE_BYTES)) {
        signal?.throwIfAborted()
        yield unchecked(lines.flatMap((line) => this.#row(line) ?? []))
        // lets an interruption be noticed between two pieces
        await new Promise((resolve) => setImmediate(resolve))
      }
    } finally {
      closeSync(file)
    }
  }

  #row(line: Line): LogRow | null {
    const text = textOf(line)
    const row = text === null ? null : rowOf(text, line.number)
    if (row !== null && line.isEnded) return row
    const actual =
      line.bytes === null
        ? `more than ${MAX_LINE_BYTES} bytes`
        : row !== null
          ? 'no end of the line'
          : (text ?? 'bytes that are no text')
    this.#fault(
      'export_line_malformed',
      `${EVENTS_FILE} line ${line.number}`,
      'an event as an export writes it',
      actual,
    )
    return row
  }

  #compareFile(): void {
    const subject = `${MANIFEST} files`
    const [said, ...more] = this.manifest.files
    if (said?.name !== EVENTS_FILE || more.length > 0) {
      const names = this.manifest.files.map(({ name }) => name).join(', ')
      this.#fault('export_manifest_mismatch', subject, EVENTS_FILE, names || 'none')
      return
    }
    for (const fault of fileFaults(this.#folder, said)) this.#keep(fault)
  }

  #opened(): number {
    try {
      return openPlain(this.#folder, EVENTS_FILE)
    } catch (error) {
      throw new Incomplete(`${join(this.#folder, EVENTS_FILE)} cannot be read: ${(error as Error).message}`)
    }
  }

  #fault(code: FindingCode, subject: string, expected: string, actual: string): void {
    this.#keep({ code, subject, expected, actual: actual.slice(0, SHOWN) })
  }

  #keep(fault: Fault): void {
    if (this.#faults.size < MAX_FINDINGS) this.#faults.set(fault.subject, fault)
  }
}

function textOf({ bytes }: Line): string | null {
  try {
    return bytes === null ? null : decoder.decode(bytes)
  } catch {
    return null
  }
}
