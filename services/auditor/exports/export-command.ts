// `ledger export`: the ledger as files in a folder, with a manifest that states what they were made from.
import type { Answer, Call } from '../commands/command.ts'
import { periodOption, textOption } from '../commands/options.ts'
import { Incomplete, Usage } from '../failures.ts'
import { answerOf } from '../report/listing/answer.ts'
import { counted, numbered } from '../report/listing/cells.ts'
import type { Fact, Listing } from '../report/listing/listing.ts'
import { Rows } from '../report/listing/rows.ts'
import { TOOL_VERSION } from '../report/version.ts'
import { LogTree } from '../tree/log-tree.ts'
import { openCheckpoint, readVerifierKey } from '../tree/signed-note.ts'
import type { SignedRows } from '../tree/tree-rows.ts'
import { OpenLog } from '../walk/open-log.ts'
import type { LogEnd } from '../walk/reading.ts'
import { type Passage, walk } from '../walk/walk.ts'
import { NewFolder } from './files/new-folder.ts'
import type { Format } from './formats/format.ts'
import { FORMATS, type FormatName, MANIFEST, MANIFEST_NOTE, type Manifest, textOfManifest } from './manifest.ts'
import { textToSign } from './manifest-check.ts'
import { type ManifestSigner, signerOption } from './manifest-signer.ts'

const COLUMNS = [
  { key: 'name', title: 'File' },
  { key: 'bytes', title: 'Bytes', as: 'number' },
  { key: 'rows', title: 'Rows', as: 'number' },
  { key: 'sha256', title: 'SHA-256' },
] as const

/** Each format is loaded on demand. */
const FORMAT_OF: Readonly<Record<FormatName, () => Promise<Format>>> = {
  jsonl: async () => (await import('./formats/jsonl.ts')).jsonl,
  csv: async () => (await import('./formats/csv.ts')).csv,
  parquet: async () => (await import('./formats/parquet.ts')).parquet,
  beancount: async () => (await import('./formats/beancount.ts')).beancount,
}
const UNVOUCHED =
  ' What the log signed are its events: that these files are made of them nobody signed, which --sign-with does.'
/** Formats that cannot be of a part from the middle: their tree, or their balances, begin with the first event. */
const WHOLE: ReadonlySet<FormatName> = new Set(['jsonl', 'beancount'])

export async function answerExport(call: Call): Promise<Answer> {
  const format = formatOption(call)
  const period = periodOption(call)
  if (WHOLE.has(format) && call.options.from !== undefined)
    throw new Usage(`an export as ${format} begins with the first event: --from is for csv and parquet`)
  const path = textOption(call, 'output')
  if (path === null) throw new Usage('-o is needed: the folder that the export becomes')
  const signerOf = signerOption(call)
  const begin = await FORMAT_OF[format]()
  return OpenLog.ask(await call.openLedger(), async (log) => {
    const stored = await log.signed()
    const signer = signerOf(stored.keys)
    const folder = new NewFolder(path)
    try {
      const writer = begin(folder)
      const signed = new SignedOnTheWay(stored)
      const counts = { events: 0, postings: 0 }
      let first: LogEnd | null = null
      const passage = await walk(
        log,
        period.to,
        ({ row, body }, _, postings) => {
          signed.reached()
          if (!period.includes(row)) return
          writer.event({ row, body, postings })
          counts.events += 1
          counts.postings += postings.length
          first ??= { number: row.number, hash: row.hash }
        },
        signed.tree,
      )
      signed.judge(passage)
      const manifest: Manifest = {
        schema: 'fairbook-export/1',
        tool: TOOL_VERSION,
        format,
        log: passage.logId,
        range: first === null ? null : { first, last: passage.last! },
        counts,
        tree: { size: signed.tree.size, root: signed.tree.root() },
        checkpoint: signed.newest,
        keys: stored.keys.map(({ verifierKey }) => verifierKey),
        files: [...writer.end(passage)],
      }
      writeManifest(folder, manifest, signer)
      folder.finish()
      return answerOf(listingOf(path, passage, manifest, signer))
    } catch (error) {
      throw written(error)
    } finally {
      folder.discard()
    }
  })
}

function formatOption(call: Call): FormatName {
  const format = textOption(call, 'format')
  const known = FORMATS.find((name) => name === format)
  if (known === undefined) throw new Usage(`--format is one of ${FORMATS.join(', ')}`)
  return known
}

/**
 * Finds the newest checkpoint over no more events than were read, and checks that the log is the one that it signed.
 */
class SignedOnTheWay {
  readonly tree = new LogTree()
  readonly #stored: SignedRows
  #next = 0
  #newest: { readonly size: number; readonly note: string; readonly root: string } | null = null

  constructor(stored: SignedRows) {
    this.#stored = stored
  }

  get newest(): Manifest['checkpoint'] {
    return this.#newest && { size: this.#newest.size, note: this.#newest.note }
  }

  /** To be called for each event, once the tree has it. */
  reached(): void {
    const { checkpoints } = this.#stored
    for (
      let one = checkpoints[this.#next];
      one !== undefined && one.size <= this.tree.size;
      one = checkpoints[++this.#next]
    ) {
      this.#newest = { ...one, root: this.tree.root() }
    }
  }

  judge({ findings }: Passage): void {
    if (this.#newest === null) return
    const { size, note, root } = this.#newest
    const keys = this.#stored.keys.flatMap(({ verifierKey }) => readVerifierKey(verifierKey) ?? [])
    const opened = openCheckpoint(note, keys)
    const subject = `log_checkpoint ${size}`
    if (!opened.ok)
      findings.about(subject, 'checkpoint_invalid', 'a checkpoint signed by a key of this log', opened.why)
    else if (opened.checkpoint.root !== root)
      findings.about(subject, 'signed_root_mismatch', opened.checkpoint.root, root)
  }
}

/** Written last, so that a folder with a manifest is whole. */
function writeManifest(folder: NewFolder, manifest: Manifest, signer: ManifestSigner | null): void {
  const text = textOf(manifest)
  if (signer !== null) {
    const note = folder.file(MANIFEST_NOTE)
    note.write(signer.sign(textToSign(text)))
    note.end()
  }
  const file = folder.file(MANIFEST)
  file.write(text)
  file.end()
}

/** Throws Incomplete if the log has something that no export can state, such as an event before the first. */
function textOf(manifest: Manifest): string {
  try {
    return textOfManifest(manifest)
  } catch {
    throw new Incomplete(
      'this log cannot be exported, since it is none that the product writes: ledger verify says why',
    )
  }
}

/** Turns an error of writing, such as a full disk or a missing folder, into Incomplete. */
const written = (error: unknown): unknown =>
  error instanceof Error &&
  'syscall' in error &&
  'code' in error &&
  String(error.syscall).match(/^(open|write|fsync|close)$/)
    ? new Incomplete(`the export could not be written: ${error.message}`)
    : error

function listingOf(path: string, passage: Passage, manifest: Manifest, signer: ManifestSigner | null): Listing {
  const { format, counts, tree, checkpoint, files } = manifest
  const rows = new Rows(COLUMNS)
  for (const { name, bytes, rows: count, sha256 } of files) rows.add({ name, bytes, rows: count, sha256 })
  const signed = checkpoint?.size ?? 0
  const covered =
    signed === tree.size
      ? 'the log was signed to their end'
      : signed === 0
        ? 'no checkpoint was signed over them'
        : `the log was signed up to ledger number ${numbered(signed - 1)} of them, and nobody vouches yet for what follows`
  const fact = (key: string, title: string, value: string | number | null): Fact => ({
    key,
    title,
    value,
    shown: value === null ? 'none' : String(value),
  })
  return {
    command: 'export',
    sentence: `${counted(counts.events, 'event')} with ${counted(counts.postings, 'posting')} are in ${path} as ${format}, for your eyes alone since they hold everybody's bets; ${covered}.${format === 'jsonl' || signer !== null ? '' : UNVOUCHED}`,
    findings: 0,
    passage,
    facts: [
      fact('folder', 'folder', path),
      fact('format', 'format', format),
      // people read these in the line of the tree
      { ...fact('treeSize', 'tree size', tree.size), shown: null },
      { ...fact('root', 'root', tree.root), shown: null },
      fact('signed', 'events signed', checkpoint?.size ?? null),
      fact('manifestSignedBy', 'manifest by', signer?.verifierKey ?? null),
    ],
    tables: [{ key: 'files', title: 'Files', rows }],
  }
}
