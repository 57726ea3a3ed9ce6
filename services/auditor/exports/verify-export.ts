// The audit of an export. It finds whatever an audit of the database would find in the log; an export has nothing
// beside the log.
import type { LedgerAccess } from '../commands/command.ts'
import { EVIDENCE, type NotCovered, PERSONAL } from '../coverage.ts'
import { readSchemas } from '../events/schemas.ts'
import { Findings } from '../findings/findings.ts'
import { remembered, sizeOf } from '../proofs/kept.ts'
import { READ_MODELS } from '../read-models/models.ts'
import { Replay } from '../replay/replay.ts'
import { finishReplay, replayAll } from '../replay/replay-log.ts'
import type { Report } from '../report/report.ts'
import { NOTHING_COMPARED, reportOf } from '../report/report-of.ts'
import { Spill } from '../spill/spill.ts'
import type { Kept } from '../tree/signed-roots.ts'
import { TreeCheck } from '../tree/tree-check.ts'
import { ExportedLog } from './exported-log.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import { checkManifest } from './manifest-check.ts'

type ExportAccess = Extract<LedgerAccess, { readonly folder: string }> & {
  readonly kept?: Kept
  /**
   * Whether to check it against the checkpoint of the last `ledger verify` of this log as well, unless that is of more
   * events.
   */
  readonly remembers?: boolean
}

export type VerifiedExport = {
  readonly report: Omit<Report, 'seconds'>
  readonly manifest: Manifest
  /** When its last event was recorded, in system time; null if no event could be read. */
  readonly recordedAt: string | null
  /** Names of the trusted keys that signed the manifest. */
  readonly signers: readonly string[]
  /** How many events this log had when it was last verified, as remembered; null if it never was. */
  readonly seen: number | null
}

/** What an export lacks. After restoring one, it has to be brought from elsewhere, or is gone. */
const LACKING: readonly NotCovered[] = [
  { what: Object.keys(PERSONAL), why: 'names, passwords, sessions and the texts of reasons are in no event' },
  { what: Object.keys(EVIDENCE), why: 'prices and messages of the provider are named by events, and kept beside them' },
  {
    what: READ_MODELS.flatMap(({ tables }) => tables.map(({ table }) => `app.${table}`)),
    why: 'read models are built anew from the events',
  },
]

/**
 * The parts of a manifest that do not follow from events, so that nothing vouches for them unless a trusted key signed
 * it.
 */
const UNSIGNED: NotCovered = {
  of: 'the manifest',
  what: [`${MANIFEST} tool`, `${MANIFEST} checkpoint.note: signatures of witnesses`],
  why: 'which version of the tool made an export is in no event, and who else signed its checkpoint is told by keys that were not given: --sign-with vouches for both',
}

/** Transfers sent longer than this before the end of the export should have arrived. */
const TRANSFER_TIMEOUT_MS = 60_000

/** Throws Usage if there is no export, Incomplete if it is not whole. */
export async function verifyExport(access: ExportAccess): Promise<VerifiedExport> {
  const spill = new Spill()
  try {
    return await verifyWith(spill, access)
  } finally {
    spill.close()
  }
}

async function verifyWith(spill: Spill, access: ExportAccess): Promise<VerifiedExport> {
  const { folder, kept = {}, remembers = false, onProgress, signal } = access
  const log = new ExportedLog(folder)
  const { manifest, signed } = log
  const findings = new Findings()
  const replay = new Replay(readSchemas(), findings, { spill })
  // the export's own keys are believed only if none were given
  const given = kept.keys ?? []
  const last = remembers && manifest.log !== null ? remembered(manifest.log) : null
  const isReached = last !== null && sizeOf(last) <= manifest.tree.size
  const treeCheck = TreeCheck.of(signed, findings, {
    checkpoints: kept.checkpoints ?? [],
    keys: given,
    onlyKeys: given.length > 0,
    witnessed: kept.witnessed ?? null,
    remembered: isReached ? [{ name: 'the checkpoint of the last verify', ...last }] : [],
  })
  const range = await replayAll(log.read(signal), {
    replay,
    tree: treeCheck,
    onProgress: (done) => onProgress?.(done, manifest.counts.events),
  })
  const tree = await treeCheck.end(replay.logId, replay.state)
  const end = replay.recordedAt === null ? Number.NaN : Date.parse(replay.recordedAt)
  const arrivedBefore = Number.isNaN(end) ? null : new Date(end - TRANSFER_TIMEOUT_MS).toISOString()
  finishReplay(replay, findings, { now: end, arrivedBefore })
  const trusted = [...given, ...tree.heldAgainst.followed.map(({ to }) => to)]
  const signers = checkManifest(log, { replay, range, tree }, given.length > 0 ? trusted : manifest.keys, findings)
  const report = reportOf(
    { store: 'an export', replay, range, tree, newestSigned: treeCheck.newest, findings },
    NOTHING_COMPARED,
    {
      isProtected: false,
      notCovered: signers.length > 0 ? LACKING : [...LACKING, UNSIGNED],
      olderNotCovered: [],
    },
  )
  return { report, manifest, recordedAt: replay.recordedAt, signers, seen: last && sizeOf(last) }
}
