// `ledger verify`: reads a log once, in order, checks and folds it, and compares the read models with it.
import type pg from 'pg'
import { lineOf } from '#services/platform/errors.ts'
import type { AuditedLog } from './audited-log.ts'
import { Beside } from './beside/beside.ts'
import type { LedgerPlace } from './commands/command.ts'
import { EVIDENCE, NOT_COVERED, notReadAgain, olderNotCovered, PERSONAL } from './coverage.ts'
import { overEventStore } from './event-store/log.ts'
import { readSchemas } from './events/schemas.ts'
import { Evidence, type EvidenceCheck } from './evidence/evidence.ts'
import { earlierLeaves } from './evidence/published-rows.ts'
import { Interposed, isOfContent, Usage } from './failures.ts'
import { Findings } from './findings/findings.ts'
import { EMAIL_CHANGES } from './identity/email-changes.ts'
import { checkErasures } from './identity/erasures.ts'
import { checkIdentities } from './identity/identities.ts'
import { checkNotes, NOTE_TEXTS } from './identity/notes.ts'
import { PASSWORD_CHANGES } from './identity/password-changes.ts'
import { checkReasons } from './identity/reasons.ts'
import { checkRequests, REQUESTS } from './identity/requests.ts'
import { SECOND_FACTORS } from './identity/second-factors.ts'
import { checkSessions, NO_SESSIONS, readSessions } from './identity/sessions.ts'
import { underWayAt } from './identity/under-way.ts'
import { checkDatabaseGuards } from './postgres/guards/database-guards.ts'
import { checkKeys } from './postgres/guards/key-guards.ts'
import { checkTableGuards } from './postgres/guards/table-guards.ts'
import { openPostgresLog } from './postgres/log.ts'
import { openSnapshot, type Snapshot } from './postgres/snapshot.ts'
import { readBusinessClock, readClock, refuseUnbegun } from './postgres/surroundings.ts'
import { CHECKPOINTS, readCheckpoints } from './read-models/checkpoints.ts'
import { checkColumns, columnsRead } from './read-models/column-check.ts'
import { Comparison, reached } from './read-models/comparison.ts'
import { READ_MODELS } from './read-models/models.ts'
import { Replay } from './replay/replay.ts'
import { finishReplay, replayAll } from './replay/replay-log.ts'
import type { State } from './replay/state.ts'
import { type End, EXIT, exitCodeOf, type Report } from './report/report.ts'
import { reportOf } from './report/report-of.ts'
import { NotResumable } from './spill/not-resumable.ts'
import { Spill, type SpillOptions } from './spill/spill.ts'
import { auditKeeping, type Keeping } from './state/keeping.ts'
import type { Kept } from './tree/signed-roots.ts'
import { TreeCheck } from './tree/tree-check.ts'
import { TREE_COLUMNS } from './tree/tree-rows.ts'

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
/** By how much the clocks of the product and its database may differ. */
const CLOCK_SKEW_MS = 10_000

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
  const { store, threads, signal } = options
  const log = store === undefined ? openPostgresLog(threads, signal) : overEventStore(store, signal)
  const spill = new Spill({ ...options.spilling, file: keeping?.file ?? null })
  let snapshot: Snapshot | null = null
  try {
    snapshot = await openLedger(options, log)
    signal?.throwIfAborted()
    return await verifySnapshot(snapshot, log, spill, options, keeping, unread)
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
  { requiredTables }: AuditedLog,
): Promise<Snapshot> {
  const tables = READ_MODELS.flatMap((model) => model.tables.map(({ table }) => `app.${table}`))
  return openSnapshot(
    url,
    compare
      ? [
          ...[...tables, ...TREE_COLUMNS.keys(), CHECKPOINTS],
          ...[PASSWORD_CHANGES, EMAIL_CHANGES, NOTE_TEXTS, REQUESTS, ...SECOND_FACTORS],
        ]
      : [],
    requiredTables,
    signal,
    client,
    compare ? [...Object.keys(PERSONAL), ...Object.keys(EVIDENCE)] : [],
  )
}

async function beginEvidence(
  client: pg.Client,
  state: State,
  findings: Findings,
  newerThan: string | null,
  from: number,
  beside: Beside | null,
): Promise<EvidenceCheck> {
  if (beside !== null) return beside.lookUp(findings, await earlierLeaves(client, from))
  return Evidence.begin({ client, findings, games: state, spill: state.spill, newerThan }, from)
}

async function verifySnapshot(
  snapshot: Snapshot,
  log: AuditedLog,
  spill: Spill,
  options: DatabaseOptions,
  keeping: Keeping | null,
  unread: string | null,
): Promise<Omit<Report, 'seconds'>> {
  const hasThread = log.startThread(snapshot)
  await keeping?.begin(snapshot, hasThread)
  const split = keeping?.split ?? null
  const from = split?.size ?? 0
  const { compare = true, onProgress } = options
  const { main } = snapshot
  const findings = new Findings()
  if (compare) await checkColumns(snapshot, log, findings)
  const clock = await readClock(main)
  // a log in this database is of the same moment as the rows
  const newerThan = log.store === 'Postgres' ? null : new Date(clock.now - CLOCK_SKEW_MS).toISOString()
  const checkpoints = compare ? await readCheckpoints(main) : []
  const { least, ofText } = reached(checkpoints)
  const beside = compare && hasThread ? new Beside(options.spilling) : null
  beside?.ask(ofText, newerThan, keeping?.besideAt(least) ?? null)
  // a thread begins meanwhile
  const batches = log.read(snapshot, from, beside)
  if (compare || unread !== null) {
    await checkTableGuards(main, findings)
    await checkDatabaseGuards(main, findings)
    await checkKeys(main, columnsRead(), findings)
  }
  if (unread !== null) findings.gap(`what stands beside the log, since ${unread}`)
  const isProtected = await log.isProtected(snapshot)
  await log.checkKeeping(snapshot, findings)
  const total = await log.count(snapshot)
  const { checkpoints: given = [], remembered = [] } = options.kept ?? {}
  if (compare && total === 0 && log.store === 'Postgres' && given.length + remembered.length === 0)
    await refuseUnbegun(main)
  const sessions = compare ? await readSessions(main, findings, spill) : NO_SESSIONS
  // a product whose log is elsewhere goes on without this database, by a clock that waits for it
  const business = compare && log.store === 'Postgres' ? await readBusinessClock(main) : null
  const replay = new Replay(readSchemas(), findings, sessions, newerThan, spill, business)
  replay.state.sealsTold = beside
  const comparison = compare ? await Comparison.begin({ snapshot, replay, findings, checkpoints, from, beside }) : null
  const evidence = compare ? await beginEvidence(main, replay.state, findings, newerThan, from, beside) : null
  const treeCheck = await TreeCheck.begin(compare ? snapshot : null, findings, options.kept, from)
  if (split !== null) {
    spill.expectAllTaken()
    await treeCheck.goOn(split, evidence?.earlier ?? new Map())
  }
  const progress = (done: number) => onProgress?.(done, total)
  const isWhole = () => replay.stoppedAt === null && replay.state.deferredChecks.length === 0
  const stop = {
    number: least,
    take: (last: End) => keeping?.take(spill, { ...treeCheck.now, last }, isWhole()),
  }
  const read = await replayAll(batches, replay, comparison, evidence, treeCheck, progress, stop)
  const range = { first: split?.first ?? read.first, last: read.last ?? split?.last ?? null }
  const tree = await treeCheck.end(replay.logId, replay.state)
  finishReplay(replay, findings, clock)
  await comparison?.end()
  await evidence?.end()
  const isFolded = compare && replay.stoppedAt === null
  const underWay = underWayAt(newerThan, replay.recordedAt, clock)
  const identities = isFolded ? await checkIdentities(main, replay.state, findings, clock.arrivedBefore, underWay) : 0
  const olderSessions = isFolded ? checkSessions(sessions, replay.state, findings, underWay) : 0
  if (compare) await checkErasures(main, replay.state, findings, clock.arrivedBefore)
  if (compare) await checkNotes(main, replay.state, findings, newerThan)
  if (isFolded) await checkRequests(main, replay.state, findings, underWay)
  const reasons = compare ? await checkReasons(main, replay.state, findings, newerThan) : 0
  const report = reportOf(
    { store: log.store, replay, range, tree, newestSigned: treeCheck.newest, findings, resumedFrom: split },
    {
      identities,
      sessions: sessions.stored.size,
      reasons,
      rows: comparison?.rows ?? 0,
      readModels: comparison?.places ?? [],
      evidence: evidence?.rows ?? 0,
      isProtected,
      notCovered: split === null ? NOT_COVERED : [...NOT_COVERED, ...notReadAgain(split.size)],
      olderNotCovered: olderNotCovered(replay.state, olderSessions, evidence?.olderPrices ?? 0),
    },
  )
  if (exitCodeOf(report) === EXIT.clean) keeping?.keep(report, beside)
  return report
}
