// `ledger verify`: reads a log once, in order, checks and folds it, and compares the read models with it.
import type pg from 'pg'
import { lineOf } from '#services/platform/errors.ts'
import type { AuditedLog } from './audited-log.ts'
import type { LedgerPlace } from './commands/command.ts'
import { EVIDENCE, PERSONAL } from './coverage.ts'
import { overEventStore } from './event-store/log.ts'
import { Interposed, isOfContent, Usage } from './failures.ts'
import { EMAIL_CHANGES } from './identity/email-changes.ts'
import { NOTE_TEXTS } from './identity/notes.ts'
import { PASSWORD_CHANGES } from './identity/password-changes.ts'
import { REQUESTS } from './identity/requests.ts'
import { SECOND_FACTORS } from './identity/second-factors.ts'
import { openPostgresLog } from './postgres/log.ts'
import { openSnapshot, type Snapshot } from './postgres/snapshot.ts'
import { CHECKPOINTS } from './read-models/checkpoints.ts'
import { READ_MODELS } from './read-models/models.ts'
import type { Report } from './report/report.ts'
import { NotResumable } from './spill/not-resumable.ts'
import { Spill, type SpillOptions } from './spill/spill.ts'
import { auditKeeping, type Keeping } from './state/keeping.ts'
import type { Kept } from './tree/signed-roots.ts'
import { TREE_COLUMNS } from './tree/tree-rows.ts'
import { verifySnapshot } from './verify-snapshot.ts'

/** Of a database, the services' role is enough. */
export type VerifyOptions = LedgerPlace & {
  /** False: only chains, postings and invariants, without read models and identity. */
  readonly compare?: boolean
  /** How many threads check the log; by default 2 if there are two cores. Starting one takes longer than checking a short log. */
  readonly threads?: 1 | 2
  /** How much of the state stays in memory. */
  readonly spilling?: SpillOptions
  /** Of a database, the folder of what the next audit goes on from, and of what this one does. */
  readonly state?: string
  /** What the auditor has kept: the log must have grown from there. */
  readonly kept?: Kept
  /** Called periodically with the number of events checked, and of all events. */
  readonly onProgress?: (done: number, total: number) => void
  /** Of a database, by `openConnection`: one that stays open, for whoever audits it again and again. */
  readonly client?: pg.Client
  /** Ends it early: `verify` then throws the signal's reason. */
  readonly signal?: AbortSignal
}

/** Throws NoConnection if there is no database, or no ledger in it; Incomplete if a table, or a file of an export, is missing. */
export async function verify(options: VerifyOptions): Promise<Report> {
  const startedAt = performance.now()
  const report =
    options.folder === undefined
      ? await verifyDatabase(options)
      : (await (await import('./exports/verify-export.ts')).verifyExport(options)).report
  return { ...report, seconds: (performance.now() - startedAt) / 1_000 }
}

type DatabaseOptions = Extract<VerifyOptions, { readonly url: string }>

async function verifyDatabase(options: DatabaseOptions): Promise<Omit<Report, 'seconds'>> {
  const { state, store, compare = true, signal } = options
  if (state === undefined) return verifyTables(options, null)
  if (store !== undefined || !compare)
    throw new Usage('state is kept of a log in Postgres, and of what stands beside it')
  return auditKeeping(state, (keeping) => verifyTables(options, keeping), signal)
}

/**
 * Where what stands beside the log cannot be read for what it is, the log is judged alone: nobody keeps an audit from speaking of that by
 * what he writes elsewhere. `keeping`: null where nothing is kept.
 */
async function verifyTables(options: DatabaseOptions, keeping: Keeping | null): Promise<Omit<Report, 'seconds'>> {
  try {
    return await verifyOpened(options, keeping, null)
  } catch (error) {
    if (options.compare === false || options.signal?.aborted || !isOfContent(error)) throw error
    const why = lineOf(error)
    if (keeping?.split != null) throw error instanceof Interposed ? new NotResumable(why) : error
    // a connection that was lent may still wait for what nobody reads
    const { client: _, ...alone } = options
    return verifyOpened({ ...alone, compare: false }, null, why)
  }
}

/** `unread`: why nothing is compared with the log; null where it is, or was not asked for. */
async function verifyOpened(
  options: DatabaseOptions,
  keeping: Keeping | null,
  unread: string | null,
): Promise<Omit<Report, 'seconds'>> {
  const { store, threads, signal, spilling, compare = true, kept = {}, onProgress = () => undefined } = options
  const log = store === undefined ? openPostgresLog(threads, signal) : overEventStore(store, signal)
  const spill = new Spill({ ...spilling, file: keeping?.file ?? null })
  let snapshot: Snapshot | null = null
  try {
    snapshot = await openLedger(options, log)
    signal?.throwIfAborted()
    return await verifySnapshot({ snapshot, log, spill, spilling, compare, unread, keeping, kept }, onProgress)
  } catch (error) {
    // the signal closed the connections: other errors are only a consequence
    signal?.throwIfAborted()
    throw error
  } finally {
    await log.close()
    await snapshot?.close()
    spill.close()
  }
}

function openLedger(
  { url, compare = true, signal, client }: DatabaseOptions,
  { requiredTables: required }: AuditedLog,
): Promise<Snapshot> {
  const connection = { signal, lent: client }
  if (!compare) return openSnapshot(url, { required }, connection)
  const compared = [
    ...READ_MODELS.flatMap((model) => model.tables.map(({ table }) => `app.${table}`)),
    ...[...TREE_COLUMNS.keys(), CHECKPOINTS],
    ...[PASSWORD_CHANGES, EMAIL_CHANGES, NOTE_TEXTS, REQUESTS, ...SECOND_FACTORS],
  ]
  const others = [...Object.keys(PERSONAL), ...Object.keys(EVIDENCE)]
  return openSnapshot(url, { required, compared, others }, connection)
}
