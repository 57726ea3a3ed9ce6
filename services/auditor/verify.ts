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

/** The role of the services is enough to audit a database. */
export type VerifyOptions = LedgerPlace & {
  /** False: only the log (chains, postings, invariants), without the rows beside it. */
  readonly compare?: boolean
  /**
   * How many threads check the log; by default 2 if there are two cores and the log is long enough to repay starting a
   * thread.
   */
  readonly threads?: 1 | 2
  /** How much of the state stays in memory. */
  readonly spilling?: SpillOptions
  /** Databases only: the folder with the state that this audit goes on from, and that it leaves for the next one. */
  readonly state?: string
  /** What the auditor has kept: the log must have grown from there. */
  readonly kept?: Kept
  /** Called periodically with the number of events checked, and of all events. */
  readonly onProgress?: (done: number, total: number) => void
  /**
   * Databases only: a connection by `openConnection` that is used and left open, for a caller who audits repeatedly.
   */
  readonly client?: pg.Client
  /** Ends the audit early: `verify` then throws the signal's reason. */
  readonly signal?: AbortSignal
}

/**
 * Throws NoConnection if there is no database or no ledger in it, Incomplete if a table or a file of an export is
 * missing.
 */
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
 * A single audit of a database, which continues from the state that `keeping` has, if any; null if no state is kept. If
 * the contents of the rows beside the log stop it, the log is audited alone: nobody may be able to silence an audit of
 * the log by what they write elsewhere.
 */
export async function verifyTables(
  options: DatabaseOptions,
  keeping: Keeping | null,
): Promise<Omit<Report, 'seconds'>> {
  try {
    return await verifyOpened(options, keeping, null)
  } catch (error) {
    if (options.compare === false || options.signal?.aborted || !isOfContent(error)) throw error
    const why = lineOf(error)
    if (keeping?.split != null) throw error instanceof Interposed ? new NotResumable(why) : error
    // the caller's connection may still be waiting for a result that nobody reads
    const { client: _, ...alone } = options
    return verifyOpened({ ...alone, compare: false }, null, why)
  }
}

/** `unread`: why nothing is compared although it was asked for; null otherwise. */
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
    // an aborted signal closes the connections: any other error is only a consequence
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
